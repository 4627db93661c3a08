import type { Mutator } from '../../src/core/mutation.ts';
import { auxiliaryEdits } from '../parsers/auxiliary-edits.ts';
import { programClauses } from '../parsers/program-clauses.ts';
import { propose, RECODE, refuse } from '../proposals.ts';

/**
 * "Returns the largest element." -> "Will return the largest element."
 *
 * Source: ReCode's TenseTransformationFuture (arXiv 2212.10264), which takes any verb and loses words ("it can was");
 * ours takes present-tense statements of the program alone, all verbs of one subject together.
 */
export const futureMutator: Mutator = {
  name: 'gram-future',
  family: 'grammatical',
  summary: 'Tells in the future tense what the program does.',
  example: { before: 'The function returns the sum.', after: 'The function will return the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: RECODE,
  *propose({ prompt, entryPoint }) {
    let met = false;
    for (const clause of programClauses(prompt, entryPoint)) {
      met = true;
      if ('problem' in clause) yield refuse(clause.problem, clause.sentence);
      else if (clause.sentence.terminator === '?') yield refuse('question', clause.sentence);
      else yield propose(auxiliaryEdits(clause, 'will'));
    }
    if (!met) yield refuse('no-statement-of-program');
  },
};
