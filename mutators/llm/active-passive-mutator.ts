import type { ModelMutator } from '../../src/core/mutation.ts';
import { THESIS } from '../proposals.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';
import { proposeRewrite } from '../rewriting/propose-rewrite.ts';

const INSTRUCTION = 'Put every sentence that is in the active voice into the passive voice.';

/** The model puts active sentences into the passive voice. */
export const llmActivePassiveMutator: ModelMutator = {
  name: 'llm-active-passive',
  family: 'llm',
  summary: 'Sentences in the active voice become passive, written by a model.',
  example: { before: 'Return the sum of the list.', after: 'The sum of the list is returned.' },
  touches: ['prose'],
  preserves: 'paraphrase',
  declares: ['free-wording'],
  source: THESIS,
  propose: (input, ask) => proposeRewrite([INSTRUCTION], input, ask),
  confirm: judgeEquivalence,
};
