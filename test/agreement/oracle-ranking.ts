import type { ExecutionMatrix } from '../../src/core/matrix.ts';

/** Definitions written out over single samples and single test occurrences, slow and plain; by candidate id. */
export interface PlainMatrix {
  readonly rows: readonly {
    readonly id: string;
    readonly passes: readonly boolean[];
    readonly outputs: readonly (string | null)[];
    readonly probes: readonly (string | null)[];
  }[];
  readonly occurrences: number;
}

/** Every sample is a row, every occurrence a column. */
function plainMatrix(matrix: ExecutionMatrix): PlainMatrix {
  const columns = matrix.tests.flatMap(({ weight }, at) => Array.from({ length: weight }, () => at));
  const rows = matrix.candidates.flatMap(({ id, weight }, row) =>
    Array.from({ length: weight }, () => ({
      id,
      passes: columns.map((column) => matrix.verdicts[row]?.[column] === 'pass'),
      outputs: columns.map((column) => matrix.outputs?.[row]?.[column] ?? null),
      probes: matrix.probes?.outputs[row] ?? [],
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

/** By candidate id: agreement with the other samples on probes, an answer at a time; null where nothing was returned. */
export function plainAgreement(matrix: ExecutionMatrix): Map<string, number> | null {
  const { rows } = plainMatrix(matrix);
  const returned = (input: number) => rows.filter(({ probes }) => probes[input] !== null).length;
  const inputs = [...(rows[0]?.probes.keys() ?? [])];
  const all = inputs.reduce((sum, input) => sum + returned(input), 0);
  if (all === 0) return null;
  return new Map(
    rows.map(({ id, probes }) => {
      const shares = inputs.map((input) => {
        const equal = rows.filter((other) => probes[input] !== null && other.probes[input] === probes[input]);
        return (returned(input) / all) * (equal.length / rows.length);
      });
      return [id, shares.reduce((sum, share) => sum + share, 0)];
    }),
  );
}

/** By candidate id: scores of the rule `evidence` with trusted tests, and of its product of ranks without them. */
export function plainEvidence(matrix: ExecutionMatrix, trusted: number): { scores: Map<string, number> } | 'fusion' {
  const { rows, occurrences } = plainMatrix(matrix);
  const passed = new Map(rows.map(({ id, passes }) => [id, passes.filter(Boolean).length]));
  const agreement = plainAgreement(matrix);
  const ranked = [...passed].filter(([, count]) => count > 0).map(([id]) => id);
  if ((Math.max(0, ...passed.values()) + 1) / (occurrences + 2) > trusted) {
    const score = (id: string) => (passed.get(id) as number) * Math.sqrt(agreement?.get(id) ?? 1);
    return { scores: new Map(ranked.map((id) => [id, score(id)])) };
  }
  if (!agreement) return 'fusion';
  const digits = (value: number) => Math.round(value * 1e9);
  const parts = [...(['b4', 'srank'] as const).map((rule) => plainScores(matrix, rule)), agreement];
  const score = (id: string) => {
    const better = parts.map((of) => {
      const own = digits(of.get(id) as number);
      return new Set([...of.values()].map(digits).filter((value) => value > own)).size;
    });
    return -better.reduce((sum, rank) => sum + Math.log(1 + rank), 0);
  };
  return { scores: new Map(ranked.map((id) => [id, score(id)])) };
}
