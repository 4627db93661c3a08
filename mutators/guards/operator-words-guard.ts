import type { Edit } from '../../src/core/edit.ts';
import type { Guard, GuardInput } from '../../src/core/mutation.ts';
import { NUMBER_WORDS, OPERATOR_WORDS, QUANTIFIERS } from '../parsers/word-lists.ts';
import { declares, withoutNames } from './inverse-renames.ts';

const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)*/gu;
/** "non-zero" is "nonzero". */
const HYPHENATED_NON = /\bnon-(?=\p{L})/giu;
const LETTER_CASE = /\b(?:upper|lower)[- ]?case/gi;

/** Whether an edit brings in as many full stops between words as it takes out "and"s, and the other way round. */
function keepsJoints({ start, end, replacement }: Edit, { prompt }: GuardInput): boolean {
  const joints = (text: string) => (text.match(/\band\b|\.(?=\s+\S)/g) ?? []).length;
  return joints(prompt.text.slice(start, end)) === joints(replacement);
}

/**
 * P3: words such as "not", "at least", "first", "odd" and number words are the same, in the same order, in any case of
 * letters.
 */
export const operatorWordsGuard: Guard = {
  name: 'operator-words',
  check(input) {
    if (declares(input, 'operator-synonyms')) return null;
    const joins = declares(input, 'sentence-joints');
    const untied = joins && input.proposal.edits.some((edit) => !keepsJoints(edit, input));
    if (untied) return '"and" and full stops are not exchanged one for one';
    const counts = (word: string) =>
      !(joins && word === 'and') &&
      (OPERATOR_WORDS.has(word) ||
        (!declares(input, 'number-words') && NUMBER_WORDS.has(word)) ||
        /n['’]t$/.test(word));
    const wordsOf = (text: string) =>
      (
        withoutNames(text, input.proposal)
          .replace(LETTER_CASE, '')
          .replace(HYPHENATED_NON, 'non')
          .toLowerCase()
          .match(WORD) ?? []
      )
        .filter(counts)
        .map((word) => (declares(input, 'quantifiers') && QUANTIFIERS.has(word) ? 'each' : word));
    const before = wordsOf(input.prompt.text);
    const after = wordsOf(input.mutatedText);
    if (declares(input, 'reorders-protected')) {
      before.sort();
      after.sort();
    }
    const at = before.findIndex((word, index) => word !== after[index]);
    if (at >= 0) return `"${before[at]}" became "${after[at] ?? ''}"`;
    return after.length > before.length ? `"${after[before.length]}" is new` : null;
  },
};
