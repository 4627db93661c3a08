import type { Mutator } from '../../src/core/mutation.ts';
import { returnedValues } from '../parsers/returned-values.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

const WORDINGS = {
  states: ['The return value is', 'What the function returns is'],
  demands: ['The return value should be'],
} as const;

/**
 * "The function returns the sum." -> "The return value is the sum."; "Return the sum." -> "The return value should be the sum."
 *
 * Only where the sentence says nothing else of the program: no second verb, no phrase before it.
 */
export const returnValueMutator: Mutator = {
  name: 'gram-return-value',
  family: 'grammatical',
  summary: 'Speaks of the return value instead of returning.',
  example: { before: 'The function returns the sum of x and y.', after: 'The return value is the sum of x and y.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    let met = false;
    for (const value of returnedValues(prompt, entryPoint)) {
      met = true;
      if ('problem' in value) yield refuse(value.problem, value.sentence);
      else {
        const noun = /\b(function|method|program)\b/i.exec(value.sentence.textOf(value.opening))?.[1]?.toLowerCase();
        for (const wording of WORDINGS[value.mood])
          yield propose([replaceSpan(value.opening, wording.replace('function', noun ?? 'function'))]);
      }
    }
    if (!met) yield refuse('nothing-returned');
  },
};
