import { ConfigError, nearestName } from '../src/core/errors.ts';
import { type Mutator, NOISE_SEVERITIES, type RuleFamily } from '../src/core/mutation.ts';
import { modelMutators } from './llm/index.ts';
import { phraseMutators } from './phrase-mutators.ts';
import * as registry from './registry.ts';

const FAMILIES: readonly RuleFamily[] = ['lexical', 'tensor', 'grammatical', 'naming', 'layout', 'noise', 'approach'];

/** Every rule-based mutator, family by family and by name within. */
export const mutators: readonly Mutator[] = FAMILIES.flatMap((family) =>
  [...Object.values<Mutator>(registry), ...phraseMutators]
    .filter((mutator) => mutator.family === family)
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
);

const FAMILY = 'family:';

/** The default ensemble, with the original prompt (reports/published/approaches). */
const APPROACHES: readonly Mutator[] = [
  registry.edgeCasesMutator,
  registry.planMutator,
  registry.simplestMutator,
  registry.twiceMutator,
];

/** Families excluded from `all`: noise, and mutators that rewrite nothing. */
const BY_NAME_ALONE: readonly RuleFamily[] = ['noise', 'approach'];

/** `noise-swap-letters-3`, `family:noise-2`. */
const SEVERE = /^((?:family:)?noise(?:-[a-z-]+)?)-([23])$/;

/** The mutator with as many slips as the severity has. */
function atSeverity(mutator: Mutator, given: string | undefined): Mutator {
  const severity = NOISE_SEVERITIES.find((each) => String(each) === given) ?? 1;
  const { atSeverity: at, name } = mutator;
  return at ? { ...mutator, name: `${name}-${severity}`, propose: at(severity) } : mutator;
}

/**
 * The mutators that a selection names, in the registry's order: `all`, `none`, `approaches` (four of that family),
 * `family:lexical`, ids, or several of these joined by commas. Adversarial ones come in by their own id, or with `all`
 * and `family:` where asked for; noise by its ids and `family:` alone, with `-2` or `-3` for a higher severity; the
 * other approaches likewise.
 *
 * @throws ConfigError `unknown-mutator` with the nearest id.
 */
export function selectMutators(
  selection: string,
  { includeAdversarial = false }: { readonly includeAdversarial?: boolean } = {},
): readonly Mutator[] {
  const chosen = new Set<Mutator>();
  for (const part of selection.split(',').map((word) => word.trim())) {
    if (part === '' || part === 'none') continue;
    for (const mutator of matching(part, includeAdversarial)) chosen.add(mutator);
  }
  const place = ({ name }: Mutator) => mutators.findIndex((mutator) => mutator.name === name.replace(/-[23]$/, ''));
  return [...chosen].sort((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

function matching(part: string, includeAdversarial: boolean): readonly Mutator[] {
  const wanted = mutators.filter(({ preserves }) => includeAdversarial || preserves !== 'adversarial');
  if (part === 'all') return wanted.filter(({ family }) => !BY_NAME_ALONE.includes(family));
  if (part === 'approaches') return APPROACHES;
  const [, plain, severity] = SEVERE.exec(part) ?? [];
  if (plain) return matching(plain, includeAdversarial).map((mutator) => atSeverity(mutator, severity));
  if (part.startsWith(FAMILY)) {
    const known = FAMILIES.map((family) => FAMILY + family);
    if (!known.includes(part)) throw unknown(part, known, 'mutator family');
    return wanted.filter(({ family }) => FAMILY + family === part);
  }
  const named = mutators.filter(({ name }) => name === part);
  if (named.length > 0) return named;
  const names = [...mutators, ...modelMutators].map(({ name }) => name);
  throw unknown(part, [...names, 'all', 'none', 'approaches', 'thesis'], 'mutator');
}

function unknown(given: string, known: readonly string[], what: string): ConfigError {
  const nearest = nearestName(given, known);
  const suggestion = nearest === null ? '' : `Did you mean "${nearest}"? `;
  return new ConfigError('unknown-mutator', `there is no ${what} "${given}"`, {
    hint: `${suggestion}"mutagree mutators" lists them.`,
  });
}
