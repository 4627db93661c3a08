import type { ModelMutator } from '../../src/core/mutation.ts';
import { rewriteByModel } from '../rewriting/rewrite-by-model.ts';

const INSTRUCTION = 'Put every sentence that is in the active voice into the passive voice.';

/** The model puts active sentences into the passive voice. */
export const llmActivePassiveMutator: ModelMutator = rewriteByModel(INSTRUCTION, {
  name: 'llm-active-passive',
  summary: 'Sentences in the active voice become passive, written by a model.',
  example: { before: 'Return the sum of the list.', after: 'The sum of the list is returned.' },
});
