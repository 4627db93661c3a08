import type { Guard } from '../../src/core/mutation.ts';

const SHORTEST = 0.7;
const LONGEST = 1.5;

/** P12: a mutant is 0.7 to 1.5 times as long as its prompt. */
export const lengthRatioGuard: Guard = {
  name: 'length-ratio',
  check({ prompt, mutatedText }) {
    const ratio = mutatedText.length / Math.max(1, prompt.text.length);
    return ratio < SHORTEST || ratio > LONGEST ? `${ratio.toFixed(2)} times as long` : null;
  },
};
