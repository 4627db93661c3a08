import type { ModelMutator } from '../../src/core/mutation.ts';
import { rewriteByModel } from '../rewriting/rewrite-by-model.ts';

const INSTRUCTION = 'Say the same in other words.';

/** The model says the same in other words. */
export const llmRephraseMutator: ModelMutator = rewriteByModel(INSTRUCTION, {
  name: 'llm-rephrase',
  summary: 'The whole text in other words, written by a model.',
  example: { before: 'Return the sum of the list.', after: 'Give back the total of the list.' },
});
