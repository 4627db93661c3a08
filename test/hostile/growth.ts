import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** CPU milliseconds of one call. */
export function cpuMsOf(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Lengths at which growth is measured, each twice the one before. */
export const SIZES = [10_000, 20_000, 40_000, 80_000] as const;

/** Shorter times say nothing about growth: one collection of garbage outweighs them. */
const SMALLEST_MS = 120;

/** Beyond linear growth by this factor a function is not linear. */
const TOLERANCE = 1.3;

export interface Growth {
  /** The lengths measured, ascending, each twice the one before. */
  readonly sizes: readonly number[];
  /** CPU milliseconds at each of `sizes`. */
  readonly ms: readonly number[];
  /**
   * Growth from the third last size to the last, divided by four; null where the times are too short to tell. Over one
   * doubling alone a collection of garbage decides; what is quadratic has 4.
   */
  readonly factor: number | null;
}

export const isLinear = ({ factor }: Growth): boolean => factor === null || factor <= TOLERANCE;

/**
 * How the CPU time of a function grows with its text. What looks worse than linear is measured once more with texts of
 * twice and four times the length: a step where a text outgrows a cache of the processor or a heap's young half stays
 * behind there, while what is worse than linear remains so at every length.
 */
export function growthOf(read: (text: string) => unknown, write: (length: number) => string): Growth {
  let growth = measuredGrowth(read, write, SIZES);
  for (const times of [2, 4]) {
    if (isLinear(growth)) break;
    const longer = SIZES.map((size) => size * times);
    growth = measuredGrowth(read, write, longer);
  }
  return growth;
}

/**
 * The shortest of some calls at each size; where it looks worse than linear the measurement is made again, since a busy
 * machine can only add to it, and without the garbage of others, which a long text would have to wait for more often than
 * a short one.
 */
function measuredGrowth(
  read: (text: string) => unknown,
  write: (length: number) => string,
  sizes: readonly number[],
  attempts = 12,
): Growth {
  let ms: number[] = sizes.map(() => Number.POSITIVE_INFINITY);
  let growth: Growth = { sizes, ms, factor: null };
  for (let attempt = 0; attempt < attempts; attempt++) {
    // A text of its own each time, so that no remembered tree makes it shorter.
    ms = sizes.map((size, at) => {
      const text = `${write(size)}${' '.repeat(attempt)}`;
      if (attempt > 0) collectGarbage();
      return Math.min(
        ms[at] as number,
        cpuMsOf(() => read(text)),
      );
    });
    const [, before = 0, , last = 0] = ms;
    growth = { sizes, ms, factor: last < SMALLEST_MS ? null : last / before / 4 };
    if (isLinear(growth)) break;
  }
  return growth;
}
