import { closest } from 'fastest-levenshtein';
import { ConfigError } from '../src/core/errors.ts';
import type { Scorer } from '../src/core/matrix.ts';
import { codetScorer } from './codet-scorer.ts';
import { maxPassScorer } from './max-pass-scorer.ts';

/** Every scorer, one file each. */
export const scorers: readonly Scorer[] = [codetScorer, maxPassScorer];

/** @throws ConfigError `unknown-scorer`, with the nearest name. */
export function findScorer(name: string): Scorer {
  const scorer = scorers.find((candidate) => candidate.name === name);
  if (scorer) return scorer;
  const names = scorers.map((candidate) => candidate.name);
  throw new ConfigError('unknown-scorer', `there is no scorer "${name}"; did you mean "${closest(name, names)}"?`, {
    mend: `Choose one of ${names.join(', ')}.`,
  });
}
