/**
 * Every scorer on smaller budgets: pass@1 and the paired difference to `codet`, over drawn subsamples.
 *
 * npx tsx bench/agreement-figures.ts --matrix FILE [--budgets 10,20,50] [--draws 20] [--as-codet]
 *
 * FILE as for bench/fit-confidence. A draw takes so many programs and so many test replies without replacement; a
 * task's value is its mean over the draws, intervals are over tasks. The whole budget is `mutagree select --matrix FILE
 * --scorer all --official`.
 */
import { parseArgs } from 'node:util';
import { scorers } from '../agreement/index.ts';
import { createRng } from '../src/core/random.ts';
import { meanInterval } from '../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { passAtKOf, readJudgedTasks, subsample } from './executed-tasks.ts';

const { values } = parseArgs({
  options: {
    matrix: { type: 'string' },
    budgets: { type: 'string', default: '10,20,50' },
    draws: { type: 'string', default: '20' },
    'as-codet': { type: 'boolean', default: false },
  },
});
if (values.matrix === undefined) throw new Error('--matrix FILE is missing (see the head of bench/fit-confidence.ts)');
const SEED = 0;
const draws = Number(values.draws);
const tasks = await readJudgedTasks(values.matrix, { asCodet: values['as-codet'] });
const percent = (value: number) => (100 * value).toFixed(1);
const signed = (value: number) => `${value < 0 ? '' : '+'}${percent(value)}`;
for (const budget of values.budgets.split(',').map(Number)) {
  process.stdout.write(`${budget} programs and test replies, ${tasks.length} tasks, ${draws} draws, seed ${SEED}\n`);
  const sums = new Map(scorers.map(({ name }) => [name, new Float64Array(tasks.length)]));
  for (const [at, task] of tasks.entries()) {
    for (let draw = 0; draw < draws; draw++) {
      const part = subsample(task, budget, createRng(SEED).fork('figures', task.matrix.taskId, budget, draw));
      for (const scorer of scorers) {
        const own = sums.get(scorer.name) as Float64Array;
        own[at] = (own[at] as number) + passAtKOf(part, scorer.rank(part.matrix), 1) / draws;
      }
    }
  }
  const codet = [...(sums.get('codet') ?? [])];
  for (const { name } of scorers) {
    const own = [...(sums.get(name) ?? [])];
    const { value, low, high } = meanInterval(own);
    const gap = pairedBootstrap(own, codet, { rng: createRng(SEED).fork('figures', budget, name) });
    const claim = name === 'codet' ? '' : gap.low > 0 || gap.high < 0 ? '' : '  no claim';
    process.stdout.write(
      `  ${name.padEnd(13)} ${percent(value)} % [${percent(low)}, ${percent(high)}]` +
        (name === 'codet'
          ? '\n'
          : `  - codet ${signed(gap.value)} [${signed(gap.low)}, ${signed(gap.high)}]${claim}\n`),
    );
  }
}
