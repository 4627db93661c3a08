import { phraseMutator } from '../phrase-proposals.ts';

/**
 * Applies to the program, its input and its output only, and never to prohibitions: "should not" and "need not" are no
 * pair.
 */
export const obligationMutator = phraseMutator({
  name: 'gram-obligation',
  family: 'grammatical',
  lexicon: 'obligations',
  summary: 'Another verb for what the program must do.',
  example: { before: 'The function should return the sum.', after: 'The function has to return the sum.' },
  declares: ['operator-synonyms'],
});
