import type { PromptingStrategy } from '../core/chat.ts';
import { withExamples } from './task-text.ts';

export const randomShotPrompting: PromptingStrategy = {
  name: 'random-shot',
  summary: 'solved tasks first, drawn at random for each task: the control of stage-shot',
  source: {
    title: 'Deep-Bench (DL-Bench), three-shot prompting with random examples',
    url: 'https://arxiv.org/abs/2502.18726',
  },
  examples: 'random',
  calls: 1,
  programMessages: withExamples,
};
