import type { Edit } from '../src/core/edit.ts';
import { groupBy } from '../src/core/group-by.ts';
import type { MutationInput, Mutator, Proposal, Refusal } from '../src/core/mutation.ts';
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
  const bySense = groupBy(matches, ({ rule }) => rule.sense);
  const firsts: Edit[] = [];
  let senses = 0;
  for (const found of bySense.values()) {
    const open = found.filter(({ problem }) => problem === null);
    const [one] = open;
    if (!one) continue;
    if (one.rule.throughout && open.length < found.length) {
      yield refuse(
        'not-throughout',
        found.find(({ problem }) => problem !== null),
      );
      continue;
    }
    let isFirst = true;
    for (let target = 0; target < one.rule.targets.length; target++) {
      const edits = open.map((match) => match.editsFor(target));
      const fitting = edits.filter((edit) => edit !== null);
      if (fitting.length === 0 || (one.rule.throughout && fitting.length < edits.length)) {
        yield refuse('does-not-fit', one);
        continue;
      }
      yield propose(fitting.flat());
      if (
        isFirst &&
        !fitting.flat().some((edit) => firsts.some((other) => edit.start < other.end && other.start < edit.end))
      ) {
        firsts.push(...fitting.flat());
        senses += 1;
      }
      isFirst = false;
    }
  }
  if (senses > 1) yield propose(firsts.sort((a, b) => a.start - b.start));
}

/** The parts that differ between mutators based on a lexicon of phrases. */
type PhraseEntry = Pick<Mutator, 'name' | 'summary' | 'example' | 'declares'> & {
  /** Of data/lexicons. */
  readonly lexicon: string;
  readonly family?: Mutator['family'];
};

/** A mutator based on a lexicon of equivalent phrases; refuses with `no-<its noun>`. */
export function phraseMutator({ lexicon, family = 'lexical', ...words }: PhraseEntry): Mutator {
  const absent = words.name.replace(/^[a-z]+/, 'no');
  return {
    ...words,
    family,
    touches: ['prose'],
    preserves: 'exact-meaning',
    source: 'original',
    propose: (input) => proposePhrases(input, loadPhrases(lexicon), absent),
  };
}
