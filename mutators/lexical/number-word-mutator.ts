import { isRefusal, type MutationInput, type Mutator, type Proposal } from '../../src/core/mutation.ts';
import { applyEdits } from '../../src/core/text.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-mutators.ts';
import { refuse } from '../proposals.ts';

const WORDS = /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i;
const DIGITS = /(?<![\w.,-])(?:[2-9]|1[0-2])(?= [a-z])/;

/**
 * "two lists" -> "2 lists", "3 elements" -> "three elements".
 *
 * Only two to twelve before the counted noun: a bound, a range, an index or a value to return stays. Refuses prompts
 * that would then have both forms.
 */
export const numberWordMutator: Mutator = {
  name: 'lex-number-word',
  family: 'lexical',
  summary: 'A small number that counts things, in words or in digits.',
  example: { before: 'Merge two sorted lists.', after: 'Merge 2 sorted lists.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['number-words'],
  source: 'original',
  *propose(input) {
    for (const outcome of proposePhrases(input, loadPhrases('number-digits'), 'no-counted-number')) {
      yield isRefusal(outcome) || !mixesForms(input, outcome) ? outcome : refuse('mixed-forms', outcome.edits[0]);
    }
  },
};

/** Whether the running text would mix words and digits for small numbers. */
function mixesForms({ prompt }: MutationInput, { edits }: Proposal): boolean {
  const after = prompt.regions
    .filter(({ kind }) => kind === 'prose')
    .map(({ start, end }) => {
      const own = edits.filter((edit) => edit.start >= start && edit.end <= end);
      return applyEdits(
        prompt.text.slice(start, end),
        own.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
      );
    })
    .join('\n');
  return WORDS.test(after) && DIGITS.test(after);
}
