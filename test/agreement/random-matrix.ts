import fc from 'fast-check';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import type { Verdict } from '../../src/core/sandbox.ts';

const VERDICTS: readonly Verdict[] = ['pass', 'pass', 'fail', 'error', 'timeout', 'out-of-memory', 'not-run'];

const OUTPUTS = ['1', '2', null] as const;

/** Builds a matrix from rows of letters, `p` for a pass and anything else for a failure. */
export function matrixOf(
  rows: readonly string[],
  { candidateWeights = [], testWeights = [] }: { candidateWeights?: number[]; testWeights?: number[] } = {},
): ExecutionMatrix {
  const entry = (prefix: string, weights: readonly number[]) => (_: unknown, index: number) => {
    const weight = weights[index] ?? 1;
    const origins = Array.from({ length: weight }, (_, sample) => ({ variantId: 't::original', sample }));
    return { id: `${prefix}${String(index).padStart(3, '0')}`, weight, origins };
  };
  return {
    taskId: 't',
    candidates: rows.map(entry('c', candidateWeights)),
    tests: [...(rows[0] ?? '')].map(entry('t', testWeights)),
    verdicts: rows.map((row) => [...row].map((letter): Verdict => (letter === 'p' ? 'pass' : 'fail'))),
  };
}

/** Small matrices with outputs, weights of 1 to 3 and every kind of verdict; wide enough to cross a packed word. */
export const anyMatrix: fc.Arbitrary<ExecutionMatrix> = fc
  .record({ rows: fc.integer({ min: 0, max: 6 }), columns: fc.integer({ min: 0, max: 35 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      pool: fc.array(
        fc.array(fc.tuple(fc.constantFrom(...VERDICTS), fc.constantFrom(...OUTPUTS)), {
          minLength: columns,
          maxLength: columns,
        }),
        { minLength: 1, maxLength: 3 },
      ),
      picks: fc.array(fc.nat(), { minLength: rows, maxLength: rows }),
      candidateWeights: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: rows, maxLength: rows }),
      testWeights: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: columns, maxLength: columns }),
    }),
  )
  .map(({ pool, picks, candidateWeights, testWeights }) => {
    const cells = picks.map((pick) => pool[pick % pool.length] ?? []);
    const verdicts = cells.map((row) => row.map(([verdict]) => verdict));
    // A cell that raised, or was cut short, returned nothing.
    const outputs = cells.map((row) =>
      row.map(([verdict, output]) => (verdict === 'pass' || verdict === 'fail' ? output : null)),
    );
    const shape = matrixOf(
      verdicts.map((row) => 'f'.repeat(row.length)),
      { candidateWeights, testWeights },
    );
    const tests = testWeights.map((weight, index) => ({
      id: `t${index}`,
      weight,
      origins: Array.from({ length: weight }, (_, sample) => ({ variantId: 't::original', sample })),
    }));
    return { ...shape, tests, verdicts, outputs };
  });

/** The same matrix with rows and columns in another order. */
export function reordered(matrix: ExecutionMatrix, rows: readonly number[], columns: readonly number[]) {
  const pick = <T>(items: readonly T[], order: readonly number[]) => order.map((index) => items[index] as T);
  return {
    ...matrix,
    candidates: pick(matrix.candidates, rows),
    tests: pick(matrix.tests, columns),
    verdicts: pick(matrix.verdicts, rows).map((row) => pick(row, columns)),
    ...(matrix.outputs && { outputs: pick(matrix.outputs, rows).map((row) => pick(row, columns)) }),
    ...(matrix.probes && { probes: { ...matrix.probes, outputs: pick(matrix.probes.outputs, rows) } }),
  };
}

/** The same matrix with a row and a column of weight 1 for each sample and occurrence; ids get a suffix. */
export function expanded(matrix: ExecutionMatrix): ExecutionMatrix {
  const copies = (entries: ExecutionMatrix['tests']) =>
    entries.flatMap((entry, index) =>
      entry.origins.map((origin, copy) => ({
        index,
        entry: { id: `${entry.id}#${copy}`, weight: 1, origins: [origin] },
      })),
    );
  const rows = copies(matrix.candidates);
  const columns = copies(matrix.tests);
  return {
    taskId: matrix.taskId,
    candidates: rows.map(({ entry }) => entry),
    tests: columns.map(({ entry }) => entry),
    verdicts: rows.map((row) => columns.map((column) => matrix.verdicts[row.index]?.[column.index] as Verdict)),
    ...(matrix.outputs && {
      outputs: rows.map((row) => columns.map((column) => matrix.outputs?.[row.index]?.[column.index] ?? null)),
    }),
    ...(matrix.probes && {
      probes: { ...matrix.probes, outputs: rows.map(({ index }) => matrix.probes?.outputs[index] ?? []) },
    }),
  };
}

/** Rows of outputs as words, `-` where nothing came back. */
export const outputsOf = (...rows: readonly string[]): (string | null)[][] =>
  rows.map((row) => row.split(' ').map((word) => (word === '-' ? null : word)));

/** What every candidate returned on inputs without an expected value. */
export const probed = (matrix: ExecutionMatrix, outputs: readonly (readonly (string | null)[])[]): ExecutionMatrix => ({
  ...matrix,
  probes: { inputs: (outputs[0] ?? []).map((_, at) => `f(${at})`), outputs },
});

/** `anyMatrix` with up to five probes. */
export const anyProbed: fc.Arbitrary<ExecutionMatrix> = anyMatrix.chain((matrix) =>
  fc.integer({ min: 0, max: 5 }).chain((inputs) =>
    fc
      .array(fc.array(fc.constantFrom(...OUTPUTS), { minLength: inputs, maxLength: inputs }), {
        minLength: matrix.candidates.length,
        maxLength: matrix.candidates.length,
      })
      .map((outputs) => probed(matrix, outputs)),
  ),
);
