import { logChoose } from './log-beta.ts';
import { mcnemarExact } from './mcnemar.ts';

/** A planned comparison of two arms, or models, on the same tasks. */
export interface PlannedComparison {
  readonly tasks: number;
  /** Share of tasks on which the two picks disagree, whichever is right. */
  readonly discordant: number;
  /** Level of the test, after any correction; 0.05 when absent. */
  readonly alpha?: number | undefined;
  /** How likely a true difference is to be found; 0.8 when absent. */
  readonly power?: number | undefined;
}

/** log of the binomial probability. */
function logBinomial(n: number, k: number, p: number): number {
  if (p <= 0) return k === 0 ? 0 : Number.NEGATIVE_INFINITY;
  if (p >= 1) return k === n ? 0 : Number.NEGATIVE_INFINITY;
  return logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log(1 - p);
}

/** The most that the fewer side may have for McNemar's exact test to reject, by disagreements; -1: never. */
function criticalValues(tasks: number, alpha: number): number[] {
  let critical = -1;
  return Array.from({ length: tasks + 1 }, (_, pairs) => {
    // The bound grows with the pairs, so it is looked for from the last one on.
    const rejects = (fewer: number) =>
      2 * fewer <= pairs && mcnemarExact({ onlyFirst: fewer, onlySecond: pairs - fewer }) <= alpha;
    while (rejects(critical + 1)) critical++;
    return critical;
  });
}

function powerWith(critical: readonly number[], discordant: number, difference: number): number {
  const tasks = critical.length - 1;
  const better = discordant === 0 ? 0.5 : (discordant + difference) / (2 * discordant);
  let power = 0;
  for (let pairs = 0; pairs <= tasks; pairs++) {
    const most = critical[pairs] as number;
    const chance = logBinomial(tasks, pairs, discordant);
    if (most < 0 || chance < -60) continue;
    let rejected = 0;
    for (let fewer = 0; fewer <= most; fewer++) {
      rejected += Math.exp(logBinomial(pairs, fewer, better));
      if (2 * fewer < pairs) rejected += Math.exp(logBinomial(pairs, pairs - fewer, better));
    }
    power += Math.exp(chance) * rejected;
  }
  return Math.min(1, power);
}

/**
 * Probability that the exact McNemar test finds a difference of solve rates, summed over every outcome: the number of
 * tasks that disagree is binomial, and so are the wins among them.
 *
 * @param difference of the two solve rates, as a fraction, at most `discordant`.
 */
export function mcnemarPower({ tasks, discordant, alpha = 0.05 }: PlannedComparison, difference: number): number {
  return powerWith(criticalValues(tasks, alpha), discordant, Math.abs(difference));
}

/** To 0.0005; null where not even disagreements that all go one way are found. */
export function smallestDetectable({ tasks, discordant, alpha = 0.05, power = 0.8 }: PlannedComparison): number | null {
  const critical = criticalValues(tasks, alpha);
  const powerAt = (difference: number) => powerWith(critical, discordant, difference);
  if (powerAt(discordant) < power) return null;
  let low = 0;
  let high = discordant;
  while (high - low > 0.0005) {
    const middle = (low + high) / 2;
    if (powerAt(middle) >= power) high = middle;
    else low = middle;
  }
  return high;
}
