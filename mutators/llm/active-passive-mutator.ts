import { rewriteByModel } from '../rewriting/rewrite-by-model.ts';

/** The model puts active sentences into the passive voice. */
export const llmActivePassiveMutator = rewriteByModel({
  name: 'llm-active-passive',
  summary: 'Sentences in the active voice become passive, written by a model.',
  example: { before: 'Return the sum of the list.', after: 'The sum of the list is returned.' },
  instruction: 'Put every sentence that is in the active voice into the passive voice.',
});
