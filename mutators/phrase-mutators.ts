import { z } from 'zod';
import { groupBy } from '../src/core/group-by.ts';
import {
  MUTATOR_DECLARATIONS,
  type MutationInput,
  type Mutator,
  type Proposal,
  type Refusal,
} from '../src/core/mutation.ts';
import type { Edit } from '../src/core/text.ts';
import { readData } from '../src/package-root.ts';
import { loadPhrases, type PhraseLexicon } from './parsers/phrase-lexicon.ts';
import { phraseMatches } from './parsers/phrase-matches.ts';
import { propose, refuse } from './proposals.ts';

/**
 * Applies a lexicon of phrases to a prompt: for each sense and each of its targets one proposal that changes every
 * possible place; if several senses occur, one more that changes them all; and a refusal for each kind of place that
 * must stay.
 *
 * @param absent the reason if no phrase of the lexicon occurs
 */
export function* proposePhrases(
  { prompt, entryPoint }: Pick<MutationInput, 'prompt' | 'entryPoint'>,
  lexicon: PhraseLexicon,
  absent: string,
): Iterable<Proposal | Refusal> {
  const matches = phraseMatches(prompt, entryPoint, lexicon);
  if (matches.length === 0) yield refuse(absent);
  for (const match of matches) if (match.problem !== null) yield refuse(match.problem, match);
  const firsts: Edit[] = [];
  let senses = 0;
  for (const found of groupBy(matches, ({ rule }) => rule.sense).values()) {
    const open = found.filter(({ problem }) => problem === null);
    const [one] = open;
    if (!one) continue;
    const { targets, throughout } = one.rule;
    if (throughout && open.length < found.length) {
      yield refuse(
        'not-throughout',
        found.find(({ problem }) => problem !== null),
      );
      continue;
    }
    let isFirst = true;
    for (const target of targets.keys()) {
      const edits = open.map((match) => match.editsFor(target));
      const fitting = edits.filter((edit) => edit !== null);
      if (fitting.length === 0 || (throughout && fitting.length < edits.length)) {
        yield refuse('does-not-fit', one);
        continue;
      }
      const own = fitting.flat();
      yield propose(own);
      if (isFirst && !own.some((edit) => firsts.some((other) => edit.start < other.end && other.start < edit.end))) {
        firsts.push(...own);
        senses += 1;
      }
      isFirst = false;
    }
  }
  if (senses > 1) yield propose(firsts.sort((a, b) => a.start - b.start));
}

/** What a lexicon says of the mutator that it makes. */
const head = z.object({
  name: z.string(),
  family: z.enum(['lexical', 'tensor', 'grammatical']),
  summary: z.string(),
  example: z.object({ before: z.string(), after: z.string() }),
  declares: z.array(z.enum(MUTATOR_DECLARATIONS)).optional(),
});

/** A mutator that exchanges the equivalent phrases of a lexicon; refuses with `no-<its noun>`. */
function phraseMutator(lexicon: string): Mutator {
  const words = readData(`lexicons/${lexicon}.json`, head);
  const absent = words.name.replace(/^[a-z]+/, 'no');
  return {
    ...words,
    touches: ['prose'],
    preserves: 'exact-meaning',
    source: 'original',
    propose: (input) => proposePhrases(input, loadPhrases(lexicon), absent),
  };
}

/** One of each lexicon that has a name and an example. */
export const phraseMutators: readonly Mutator[] = [
  ...['comparison-phrases', 'connectives', 'contractions', 'io-verbs', 'latin-phrases', 'modifier-synonyms'],
  ...['noun-synonyms', 'set-phrases', 'spelling-variants', 'verb-synonyms'],
  ...['tensor-defaults', 'tensor-element-types', 'tensor-shapes', 'obligations', 'quantifiers'],
].map(phraseMutator);
