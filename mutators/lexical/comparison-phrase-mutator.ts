import { phraseMutator } from '../phrase-proposals.ts';

/** Each pair is one class of equals in data/lexicons; the number, name or noun inside keeps every byte. */
export const comparisonPhraseMutator = phraseMutator({
  name: 'lex-comparison-phrase',
  lexicon: 'comparison-phrases',
  summary: 'Another wording of the same comparison or bound.',
  example: { before: 'Take at least 3 items.', after: 'Take 3 or more items.' },
  declares: ['operator-synonyms'],
});
