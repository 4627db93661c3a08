import type { Guard, GuardInput } from '../../src/core/mutation.ts';
import { isFreshName } from '../parsers/fresh-names.ts';
import { hasWord, wholeWordStarts } from '../parsers/whole-words.ts';
import { declares } from './inverse-renames.ts';

/** Renames are declared, one to one, to names that are new everywhere, and no call of an old name remains. */
export const renamesConsistentGuard: Guard = {
  name: 'renames-consistent',
  check(input) {
    const pairs = Object.entries(input.proposal.renames ?? {});
    if (pairs.length === 0) return null;
    if (!declares(input, 'renames')) return 'the mutator does not declare renames';
    if (new Set(pairs.map(([, fresh]) => fresh)).size < pairs.length) return 'two names become one';
    for (const [old, fresh] of pairs) {
      const problem = problemOf(input, old, fresh);
      if (problem) return problem;
    }
    return null;
  },
};

function problemOf(input: GuardInput, old: string, fresh: string): string | null {
  if (old === fresh) return `"${old}" keeps its name`;
  if (!isFreshName(input, fresh)) return `"${fresh}" is not new`;
  if (old !== input.entryPoint && !hasWord(input.prompt.text, old)) return `"${old}" is not in the prompt`;
  if (!hasWord(input.mutatedText, fresh)) return `"${fresh}" does not appear`;
  if (old === input.entryPoint && isCalled(input.mutatedText, old)) {
    return `a call of "${old}" is left`;
  }
  return null;
}

function isCalled(text: string, name: string): boolean {
  for (const at of wholeWordStarts(text, name)) {
    if (text[at - 1] !== '.' && /^\s{0,4}\(/.test(text.slice(at + name.length, at + name.length + 5))) return true;
  }
  return false;
}
