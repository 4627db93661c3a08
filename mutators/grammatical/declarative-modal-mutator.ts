import type { Mutator } from '../../src/core/mutation.ts';
import { auxiliaryEdits } from '../parsers/auxiliary-edits.ts';
import { programClauses } from '../parsers/program-clauses.ts';
import { propose, refuse } from '../proposals.ts';

/**
 * "The function returns the sum." -> "The function should return the sum."
 *
 * Only of what the program that is asked for does: with "the function", "it" behind such a sentence, "the output is",
 * or a docstring's "Returns ...". Coordinated verbs change along; it refuses where "and" may join something else.
 */
export const declarativeModalMutator: Mutator = {
  name: 'gram-declarative-modal',
  family: 'grammatical',
  summary: 'States as a requirement what the prompt states of the program.',
  example: { before: 'The function returns the sum.', after: 'The function should return the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    let met = false;
    for (const clause of programClauses(prompt, entryPoint)) {
      if (clause.subject === 'relative') continue;
      met = true;
      if ('problem' in clause) yield refuse(clause.problem, clause.sentence);
      else if (clause.sentence.terminator === '?') yield refuse('question', clause.sentence);
      else yield propose(auxiliaryEdits(clause, 'should'));
    }
    if (!met) yield refuse('no-statement-of-program');
  },
};
