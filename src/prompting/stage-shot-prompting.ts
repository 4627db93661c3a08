import type { PromptingStrategy } from '../core/chat.ts';
import { withExamples } from './task-text.ts';

export const stageShotPrompting: PromptingStrategy = {
  name: 'stage-shot',
  summary: 'solved tasks first, those of the stage that a classifier predicts for the task',
  source: {
    title: 'Deep-Bench (DL-Bench), three-shot prompting with examples of the predicted stage',
    url: 'https://arxiv.org/abs/2502.18726',
  },
  examples: 'stage',
  calls: 1,
  programMessages: withExamples,
};
