/**
 * What probes are worth to each rule, by how many of them: expected pass@1 in %. A published rule sees no probes; with
 * them its ties go to the candidates whose outputs agree with most samples' (m of docs/agreement.md), nothing else.
 *
 * npx tsx bench/probes-gain.ts [--sources codet,hardeval,difftrust] [--levels 2] [--cache DIR] [--sandbox process]
 *   [--counts 0,5,10,20,40] [--draws 2]
 *
 * Regimes and execution are those of bench/regimes; intervals are over tasks, paired with the same rule without probes.
 */

import { parseArgs } from 'node:util';
import { evidenceScorer } from '../agreement/evidence-scorer.ts';
import { scorers } from '../agreement/index.ts';
import { probeAgreement } from '../agreement/output-agreement.ts';
import { groupBy } from '../agreement/rank-output-clusters.ts';
import { compareSets, type ExecutionMatrix, type Ranking } from '../src/core/matrix.ts';
import { createRng } from '../src/core/random.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { passAtKOf } from './executed-tasks.ts';
import { cutsOf } from './regimes/cuts.ts';
import { executedSources, REGIME_OPTIONS } from './regimes/regime-options.ts';
import { add, byTask, mean, pooledTable, type Table } from './regimes/tables.ts';

const { values } = parseArgs({
  options: {
    ...REGIME_OPTIONS,
    counts: { type: 'string', default: '0,5,10,20,40' },
  },
});
const SEED = 0;
const counts = values.counts.split(',').map(Number);
const most = Math.max(...counts);

/** The matrix with its first probes alone. */
function withProbes({ probes, ...matrix }: ExecutionMatrix, count: number): ExecutionMatrix {
  if (!probes || count === 0) return matrix;
  const outputs = probes.outputs.map((row) => row.slice(0, count));
  return { ...matrix, probes: { inputs: probes.inputs.slice(0, count), outputs } };
}

/** A ranking whose ties, beyond the rule's own tie-break, go to the larger agreement on probes. */
function tiesByProbes(matrix: ExecutionMatrix, { sets }: Ranking): Ranking {
  const agreement = probeAgreement(matrix);
  if (!agreement) return { sets };
  const split = sets.flatMap((set, at) => {
    const level = sets.findIndex((other) => compareSets(other, set) === 0);
    return [...groupBy(set.candidates, (row) => agreement[row] ?? 0)].map(([own, candidates]) => ({
      set: { candidates, tests: set.tests, score: -level, tieBreak: own },
      at,
    }));
  });
  return { sets: split.map(({ set }) => set).sort(compareSets) };
}

const table: Table = new Map();
const name = (rule: string, count: number) => `${rule} ${count}`;
for await (const [source, tasks] of executedSources(values)) {
  for (const task of tasks) {
    for (const cut of cutsOf(source, task, { draws: Number(values.draws), probes: most })) {
      const seen = counts.map((count) => ({ count, matrix: withProbes(cut.matrix, count) }));
      for (const scorer of scorers) {
        const without = scorer === evidenceScorer ? null : scorer.rank(cut.matrix);
        for (const { count, matrix } of seen) {
          const ranking = without ? tiesByProbes(matrix, without) : scorer.rank(matrix);
          add(table, cut.regime, name(scorer.name, count), cut.taskId, passAtKOf(cut, ranking, 1));
        }
      }
    }
  }
}

const signed = (value: number) => `${value < 0 ? '' : '+'}${(100 * value).toFixed(1)}`;
process.stdout.write(`probes per task ${counts.join(', ')}; ${values.draws} draws, seed ${SEED}; pass@1 in %\n`);
for (const [regime, rules] of [...table, ...(table.size > 1 ? pooledTable(table) : [])]) {
  process.stdout.write(`${regime}\n`);
  for (const scorer of scorers) {
    const own = counts.map((count) => byTask(rules.get(name(scorer.name, count))));
    const rng = createRng(SEED).fork('probes', regime, scorer.name);
    const gap = pairedBootstrap(own.at(-1) ?? [], own[0] ?? [], { rng });
    const figures = own.map((of) => (100 * mean(of)).toFixed(1).padStart(5)).join(' ');
    process.stdout.write(
      `  ${scorer.name.padEnd(13)} ${figures}  ${signed(gap.value)} [${signed(gap.low)}, ${signed(gap.high)}]\n`,
    );
  }
}
