import type { Guard } from '../../src/core/mutation.ts';
import { commentFormProblem } from './comment-form.ts';
import { firstDifference, withUndeclaredEdits } from './declared-edits.ts';
import { declares, withoutNames } from './inverse-renames.ts';

/** Digits, quotation marks, brackets and signs: everything but letters, white space and plain punctuation. */
const LITERAL = /\p{N}+|[^\p{L}\p{M}\p{N}\s.,;:?!'’_-]/gu;

/** P2: numbers, quotes, brackets and operator signs are the same, in the same order, declared number words aside. */
export const literalsGuard: Guard = {
  name: 'literals',
  check(input) {
    if (declares(input, 'comment-lines')) return commentFormProblem(input);
    const plain = declares(input, 'emphasis') ? withoutEmphasis : (text: string) => text;
    const before = literalsOf(plain(withoutNames(input.prompt.text, input.proposal)));
    const after = literalsOf(plain(withoutNames(withUndeclaredEdits(input), input.proposal)));
    return firstDifference(before, after);
  },
};

/** `text` without the asterisks of `**word**` and `**two words**`. */
function withoutEmphasis(text: string): string {
  return text.replace(/\*\*(\p{L}+(?: \p{L}+)?)\*\*/gu, '$1');
}

function literalsOf(text: string): string[] {
  return text.match(LITERAL) ?? [];
}
