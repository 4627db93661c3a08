import type { ModelMutator } from '../../src/core/mutation.ts';
import { THESIS } from '../proposals.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';
import { proposeRewrite } from '../rewriting/propose-rewrite.ts';

const INSTRUCTION = 'Turn every statement and every request into a question that asks for the same thing.';

/** The model turns statements and requests into questions. */
export const llmDeclarativeInterrogativeMutator: ModelMutator = {
  name: 'llm-declarative-interrogative',
  family: 'llm',
  summary: 'Statements and requests become questions, written by a model.',
  example: { before: 'Return the sum of the list.', after: 'Can you return the sum of the list?' },
  touches: ['prose'],
  preserves: 'paraphrase',
  declares: ['free-wording'],
  source: THESIS,
  propose: (input, ask) => proposeRewrite([INSTRUCTION], input, ask),
  confirm: judgeEquivalence,
};
