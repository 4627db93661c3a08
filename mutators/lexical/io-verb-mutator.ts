import { phraseMutator } from '../phrase-proposals.ts';

/** The subject is a function, "that", "it" or the opening of an item, and an argument follows: "takes place" stays. */
export const ioVerbMutator = phraseMutator({
  name: 'lex-io-verb',
  lexicon: 'io-verbs',
  summary: 'Swaps the verb with which a function gets its arguments: takes, accepts, receives.',
  example: { before: 'A function that takes a list.', after: 'A function that accepts a list.' },
});
