import type { ModelMutator } from '../../src/core/mutation.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';
import { askFor, modelApproach } from '../rewriting/model-approach.ts';

const CHECKLIST =
  'List every requirement of this task as a checklist: one line each, beginning with "- ", inputs, output, conditions and errors among them. Add no requirement and leave none out. No code.';

/** A checklist follows the prompt; a second call rejects one that asks for something else. */
export const llmRestateMutator: ModelMutator = {
  ...modelApproach({
    name: 'llm-restate',
    summary: 'The requirements as a checklist, written by a model, behind the prompt.',
    example: { before: 'Add two numbers.', after: 'Add two numbers. … - The result is the sum of both numbers.' },
    source: { title: 'Zi et al. 2025, which details of a prompt help', url: 'https://arxiv.org/abs/2508.03678' },
    async frame(task, ask) {
      const list = await askFor(ask, [task, CHECKLIST]);
      return 'refused' in list ? list : { after: `The same as a checklist:\n\n${list.text}` };
    },
  }),
  confirm: judgeEquivalence,
};
