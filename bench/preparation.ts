/**
 * Preparations of generated tests, each measured alone with the rule `evidence` and 40 probes: expected pass@1 in %, and
 * the paired difference to no preparation (95 % over tasks).
 *
 * npx tsx bench/preparation.ts [--sources codet,hardeval,difftrust] [--levels 2] [--cache DIR] [--sandbox process] [--draws 2]
 *
 * consistent: of assertions on one call with different expected values, those of the value that most occurrences name
 * (self-consistency over expected values, after arXiv 2602.10522; ties stay). no-contradiction: a call with different
 * expected values is no test at all. behaviour-once: tests that the same programs pass weigh as much as the heaviest of
 * them. reply-together: the tests of one reply weigh as much as those of any other, all together as much as before.
 */

import { parseArgs } from 'node:util';
import { evidenceScorer } from '../agreement/evidence-scorer.ts';
import { groupBy } from '../agreement/rank-output-clusters.ts';
import type { ExecutedTask } from '../src/app/selection/matrix-file.ts';
import type { ExecutionMatrix } from '../src/core/matrix.ts';
import { createRng } from '../src/core/random.ts';
import { pairedBootstrap } from '../src/statistics/paired-bootstrap.ts';
import { passAtKOf } from './executed-tasks.ts';
import { cutsOf } from './regimes/cuts.ts';
import { executedSources, REGIME_OPTIONS } from './regimes/regime-options.ts';
import { add, byTask, mean, pooledTable, type Table } from './regimes/tables.ts';

const { values } = parseArgs({ options: REGIME_OPTIONS });
const SEED = 0;

/** Call and expected value of an assertion; null where it is not of this form. */
type Expectation = { readonly call: string; readonly value: string } | null;

function expectationOf(code: string): Expectation {
  const [, call, value] = /^assert\s+(.+?)\s*==\s*(.+)$/su.exec(code.trim()) ?? [];
  return call && value ? { call: call.replace(/\s+/gu, ' '), value: value.replace(/\s+/gu, ' ') } : null;
}

/** The matrix with other weights of its tests; those without weight are gone. */
function weighted(matrix: ExecutionMatrix, weights: readonly number[]): ExecutionMatrix {
  const kept = weights.flatMap((weight, column) => (weight > 0 ? [column] : []));
  const pick = <T>(table: readonly (readonly T[])[]) => table.map((row) => kept.map((column) => row[column] as T));
  return {
    ...matrix,
    tests: kept.map((column) => {
      const entry = matrix.tests[column] as ExecutionMatrix['tests'][number];
      return { ...entry, weight: weights[column] as number };
    }),
    verdicts: pick(matrix.verdicts),
    ...(matrix.outputs ? { outputs: pick(matrix.outputs) } : {}),
  };
}

type Preparation = (matrix: ExecutionMatrix, of: (id: string) => Expectation) => ExecutionMatrix;

/** Columns of one call, by expected value. */
function rivalValues({ tests }: ExecutionMatrix, of: (id: string) => Expectation) {
  const columns = tests.flatMap(({ id, weight }, column) => {
    const found = of(id);
    return found ? [{ ...found, column, weight }] : [];
  });
  return [...groupBy(columns, ({ call }) => call).values()].filter(
    (own) => new Set(own.map(({ value }) => value)).size > 1,
  );
}

const weightsOf = ({ tests }: ExecutionMatrix) => tests.map(({ weight }) => weight);

const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  nothing: (matrix) => matrix,
  consistent: (matrix, of) => {
    const weights = weightsOf(matrix);
    for (const own of rivalValues(matrix, of)) {
      const votes = [...groupBy(own, ({ value }) => value).values()].map((same) => ({
        same,
        weight: same.reduce((sum, { weight }) => sum + weight, 0),
      }));
      const top = Math.max(...votes.map(({ weight }) => weight));
      for (const { same, weight } of votes) if (weight < top) for (const { column } of same) weights[column] = 0;
    }
    return weighted(matrix, weights);
  },
  'no-contradiction': (matrix, of) => {
    const weights = weightsOf(matrix);
    for (const { column } of rivalValues(matrix, of).flat()) weights[column] = 0;
    return weighted(matrix, weights);
  },
  'behaviour-once': (matrix) => {
    const weights = weightsOf(matrix);
    const passedBy = (column: number) => matrix.verdicts.map((row) => (row[column] === 'pass' ? 'p' : '.')).join('');
    for (const columns of groupBy([...weights.keys()], passedBy).values()) {
      const [heaviest, ...others] = columns.toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
      for (const column of heaviest === undefined ? [] : others) weights[column] = 0;
    }
    return weighted(matrix, weights);
  },
  'reply-together': (matrix) => {
    const sizes = new Map<string, number>();
    const keyOf = ({ variantId, sample }: { variantId: string; sample: number }) => `${sample} ${variantId}`;
    for (const { origins } of matrix.tests) {
      for (const origin of origins) sizes.set(keyOf(origin), (sizes.get(keyOf(origin)) ?? 0) + 1);
    }
    const shares = matrix.tests.map(({ origins }) =>
      origins.reduce((sum, origin) => sum + 1 / (sizes.get(keyOf(origin)) ?? 1), 0),
    );
    const scale = weightsOf(matrix).reduce((sum, weight) => sum + weight, 0) / Math.max(1, sizes.size);
    return weighted(
      matrix,
      shares.map((share) => share * scale),
    );
  },
};

const table: Table = new Map();
const touched = new Map<string, number>();
const expectations = ({ tests }: ExecutedTask) =>
  new Map(tests.map(({ id, body }) => [id, body.kind === 'assertion' ? expectationOf(body.code) : null]));

for await (const [source, tasks] of executedSources(values)) {
  for (const task of tasks) {
    const known = expectations(task);
    for (const cut of cutsOf(source, task, { draws: Number(values.draws), probes: 40 })) {
      for (const [name, prepare] of Object.entries(PREPARATIONS)) {
        const matrix = prepare(cut.matrix, (id) => known.get(id) ?? null);
        if (matrix.tests.length < cut.matrix.tests.length) touched.set(name, (touched.get(name) ?? 0) + 1);
        add(table, cut.regime, name, cut.taskId, passAtKOf({ ...cut, matrix }, evidenceScorer.rank(matrix), 1));
      }
    }
  }
}

const signed = (value: number) => `${value < 0 ? '' : '+'}${(100 * value).toFixed(1)}`;
process.stdout.write(`evidence, 40 probes, ${values.draws} draws, seed ${SEED}; pass@1 in %, against nothing\n`);
for (const [regime, rules] of [...table, ...pooledTable(table)]) {
  process.stdout.write(`${regime}, ${rules.get('nothing')?.size} tasks\n`);
  const plain = byTask(rules.get('nothing'));
  for (const [name, tasks] of rules) {
    const own = byTask(tasks);
    const gap = pairedBootstrap(own, plain, { rng: createRng(SEED).fork('preparation', regime, name) });
    const beside = name === 'nothing' ? '' : `  ${signed(gap.value)} [${signed(gap.low)}, ${signed(gap.high)}]`;
    process.stdout.write(`  ${name.padEnd(17)} ${(100 * mean(own)).toFixed(1).padStart(5)}${beside}\n`);
  }
}
process.stdout.write(
  `decisions in which tests were dropped: ${[...touched].map(([name, n]) => `${name} ${n}`).join(', ')}\n`,
);
