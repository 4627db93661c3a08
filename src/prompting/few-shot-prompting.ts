import type { PromptingStrategy } from '../core/chat.ts';
import { withExamples } from './task-text.ts';

export const fewShotPrompting: PromptingStrategy = {
  name: 'few-shot',
  summary: 'solved tasks first, the same ones before every task',
  source: {
    title: 'Brown et al. 2020, "Language Models are Few-Shot Learners"',
    url: 'https://arxiv.org/abs/2005.14165',
  },
  examples: 'fixed',
  calls: 1,
  programMessages: withExamples,
};
