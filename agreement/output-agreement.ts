import type { ExecutionMatrix } from '../src/core/matrix.ts';

/** Sums of the same parts in another order differ in their last digits, and must be one number. */
const DIGITS = 1e12;

/**
 * Agreement of every candidate with the samples: the share of samples with an equal output, averaged over the probed
 * inputs. An input counts by the share of samples that return anything there: where nearly all raise, it is outside the
 * function's domain. Raising agrees with no other candidate.
 *
 * @returns by candidate, in [0, 1]; null if nothing was probed or returned
 */
export function probeAgreement({ candidates, probes }: ExecutionMatrix): Float64Array | null {
  const samples = candidates.reduce((sum, { weight }) => sum + weight, 0);
  if (!probes || samples === 0) return null;
  const sums = new Float64Array(candidates.length);
  let inputs = 0;
  for (let input = 0; input < probes.inputs.length; input++) {
    const votes = new Map<string, number>();
    let returned = 0;
    for (const [row, { weight }] of candidates.entries()) {
      const text = probes.outputs[row]?.[input] ?? null;
      if (text === null) continue;
      votes.set(text, (votes.get(text) ?? 0) + weight);
      returned += weight;
    }
    // Whole numbers throughout: the order of rows and inputs shows nowhere.
    inputs += returned;
    for (const row of candidates.keys()) {
      const text = probes.outputs[row]?.[input] ?? null;
      if (text !== null) sums[row] = (sums[row] as number) + returned * (votes.get(text) ?? 0);
    }
  }
  return inputs === 0 ? null : sums.map((sum) => Math.round((DIGITS * sum) / (inputs * samples)) / DIGITS);
}
