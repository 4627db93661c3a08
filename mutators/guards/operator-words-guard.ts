import type { Guard, GuardInput } from '../../src/core/mutation.ts';
import { NUMBER_WORDS, OPERATOR_WORDS, operatorClass, QUANTIFIERS } from '../parsers/word-lists.ts';
import { withUndeclaredEdits } from './declared-edits.ts';
import { declares, withoutNames } from './inverse-renames.ts';

const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)*/gu;
/** "non-zero" is "nonzero". */
const HYPHENATED_NON = /\bnon-(?=\p{L})/giu;
const LETTER_CASE = /\b(?:upper|lower)[- ]?case/gi;

/**
 * P3: words such as "not", "at least", "first", "odd" and number words are the same, in the same order, in any case of
 * letters. Edits within a declared class of equals do not count. Declared `free-wording` compares the classes of the
 * words instead ("all" is "every", "and" may come and go): the same classes in the same order, except for quantifiers
 * and conditions, which move with their clause.
 */
export const operatorWordsGuard: Guard = {
  name: 'operator-words',
  check(input) {
    if (declares(input, 'free-wording')) return classesChanged(input);
    const counts = (word: string) => OPERATOR_WORDS.has(word) || NUMBER_WORDS.has(word) || /n['’]t$/.test(word);
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
    const after = wordsOf(withUndeclaredEdits(input));
    return firstDifference(before, after);
  },
};

/** Quantifiers and conditions move with their clause; their meaning does not depend on the order. */
const MOVABLE = new Set(['all', 'if']);

function classesChanged({ prompt, proposal, mutatedText }: GuardInput): string | null {
  const classesOf = (text: string) =>
    (
      withoutNames(text, proposal).replace(LETTER_CASE, '').replace(HYPHENATED_NON, 'non').toLowerCase().match(WORD) ??
      []
    ).flatMap((word) => operatorClass(word) || []);
  const before = classesOf(prompt.text);
  const after = classesOf(mutatedText);
  const inPlace = (classes: readonly string[]) => classes.filter((each) => !MOVABLE.has(each));
  const movable = (classes: readonly string[]) => classes.filter((each) => MOVABLE.has(each)).sort();
  return firstDifference(inPlace(before), inPlace(after)) ?? firstDifference(movable(before), movable(after));
}

function firstDifference(before: readonly string[], after: readonly string[]): string | null {
  const at = before.findIndex((word, index) => word !== after[index]);
  if (at >= 0) return `"${before[at]}" became "${after[at] ?? ''}"`;
  return after.length > before.length ? `"${after[before.length]}" is new` : null;
}
