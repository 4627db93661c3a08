import type { ExecutionMatrix } from '../../src/core/matrix.ts';

/** Definitions written out over single samples and single test occurrences, slow and plain; by candidate id. */
export interface PlainMatrix {
  readonly rows: readonly {
    readonly id: string;
    readonly passes: readonly boolean[];
    readonly outputs: readonly (string | null)[];
  }[];
  readonly occurrences: number;
}

/** Every sample is a row, every occurrence a column. */
export function plainMatrix(matrix: ExecutionMatrix): PlainMatrix {
  const columns = matrix.tests.flatMap(({ weight }, at) => Array.from({ length: weight }, () => at));
  const rows = matrix.candidates.flatMap(({ id, weight }, row) =>
    Array.from({ length: weight }, () => ({
      id,
      passes: columns.map((column) => matrix.verdicts[row]?.[column] === 'pass'),
      outputs: columns.map((column) => matrix.outputs?.[row]?.[column] ?? null),
    })),
  );
  return { rows, occurrences: columns.length };
}

const same = (a: readonly unknown[], b: readonly unknown[]) => a.every((value, at) => value === b[at]);

/** ln Gamma by the product over the integers or by Lanczos; arguments are whole here, so the plain sum is exact. */
function logFactorial(n: number): number {
  let sum = 0;
  for (let factor = 2; factor <= n; factor++) sum += Math.log(factor);
  return sum;
}

/** ln B(p, q) for whole p and q. */
export function plainLogBeta(p: number, q: number): number {
  return logFactorial(p - 1) + logFactorial(q - 1) - logFactorial(p + q - 1);
}

/** Scores by candidate id; a sample that passes nothing has none. */
export function plainScores(
  matrix: ExecutionMatrix,
  rule: 'codet' | 'max-pass' | 'mbr-exec' | 'b4' | 'srank' | 'plurality',
) {
  const { rows, occurrences: tests } = plainMatrix(matrix);
  const scores = new Map<string, number>();
  const passed = (row: (typeof rows)[number]) => row.passes.filter(Boolean).length;
  const loaded = [...matrix.candidates.entries()].reduce((sum, [row, { weight }]) => {
    const silent = (matrix.verdicts[row] ?? []).every((verdict) => verdict === 'error');
    return silent && !(matrix.outputs?.[row] ?? []).some((output) => output !== null) ? sum : sum + weight;
  }, 0);
  for (const row of rows) {
    const n = passed(row);
    if (n === 0) continue;
    const peers = rows.filter((other) => same(other.passes, row.passes));
    const k = peers.length;
    const twins = rows.filter((other) => same(other.outputs, row.outputs));
    if (rule === 'codet') scores.set(row.id, Math.sqrt(k) * n);
    else if (rule === 'max-pass') scores.set(row.id, n);
    else if (rule === 'mbr-exec') scores.set(row.id, k);
    else if (rule === 'plurality') scores.set(row.id, twins.length);
    else if (rule === 'srank') {
      // Sum over all other samples' clusters, a sample at a time: size times pass rate adds up to single pass rates.
      const value = rows.reduce((sum, other) => {
        const own = twins.includes(other);
        const equal = row.outputs.filter((output, at) => output !== null && output === other.outputs[at]).length;
        return sum + (own ? 1 : equal / tests) * (passed(other) / tests);
      }, 0);
      scores.set(row.id, value);
    } else {
      const others = rows.filter((other) => !peers.includes(other));
      let inside = 0;
      let outside = 0;
      for (const other of others) {
        for (const [at, pass] of other.passes.entries()) if (pass) row.passes[at] ? inside++ : outside++;
      }
      const rest = loaded - k;
      scores.set(
        row.id,
        plainLogBeta(n + 10, tests - n + 1) +
          plainLogBeta(k + 10, rest + 1) +
          plainLogBeta(inside + 1, rest * n - inside + 1) +
          plainLogBeta(outside + 1, rest * (tests - n) - outside + 3 * loaded * tests),
      );
    }
  }
  return scores;
}
