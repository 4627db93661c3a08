import type { Guard } from '../../src/core/mutation.ts';
import { NUMBER_WORDS, OPERATOR_WORDS } from '../parsers/word-lists.ts';
import { withUndeclaredEdits } from './declared-edits.ts';
import { declares, withoutNames } from './inverse-renames.ts';

const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)*/gu;
/** "non-zero" is "nonzero". */
const HYPHENATED_NON = /\bnon-(?=\p{L})/giu;
const LETTER_CASE = /\b(?:upper|lower)[- ]?case/gi;

/**
 * P3: words such as "not", "at least", "first", "odd" and number words are the same, in the same order, in any case of
 * letters. Edits within a declared class of equals do not count.
 */
export const operatorWordsGuard: Guard = {
  name: 'operator-words',
  check(input) {
    const counts = (word: string) => OPERATOR_WORDS.has(word) || NUMBER_WORDS.has(word) || /n['’]t$/.test(word);
    const wordsOf = (text: string) =>
      (
        withoutNames(text, input.proposal)
          .replace(LETTER_CASE, '')
          .replace(HYPHENATED_NON, 'non')
          .toLowerCase()
          .match(WORD) ?? []
      ).filter(counts);
    const before = wordsOf(input.prompt.text);
    const after = wordsOf(withUndeclaredEdits(input));
    if (declares(input, 'reorders-protected')) {
      before.sort();
      after.sort();
    }
    const at = before.findIndex((word, index) => word !== after[index]);
    if (at >= 0) return `"${before[at]}" became "${after[at] ?? ''}"`;
    return after.length > before.length ? `"${after[before.length]}" is new` : null;
  },
};
