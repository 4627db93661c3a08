import type { Mutator } from '../../src/core/mutation.ts';
import { noiseMutator } from '../noise-proposals.ts';
import { doubleLetter, dropLetter, keyBeside, swapLetters } from '../parsers/slips.ts';
import { RECODE } from '../proposals.ts';

/** ReCode's butterfingers hit examples, numbers and names as well. */
export const typoMutator: Mutator = {
  ...noiseMutator({
    name: 'lex-typo',
    summary: 'Typing errors in a few plain words of the running text.',
    example: { before: 'Write a function to sort strings.', after: 'Write a fucntion to sort strings.' },
    slips: [swapLetters, dropLetter, doubleLetter, keyBeside],
  }),
  family: 'lexical',
  preserves: 'adversarial',
  source: RECODE,
};
