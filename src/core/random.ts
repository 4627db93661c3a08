import { createHash } from 'node:crypto';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded generator; every draw is reproducible from the keys that it was forked by. */
export class Rng {
  /** Most generators are forked and never drawn from, so that the key is hashed at the first draw. */
  #source: ReturnType<typeof xoroshiro128plus> | undefined;

  constructor(private readonly key: string) {}

  /** Uniform in [0, 1). */
  next(): number {
    this.#source ??= xoroshiro128plus(createHash('sha256').update(this.key).digest().readInt32LE(0));
    return (this.#source.next() >>> 0) / 0x1_0000_0000;
  }

  /** Uniform integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('cannot pick from an empty array');
    return items[this.below(items.length)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let last = result.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [result[last], result[other]] = [result[other] as T, result[last] as T];
    }
    return result;
  }

  /** An independent generator that depends on this one's keys and `keys` only, not on earlier draws. */
  fork(...keys: readonly (string | number)[]): Rng {
    return new Rng(JSON.stringify([this.key, ...keys]));
  }
}

/** The root generator of a run; fork it by task, mutator or arm before drawing. */
export const createRng = (seed: number): Rng => new Rng(`mutagree:${seed}`);
