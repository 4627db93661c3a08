import type { ModelMutator } from '../../src/core/mutation.ts';
import { THESIS } from '../proposals.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';
import { proposeRewrite } from '../rewriting/propose-rewrite.ts';

const INSTRUCTION =
  'Put the running text into capital letters; leave code, names, quoted texts and error messages in the case that they have.';

/** The model puts running text into capitals; a rewrite that changes the case of anything protected is refused. */
export const llmUppercaseMutator: ModelMutator = {
  name: 'llm-uppercase',
  family: 'llm',
  summary: 'Running text in capitals, written by a model; protected text keeps its case.',
  example: { before: 'Return the sum of `xs`.', after: 'RETURN THE SUM OF `xs`.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['case'],
  source: THESIS,
  propose: (input, ask) => proposeRewrite([INSTRUCTION], input, ask),
  confirm: judgeEquivalence,
};
