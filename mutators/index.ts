import { ConfigError, nearestName } from '../src/core/errors.ts';
import { type Mutator, NOISE_SEVERITIES, type RuleFamily } from '../src/core/mutation.ts';
import { checksFirstMutator } from './approach/checks-first-mutator.ts';
import { classMutator } from './approach/class-mutator.ts';
import { edgeCasesMutator } from './approach/edge-cases-mutator.ts';
import { examplesAsAssertionsMutator } from './approach/examples-as-assertions-mutator.ts';
import { examplesFirstMutator } from './approach/examples-first-mutator.ts';
import { explainExamplesMutator } from './approach/explain-examples-mutator.ts';
import { inputsOutputsMutator } from './approach/inputs-outputs-mutator.ts';
import { languageMutator } from './approach/language-mutator.ts';
import { moduleMutator } from './approach/module-mutator.ts';
import { namedMutator } from './approach/named-mutator.ts';
import { planMutator } from './approach/plan-mutator.ts';
import { simplestMutator } from './approach/simplest-mutator.ts';
import { twiceMutator } from './approach/twice-mutator.ts';
import { activePassiveMutator } from './grammatical/active-passive-mutator.ts';
import { imperativeDeclarativeMutator } from './grammatical/imperative-declarative-mutator.ts';
import { imperativeInterrogativeMutator } from './grammatical/imperative-interrogative-mutator.ts';
import { obligationMutator } from './grammatical/obligation-mutator.ts';
import { quantifierMutator } from './grammatical/quantifier-mutator.ts';
import { caseEmphasisMutator } from './layout/case-emphasis-mutator.ts';
import { docToCommentsMutator } from './layout/doc-to-comments-mutator.ts';
import { newlinesMutator } from './layout/newlines-mutator.ts';
import { reflowMutator } from './layout/reflow-mutator.ts';
import { comparisonPhraseMutator } from './lexical/comparison-phrase-mutator.ts';
import { connectiveMutator } from './lexical/connective-mutator.ts';
import { contractionMutator } from './lexical/contraction-mutator.ts';
import { ioVerbMutator } from './lexical/io-verb-mutator.ts';
import { latinPhraseMutator } from './lexical/latin-phrase-mutator.ts';
import { modifierSynonymMutator } from './lexical/modifier-synonym-mutator.ts';
import { nounSynonymMutator } from './lexical/noun-synonym-mutator.ts';
import { numberWordMutator } from './lexical/number-word-mutator.ts';
import { politenessMutator } from './lexical/politeness-mutator.ts';
import { setPhraseMutator } from './lexical/set-phrase-mutator.ts';
import { spellingVariantMutator } from './lexical/spelling-variant-mutator.ts';
import { taskVerbMutator } from './lexical/task-verb-mutator.ts';
import { typoMutator } from './lexical/typo-mutator.ts';
import { verbSynonymMutator } from './lexical/verb-synonym-mutator.ts';
import { modelMutators } from './llm/index.ts';
import { funcAdversarialMutator } from './naming/func-adversarial-mutator.ts';
import { funcCaseMutator } from './naming/func-case-mutator.ts';
import { funcNeutralMutator } from './naming/func-neutral-mutator.ts';
import { funcTaskMutator } from './naming/func-task-mutator.ts';
import { paramCaseMutator } from './naming/param-case-mutator.ts';
import { paramRenameMutator } from './naming/param-rename-mutator.ts';
import { capitalLetterMutator } from './noise/capital-letter-mutator.ts';
import { doubleBlankMutator } from './noise/double-blank-mutator.ts';
import { doubleLetterMutator } from './noise/double-letter-mutator.ts';
import { dropBlankMutator } from './noise/drop-blank-mutator.ts';
import { dropDeterminerMutator } from './noise/drop-determiner-mutator.ts';
import { dropLetterMutator } from './noise/drop-letter-mutator.ts';
import { dropPrepositionMutator } from './noise/drop-preposition-mutator.ts';
import { innerBlankMutator } from './noise/inner-blank-mutator.ts';
import { keyBesideMutator } from './noise/key-beside-mutator.ts';
import { mixedOmissionMutator } from './noise/mixed-omission-mutator.ts';
import { mixedSpacingMutator } from './noise/mixed-spacing-mutator.ts';
import { mixedTypingMutator } from './noise/mixed-typing-mutator.ts';
import { repeatWordMutator } from './noise/repeat-word-mutator.ts';
import { swapLettersMutator } from './noise/swap-letters-mutator.ts';
import { swapWordsMutator } from './noise/swap-words-mutator.ts';
import { verbFormMutator } from './noise/verb-form-mutator.ts';
import { wordClassMutator } from './noise/word-class-mutator.ts';
import { defaultMutator } from './tensor/default-mutator.ts';
import { elementTypeMutator } from './tensor/element-type-mutator.ts';
import { shapeMutator } from './tensor/shape-mutator.ts';

