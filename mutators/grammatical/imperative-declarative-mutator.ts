import type { MutationInput, Mutator } from '../../src/core/mutation.ts';
import { type Imperative, imperatives } from '../parsers/imperatives.ts';
import { lowerVerb, programSubject, requestProblem } from '../parsers/requests.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

const TASK_OPENINGS = ['You should', 'You need to', 'Your task is to'] as const;

/**
 * "Return the sum." -> "The function should return the sum."; "Write a function ..." -> "You should write a function
 * ..."
 *
 * The base form after "should" equals the imperative, so coordinated verbs stay right. Refuses list items, "should:"
 * before a list, and prompts without a possible subject.
 */
export const imperativeDeclarativeMutator: Mutator = {
  name: 'gram-imperative-declarative',
  family: 'grammatical',
  summary: 'Turns the request into a statement.',
  example: { before: 'Return the sum of the list.', after: 'The function should return the sum of the list.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose(input) {
    let met = false;
    let told = false;
    for (const imperative of imperatives(input.prompt, input.entryPoint)) {
      met = true;
      const { sentence, verb, asksFor, fronted } = imperative;
      const problem = requestProblem(imperative);
      const openings = openingsFor(imperative, input);
      if (problem) yield refuse(problem, sentence);
      else if (sentence.terminator === '?') yield refuse('not-a-plain-request', sentence);
      else if (asksFor === 'behaviour' && sentence.terminator === ':') yield refuse('announces-list', sentence);
      else if (openings.length === 0) yield refuse('no-subject', sentence);
      else {
        // "Your task is to" bears no repetition.
        for (const opening of openings.filter((each) => !told || !each.startsWith('Your '))) {
          const lead = fronted ? opening.charAt(0).toLowerCase() + opening.slice(1) : opening;
          yield propose([replaceSpan(verb, `${lead} ${lowerVerb(verb)}`)]);
        }
        told = true;
      }
    }
    if (!met) yield refuse('no-imperative');
  },
};

function openingsFor({ asksFor }: Imperative, { prompt, entryPoint }: MutationInput): readonly string[] {
  if (asksFor === 'program') return TASK_OPENINGS;
  const subject = programSubject(prompt, entryPoint);
  return subject === null ? [] : [`The ${subject} should`, `The ${subject} has to`];
}
