import { phraseMutator } from '../phrase-proposals.ts';

/** English turns Latin only inside a bracket or between commas, where the short form is usual. */
export const latinPhraseMutator = phraseMutator({
  name: 'lex-latin-phrase',
  lexicon: 'latin-phrases',
  summary: 'Latin short forms and phrases in English, and back.',
  example: { before: 'Take a sign (for example, a comma).', after: 'Take a sign (e.g., a comma).' },
  declares: ['short-forms', 'operator-synonyms'],
});
