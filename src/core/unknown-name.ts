import { closest, distance } from 'fastest-levenshtein';
import { ConfigError } from './errors.ts';

/** The known name that is fewest edits away; of equals the first by alphabet. Null where none is known. */
export function nearestName(name: string, known: readonly string[]): string | null {
  return known.length > 0 ? closest(name, [...known].sort()) : null;
}

/**
 * The error for a name that a registry does not have, with the nearest one that it has.
 *
 * @param kind what the name is, such as `mutator`; the code becomes `unknown-<kind>`.
 */
export function unknownName(kind: string, name: string, known: readonly string[]): ConfigError {
  const nearest = nearestName(name, known);
  const close = nearest !== null && distance(name, nearest) <= Math.max(2, Math.ceil(nearest.length / 2));
  const suggestion = close ? `Did you mean "${nearest}"? ` : '';
  return new ConfigError(`unknown-${kind.replaceAll(' ', '-')}`, `there is no ${kind} "${name}"`, {
    mend: `${suggestion}Known: ${known.join(', ')}.`,
  });
}
