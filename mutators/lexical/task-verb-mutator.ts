import { z } from 'zod';
import type { Mutator } from '../../src/core/mutation.ts';
import { readData } from '../../src/package-root.ts';
import { programRequests } from '../parsers/imperatives.ts';
import { matchCase, propose, refuse, replaceSpan } from '../proposals.ts';

const lexicon = readData('lexicons/task-verbs.json', z.object({ from: z.array(z.string()), to: z.array(z.string()) }));

/**
 * "Write a function ..." -> "Create a function ...": swaps the verb that asks for the program.
 *
 * Only where a program noun (function, method, class ...) is the verb's object, so that "create a list" stays.
 */
export const taskVerbMutator: Mutator = {
  name: 'lex-task-verb',
  family: 'lexical',
  summary: 'Swaps the verb that asks for the program: write, create, implement, develop.',
  example: { before: 'Write a function to find the sum.', after: 'Implement a function to find the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    let met = false;
    for (const { verb } of programRequests(prompt, entryPoint)) {
      const word = verb.text.toLowerCase();
      met = true;
      if (!lexicon.from.includes(word)) yield refuse('verb-not-interchangeable', verb);
      else {
        for (const other of lexicon.to) {
          if (other !== word) yield propose([replaceSpan(verb, matchCase(verb.text, other))]);
        }
      }
    }
    if (!met) yield refuse('no-task-verb');
  },
};
