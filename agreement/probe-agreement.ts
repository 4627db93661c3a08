import type { ExecutionMatrix } from '../src/core/matrix.ts';

/** What a table of outputs says of every candidate. */
export interface OutputAgreement {
  /** By candidate: share of the other votes that returned the same, averaged over inputs by {@link weight}; in [0, 1]. */
  readonly share: Float64Array;
  /** Inputs on which somebody returned something, each counted by the share of samples that did. */
  readonly weight: number;
}

/**
 * How far every candidate returns what the samples return. An input counts by the share of samples that return
 * anything there: where nearly all raise, it lies outside the function's domain and says nothing. Raising agrees with
 * nobody.
 *
 * @param weights inputs' own weights (test occurrences); 1 each by default
 * @returns null where nothing was returned on any input
 */
export function outputAgreement(
  candidates: ExecutionMatrix['candidates'],
  outputs: readonly (readonly (string | null)[])[],
  weights?: readonly number[],
): OutputAgreement | null {
  const share = new Float64Array(candidates.length);
  const samples = candidates.reduce((sum, { weight }) => sum + weight, 0);
  const inputs = outputs[0]?.length ?? 0;
  let total = 0;
  for (let input = 0; input < inputs; input++) {
    const votes = new Map<string, number>();
    let returned = 0;
    for (const [row, { weight }] of candidates.entries()) {
      const text = outputs[row]?.[input] ?? null;
      if (text === null) continue;
      votes.set(text, (votes.get(text) ?? 0) + weight);
      returned += weight;
    }
    if (returned === 0) continue;
    const counts = (returned / samples) * (weights?.[input] ?? 1);
    total += counts;
    for (const row of candidates.keys()) {
      const text = outputs[row]?.[input] ?? null;
      if (text !== null) share[row] = (share[row] as number) + counts * ((votes.get(text) ?? 0) / samples);
    }
  }
  return total === 0 ? null : { share: share.map((sum) => sum / total), weight: total };
}
