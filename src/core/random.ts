import { createHash } from 'node:crypto';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded generator; every draw is reproducible from the keys that it was forked by. */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, bound). */
  below(bound: number): number;
  /** One element, uniformly. @throws RangeError on an empty array. */
  pick<T>(items: readonly T[]): T;
  /** A shuffled copy (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[];
  /** An independent generator that depends on this one's keys and `keys` alone, not on what was drawn. */
  fork(...keys: readonly (string | number)[]): Rng;
}

function generatorFor(key: string): Rng {
  const digest = createHash('sha256').update(key).digest();
  const source = xoroshiro128plus(digest.readInt32LE(0));
  const rng: Rng = {
    next: () => (source.next() >>> 0) / 0x1_0000_0000,
    below: (bound) => Math.floor(rng.next() * bound),
    pick: (items) => {
      if (items.length === 0) throw new RangeError('cannot pick from an empty array');
      return items[rng.below(items.length)] as (typeof items)[number];
    },
    shuffle: (items) => {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last--) {
        const other = rng.below(last + 1);
        [result[last], result[other]] = [
          result[other] as (typeof items)[number],
          result[last] as (typeof items)[number],
        ];
      }
      return result;
    },
    fork: (...keys) => generatorFor(JSON.stringify([key, ...keys])),
  };
  return rng;
}

/** The root generator of a run; fork it by task, mutator or arm before drawing. */
export function createRng(seed: number): Rng {
  return generatorFor(`mutagree:${seed}`);
}
