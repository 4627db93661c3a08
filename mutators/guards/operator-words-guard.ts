import type { Guard, GuardInput, Proposal } from '../../src/core/mutation.ts';
import { NUMBER_WORDS, OPERATOR_WORDS, operatorClass, QUANTIFIERS } from '../parsers/word-lists.ts';
import { firstDifference, withUndeclaredEdits } from './declared-edits.ts';
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
    const counted = (text: string) =>
      wordsOf(text, input.proposal)
        .filter(counts)
        .map((word) => (declares(input, 'quantifiers') && QUANTIFIERS.has(word) ? 'each' : word));
    return firstDifference(counted(input.prompt.text), counted(withUndeclaredEdits(input)));
  },
};

/** Quantifiers and conditions move with their clause; their meaning does not depend on the order. */
const MOVABLE = new Set(['all', 'if']);

function classesChanged({ prompt, proposal, mutatedText }: GuardInput): string | null {
  const classesOf = (text: string) => wordsOf(text, proposal).flatMap((word) => operatorClass(word) || []);
  const before = classesOf(prompt.text);
  const after = classesOf(mutatedText);
  const inPlace = (classes: readonly string[]) => classes.filter((each) => !MOVABLE.has(each));
  const movable = (classes: readonly string[]) => classes.filter((each) => MOVABLE.has(each)).sort();
  return firstDifference(inPlace(before), inPlace(after)) ?? firstDifference(movable(before), movable(after));
}

/** The words of a text in lower case, renamed names aside. */
function wordsOf(text: string, proposal: Proposal): readonly string[] {
  const plain = withoutNames(text, proposal).replace(LETTER_CASE, '').replace(HYPHENATED_NON, 'non');
  return plain.toLowerCase().match(WORD) ?? [];
}
