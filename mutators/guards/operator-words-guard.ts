import type { Guard, GuardInput } from '../../src/core/mutation.ts';
import { NUMBER_WORDS, OPERATOR_WORDS, operatorClass } from '../parsers/word-lists.ts';
import { declares, withoutNames } from './inverse-renames.ts';

const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)*/gu;
/** "non-zero" is "nonzero". */
const HYPHENATED_NON = /\bnon-(?=\p{L})/giu;
const LETTER_CASE = /\b(?:upper|lower)[- ]?case/gi;

/**
 * P3: words such as "not", "at least", "first", "odd" and number words are the same, in the same order, in any case of
 * letters. Declared `free-wording` compares what they decide instead ("all" is "every", "and" may come and go), each
 * class as often, in any order.
 */
export const operatorWordsGuard: Guard = {
  name: 'operator-words',
  check(input) {
    if (declares(input, 'operator-synonyms')) return null;
    if (declares(input, 'free-wording')) return classesChanged(input);
    const counts = (word: string) =>
      OPERATOR_WORDS.has(word) || (!declares(input, 'number-words') && NUMBER_WORDS.has(word)) || /n['’]t$/.test(word);
    const wordsOf = (text: string) =>
      (
        withoutNames(text, input.proposal)
          .replace(LETTER_CASE, '')
          .replace(HYPHENATED_NON, 'non')
          .toLowerCase()
          .match(WORD) ?? []
      ).filter(counts);
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

function classesChanged({ prompt, proposal, mutatedText }: GuardInput): string | null {
  const counts = new Map<string, number>();
  const count = (text: string, step: number) => {
    const plain = withoutNames(text, proposal).replace(LETTER_CASE, '').replace(HYPHENATED_NON, 'non').toLowerCase();
    for (const word of plain.match(WORD) ?? []) {
      const decides = operatorClass(word);
      if (decides) counts.set(decides, (counts.get(decides) ?? 0) + step);
    }
  };
  count(prompt.text, 1);
  count(mutatedText, -1);
  const changed = [...counts].find(([, difference]) => difference !== 0);
  if (!changed) return null;
  return changed[1] > 0 ? `"${changed[0]}" or its like is lost` : `"${changed[0]}" or its like is new`;
}
