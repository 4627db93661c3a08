import type { GuardInput } from '../../src/core/mutation.ts';
import { NUMBER_WORDS, OPERATOR_WORDS, operatorClass, QUANTIFIERS } from '../parsers/word-lists.ts';
import { withUndeclaredEdits } from './declared-edits.ts';
import { declares, withoutNames } from './rename-guards.ts';

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
export function operatorWordsProblem(input: GuardInput): string | null {
  if (declares(input, 'free-wording')) return classesChanged(input);
  const counts = (word: string) => OPERATOR_WORDS.has(word) || NUMBER_WORDS.has(word) || /n['’]t$/.test(word);
  const alike = (word: string) => (declares(input, 'quantifiers') && QUANTIFIERS.has(word) ? 'each' : word);
  const countedIn = (text: string) => wordsOf(text, input).filter(counts).map(alike);
  return firstDifference(countedIn(input.prompt.text), countedIn(withUndeclaredEdits(input)));
}

/** The words without names and signs that are spelled in several ways, lower case. */
const wordsOf = (text: string, { proposal }: GuardInput): readonly string[] =>
  withoutNames(text, proposal).replace(LETTER_CASE, '').replace(HYPHENATED_NON, 'non').toLowerCase().match(WORD) ?? [];

/** Quantifiers and conditions move with their clause; their meaning does not depend on the order. */
const MOVABLE = new Set(['all', 'if']);

function classesChanged(input: GuardInput): string | null {
  const classesOf = (text: string) => wordsOf(text, input).flatMap((word) => operatorClass(word) || []);
  const [before, after] = [classesOf(input.prompt.text), classesOf(input.mutatedText)];
  const inPlace = (classes: readonly string[]) => classes.filter((each) => !MOVABLE.has(each));
  const movable = (classes: readonly string[]) => classes.filter((each) => MOVABLE.has(each)).sort();
  return firstDifference(inPlace(before), inPlace(after)) ?? firstDifference(movable(before), movable(after));
}

function firstDifference(before: readonly string[], after: readonly string[]): string | null {
  const at = before.findIndex((word, index) => word !== after[index]);
  if (at >= 0) return `"${before[at]}" became "${after[at] ?? ''}"`;
  return after.length > before.length ? `"${after[before.length]}" is new` : null;
}

/** Digits, quotation marks, brackets and signs: everything but letters, white space and plain punctuation. */
const LITERAL = /\p{N}+|[^\p{L}\p{M}\p{N}\s.,;:?!'’_-]/gu;

/** P2: numbers, quotes, brackets and operator signs are the same, in the same order, declared number words aside. */
export function literalsProblem(input: GuardInput): string | null {
  const plain = declares(input, 'emphasis') ? withoutEmphasis : (text: string) => text;
  const literalsOf = (text: string) => plain(withoutNames(text, input.proposal)).match(LITERAL) ?? [];
  return firstDifference(literalsOf(input.prompt.text), literalsOf(withUndeclaredEdits(input)));
}

/** `text` without the asterisks of `**word**` and `**two words**`. */
function withoutEmphasis(text: string): string {
  return text.replace(/\*\*(\p{L}+(?: \p{L}+)?)\*\*/gu, '$1');
}
