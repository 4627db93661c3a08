import type { ModelMutator } from '../../src/core/mutation.ts';
import { THESIS } from '../proposals.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';
import { proposeRewrite } from '../rewriting/propose-rewrite.ts';

const INSTRUCTION = 'Replace the verbs by other verbs of the same meaning and change nothing else.';

/** The model replaces verbs by verbs of like meaning. */
export const llmSimilarVerbMutator: ModelMutator = {
  name: 'llm-similar-verb',
  family: 'llm',
  summary: 'Verbs give way to verbs of like meaning, written by a model.',
  example: { before: 'Remove the URLs and plot the words.', after: 'Eliminate the URLs and draw the words.' },
  touches: ['prose'],
  preserves: 'paraphrase',
  declares: ['free-wording'],
  source: THESIS,
  propose: (input, ask) => proposeRewrite([INSTRUCTION], input, ask),
  confirm: judgeEquivalence,
};
