import { phraseMutator } from '../phrase-proposals.ts';

/** "all words" is plural and stays, and so do floating "each", "each other", "not every" and "every second". */
export const quantifierMutator = phraseMutator({
  name: 'gram-quantifier',
  family: 'grammatical',
  lexicon: 'quantifiers',
  summary: 'Exchanges "each" and "every".',
  example: { before: 'Double each number.', after: 'Double every number.' },
  declares: ['quantifiers'],
});
