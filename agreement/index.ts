import type { Scorer } from '../src/core/matrix.ts';
import { unknownName } from '../src/core/unknown-name.ts';
import { codetScorer } from './codet-scorer.ts';
import { maxPassScorer } from './max-pass-scorer.ts';

/** Every scorer, one file each. */
export const scorers: readonly Scorer[] = [codetScorer, maxPassScorer];

/** @throws ConfigError `unknown-scorer`, with the nearest name. */
export function findScorer(name: string): Scorer {
  const scorer = scorers.find((candidate) => candidate.name === name);
  if (scorer) return scorer;
  throw unknownName(
    'scorer',
    name,
    scorers.map((known) => known.name),
  );
}
