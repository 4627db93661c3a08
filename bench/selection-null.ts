/**
 * What rules come to where there is nothing to find: which programs are right is dealt anew within each task, so that
 * no rule can beat a draw but by chance. Prints, by regime, each rule's expected pass@1 minus the share of right
 * programs, with its 95 % interval over tasks, and how many intervals leave out zero (chance: one of 20).
 *
 * npx tsx bench/selection-null.ts [--sources codet,hardeval,difftrust] [--levels 2] [--cache DIR] [--sandbox process]
 *   [--draws 2] [--shuffles 20]
 */

import { parseArgs } from 'node:util';
import { scorers } from '../agreement/index.ts';
import { createRng } from '../src/core/random.ts';
import { meanInterval } from '../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { passAtKOf } from './executed-tasks.ts';
import { cutsOf } from './regimes/cuts.ts';
import { executedSources, REGIME_OPTIONS } from './regimes/regime-options.ts';
import { shuffledLabels } from './regimes/shuffled-labels.ts';
import { add, byTask, type Table } from './regimes/tables.ts';

const { values } = parseArgs({
  options: {
    ...REGIME_OPTIONS,
    shuffles: { type: 'string', default: '20' },
  },
});
const SEED = 0;
const table: Table = new Map();
const DRAW = 'a draw';

for await (const [source, tasks] of executedSources(values)) {
  for (const task of tasks) {
    for (const [at, cut] of [...cutsOf(source, task, { draws: Number(values.draws), probes: 40 })].entries()) {
      const ids = cut.matrix.candidates.map(({ id }) => id);
      if (ids.length === 0) continue;
      const rankings = scorers.map((scorer) => [scorer.name, scorer.rank(cut.matrix)] as const);
      for (let shuffle = 0; shuffle < Number(values.shuffles); shuffle++) {
        const rng = createRng(SEED).fork('null', cut.regime, cut.part, cut.taskId, at, shuffle);
        const passed = shuffledLabels(ids, cut.passed, rng);
        add(table, cut.regime, DRAW, cut.taskId, passed.size / ids.length);
        for (const [name, ranking] of rankings) {
          add(table, cut.regime, name, cut.taskId, passAtKOf({ matrix: cut.matrix, passed }, ranking, 1));
        }
      }
    }
  }
}

const points = (value: number) => `${value < 0 ? '' : '+'}${(100 * value).toFixed(2)}`;
let outside = 0;
let intervals = 0;
process.stdout.write(
  `${values.shuffles} shuffles of the labels per decision, ${values.draws} draws, seed ${SEED}; points of pass@1\n`,
);
for (const [regime, rules] of table) {
  const draw = byTask(rules.get(DRAW));
  process.stdout.write(`${regime}, ${draw.length} tasks: a draw ${(100 * meanInterval(draw).value).toFixed(1)} %\n`);
  for (const { name } of scorers) {
    const gap = pairedBootstrap(byTask(rules.get(name)), draw, { rng: createRng(SEED).fork('null', regime, name) });
    const isOut = gap.low > 0 || gap.high < 0;
    intervals++;
    if (isOut) outside++;
    process.stdout.write(
      `  ${name.padEnd(13)} ${points(gap.value)} [${points(gap.low)}, ${points(gap.high)}]${isOut ? ' *' : ''}\n`,
    );
  }
}
process.stdout.write(`${outside} of ${intervals} intervals leave out zero; chance ${(intervals / 20).toFixed(1)}\n`);
