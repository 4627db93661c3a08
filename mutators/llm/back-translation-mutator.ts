import type { ModelMutator } from '../../src/core/mutation.ts';
import { RECODE } from '../proposals.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';
import { proposeRewrite } from '../rewriting/propose-rewrite.ts';

const THERE = 'Translate the running text into German.';
const BACK = 'Translate the running text into English, in your own words.';

/**
 * A model translates the text into German and back, in two calls.
 *
 * Source: ReCode's back-translation, which a translation model does there without a check; here the guards and a second
 * call reject a text that lost a clause on the way.
 */
export const llmBackTranslationMutator: ModelMutator = {
  name: 'llm-back-translation',
  family: 'llm',
  summary: 'The text translated into German and back by a model.',
  example: { before: 'Return the sum of the list.', after: 'Give back the sum of the list.' },
  touches: ['prose'],
  preserves: 'paraphrase',
  declares: ['free-wording'],
  source: RECODE,
  propose: (input, ask) => proposeRewrite([THERE, BACK], input, ask),
  confirm: judgeEquivalence,
};