/** Every rule-based mutator, family by family and by name within; one file each. */
export const mutators = [
  comparisonPhraseMutator,
  connectiveMutator,
  contractionMutator,
  ioVerbMutator,
  latinPhraseMutator,
  modifierSynonymMutator,
  nounSynonymMutator,
  numberWordMutator,
  politenessMutator,
  setPhraseMutator,
  spellingVariantMutator,
  taskVerbMutator,
  typoMutator,
  verbSynonymMutator,
  defaultMutator,
  elementTypeMutator,
  shapeMutator,
  activePassiveMutator,
  imperativeDeclarativeMutator,
  imperativeInterrogativeMutator,
  obligationMutator,
  quantifierMutator,
  funcAdversarialMutator,
  funcCaseMutator,
  funcNeutralMutator,
  funcTaskMutator,
  paramCaseMutator,
  paramRenameMutator,
  caseEmphasisMutator,
  docToCommentsMutator,
  newlinesMutator,
  reflowMutator,
  capitalLetterMutator,
  doubleBlankMutator,
  doubleLetterMutator,
  dropBlankMutator,
  dropDeterminerMutator,
  dropLetterMutator,
  dropPrepositionMutator,
  innerBlankMutator,
  keyBesideMutator,
  mixedOmissionMutator,
  mixedSpacingMutator,
  mixedTypingMutator,
  repeatWordMutator,
  swapLettersMutator,
  swapWordsMutator,
  verbFormMutator,
  wordClassMutator,
  checksFirstMutator,
  classMutator,
  edgeCasesMutator,
  examplesAsAssertionsMutator,
  examplesFirstMutator,
  explainExamplesMutator,
  inputsOutputsMutator,
  languageMutator,
  moduleMutator,
  namedMutator,
  planMutator,
  simplestMutator,
  twiceMutator,
] as const satisfies readonly Mutator[];

const FAMILY = 'family:';

/** The default ensemble, with the original prompt (reports/published/approaches). */
const APPROACHES: readonly Mutator[] = [edgeCasesMutator, planMutator, simplestMutator, twiceMutator];

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
  const all: readonly Mutator[] = mutators;
  const chosen = new Set<Mutator>();
  for (const part of selection.split(',').map((word) => word.trim())) {
    if (part === '' || part === 'none') continue;
    for (const mutator of matching(all, part, includeAdversarial)) chosen.add(mutator);
  }
  const place = ({ name }: Mutator) => all.findIndex((mutator) => mutator.name === name.replace(/-[23]$/, ''));
  return [...chosen].sort((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

function matching(all: readonly Mutator[], part: string, includeAdversarial: boolean): readonly Mutator[] {
  const wanted = ({ preserves }: Mutator) => includeAdversarial || preserves !== 'adversarial';
  if (part === 'all') return all.filter((mutator) => wanted(mutator) && !BY_NAME_ALONE.includes(mutator.family));
  if (part === 'approaches') return APPROACHES;
  const severe = SEVERE.exec(part);
  if (severe)
    return matching(all, severe[1] as string, includeAdversarial).map((mutator) => atSeverity(mutator, severe[2]));
  if (part.startsWith(FAMILY)) {
    const family = part.slice(FAMILY.length);
    const families = [...new Set(all.map((mutator) => mutator.family))];
    if (!families.some((known) => known === family)) {
      throw unknown(
        part,
        families.map((known) => FAMILY + known),
        'mutator family',
      );
    }
    return all.filter((mutator) => mutator.family === family && wanted(mutator));
  }
  const named = all.find(({ name }) => name === part);
  if (!named)
    throw unknown(
      part,
      [...[...all, ...modelMutators].map(({ name }) => name), 'all', 'none', 'approaches', 'thesis'],
      'mutator',
    );
  return [named];
}

function unknown(given: string, known: readonly string[], what: string): ConfigError {
  const nearest = nearestName(given, known);
  return new ConfigError('unknown-mutator', `there is no ${what} "${given}"; the nearest is "${nearest}"`, {
    hint: 'Run "mutagree mutators" for the list.',
  });
}
