import type { ModelMutator } from '../../src/core/mutation.ts';
import { THESIS } from '../proposals.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';
import { proposeRewrite } from '../rewriting/propose-rewrite.ts';

const INSTRUCTION = 'Say the same in other words.';

/** The model says the same in other words. */
export const llmRephraseMutator: ModelMutator = {
  name: 'llm-rephrase',
  family: 'llm',
  summary: 'The whole text in other words, written by a model.',
  example: { before: 'Return the sum of the list.', after: 'Give back the total of the list.' },
  touches: ['prose'],
  preserves: 'paraphrase',
  declares: ['free-wording'],
  source: THESIS,
  propose: (input, ask) => proposeRewrite([INSTRUCTION], input, ask),
  confirm: judgeEquivalence,
};
