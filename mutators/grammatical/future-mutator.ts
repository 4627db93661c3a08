import { RECODE } from '../proposals.ts';
import { statementMutator } from '../statement-proposals.ts';

/** ReCode's takes any verb and loses words: "it can was". */
export const futureMutator = statementMutator({
  name: 'gram-future',
  summary: 'Tells in the future tense what the program does.',
  example: { before: 'The function returns the sum.', after: 'The function will return the sum.' },
  source: RECODE,
  auxiliaries: [{ words: 'will', relative: true, negated: true }],
});
