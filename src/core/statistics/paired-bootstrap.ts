import { type BootstrapOptions, bootstrapMean } from './bootstrap.ts';
import type { Estimate } from './estimate.ts';
import { wilsonInterval } from './wilson.ts';

/**
 * Mean difference `first - second` over the same tasks with its 95 % bootstrap interval: whole tasks are drawn again,
 * so that what makes a task hard cancels out. Values lie in [0, 1].
 *
 * Where the difference is the same on every task there is nothing to draw. Then the interval is that of no disagreement
 * in n tasks, `z^2 / (n + z^2)` to either side (Tango 1998, Stat. Med. 17, 891-908), since tasks not seen may differ.
 *
 * @throws RangeError when the lists differ in length.
 */
export function pairedBootstrap(
  first: readonly number[],
  second: readonly number[],
  options: BootstrapOptions,
): Estimate {
  if (first.length !== second.length) throw new RangeError(`${first.length} values cannot pair with ${second.length}`);
  const differences = first.map((value, index) => value - (second[index] as number));
  const estimate = bootstrapMean(differences, options);
  if (estimate.low < estimate.high) return estimate;
  const margin = wilsonInterval(0, differences.length).high;
  return {
    value: estimate.value,
    low: Math.max(-1, estimate.value - margin),
    high: Math.min(1, estimate.value + margin),
  };
}
