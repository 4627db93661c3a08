import type { ModelMutator } from '../../src/core/mutation.ts';
import { THESIS } from '../proposals.ts';
import { judgeEquivalence } from './judge-equivalence.ts';
import { proposeRewrite } from './propose-rewrite.ts';

/** A mutator of the thesis: a model rewrites the prose by one instruction, a second call judges the result. */
export function rewriteByModel({
  instruction,
  ...words
}: Pick<ModelMutator, 'name' | 'summary' | 'example'> & { readonly instruction: string }): ModelMutator {
  return {
    ...words,
    family: 'llm',
    touches: ['prose'],
    preserves: 'paraphrase',
    declares: ['free-wording'],
    source: THESIS,
    propose: (input, ask) => proposeRewrite([instruction], input, ask),
    confirm: judgeEquivalence,
  };
}
