import { rewriteByModel } from '../rewriting/rewrite-by-model.ts';

/** A model rephrases the prompt. */
export const llmRephraseMutator = rewriteByModel({
  name: 'llm-rephrase',
  summary: 'The whole text in other words, written by a model.',
  example: { before: 'Return the sum of the list.', after: 'Give back the total of the list.' },
  instruction: 'Say the same in other words.',
});
