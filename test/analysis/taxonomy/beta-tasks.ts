import type { Rng } from '../../../src/core/random.ts';

/** A standard normal draw (Box and Muller 1958). */
function drawNormal(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next());
}

/** A Gamma draw of scale 1 (Marsaglia and Tsang 2000, ACM TOMS 26, 363-372). */
function drawGamma(shape: number, rng: Rng): number {
  if (shape < 1) return drawGamma(shape + 1, rng) * (1 - rng.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = drawNormal(rng);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - rng.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/**
 * How likely a program for one task is right: a Beta draw. Small `spread` makes tasks that are nearly always or nearly
 * never solved, a large one tasks that are all alike.
 *
 * @param mean in (0, 1).
 * @param spread sum of the two Beta parameters.
 */
export function drawDifficulty(mean: number, spread: number, rng: Rng): number {
  const first = drawGamma(mean * spread, rng);
  const second = drawGamma((1 - mean) * spread, rng);
  // Both may underflow where the parameters are tiny: then the task is one of the extremes.
  return first + second === 0 ? Number(rng.next() < mean) : first / (first + second);
}

/** Outcomes of samples of one task. */
export function drawOutcomes(samples: number, chance: number, rng: Rng): boolean[] {
  return Array.from({ length: samples }, () => rng.next() < chance);
}

/** Share of right samples in each task of a simulated study. */
export function drawShares(
  { tasks, samples, mean, spread }: { tasks: number; samples: number; mean: number; spread: number },
  rng: Rng,
): number[] {
  return Array.from({ length: tasks }, () => {
    const chance = drawDifficulty(mean, spread, rng);
    let right = 0;
    for (let sample = 0; sample < samples; sample++) if (rng.next() < chance) right++;
    return right / samples;
  });
}
