import type { Rng } from '../../src/core/random.ts';

/**
 * As many programs called right as are right, drawn anew: labels that know nothing of what programs do.
 *
 * @param ids of the programs that there are; what `passed` says of others is left out
 */
export function shuffledLabels(ids: readonly string[], passed: ReadonlySet<string>, rng: Rng): ReadonlySet<string> {
  const right = ids.filter((id) => passed.has(id)).length;
  return new Set(rng.shuffle(ids).slice(0, right));
}
