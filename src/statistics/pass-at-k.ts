/**
 * Chance that at least one of k samples drawn without replacement from `samples` is correct, of which `correct` are:
 * `1 - C(n - c, k) / C(n, k)`, as a product that neither overflows nor cancels. Where fewer than k samples exist, all
 * of them are drawn. No samples: 0.
 *
 * Source: Chen et al. 2021, "Evaluating Large Language Models Trained on Code" (arXiv 2107.03374), section 2.1.
 *
 * @throws RangeError unless `0 <= correct <= samples` and k is a positive integer.
 */
export function passAtK(samples: number, correct: number, k: number): number {
  if (!(correct >= 0 && correct <= samples)) throw new RangeError(`${correct} of ${samples} samples cannot be correct`);
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a positive integer, not ${k}`);
  const drawn = Math.min(k, samples);
  const wrong = samples - correct;
  if (wrong < drawn) return samples === 0 ? 0 : 1;
  let allWrong = 1;
  for (let draw = 0; draw < drawn; draw++) allWrong *= (wrong - draw) / (samples - draw);
  return 1 - allWrong;
}
