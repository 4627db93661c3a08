import type { PromptingStrategy } from '../core/chat.ts';
import { ask, hintParts, programRequest, taskText } from './task-text.ts';

/** A plan, then the program. Jiang et al. show eight examples with plans; here the request alone asks for one. */
export const selfPlanningPrompting: PromptingStrategy = {
  name: 'self-planning',
  summary: 'two calls per program: the model writes a plan, then the code that follows it',
  source: {
    title: 'Jiang et al. 2023, "Self-planning Code Generation with Large Language Models"',
    url: 'https://arxiv.org/abs/2303.06689',
  },
  calls: 2,
  programMessages: (input, [plan] = []) => {
    const asked = ask(
      taskText(input),
      ...hintParts(input),
      'Write a short plan for this task: numbered steps, each one sentence, and no code yet.',
    );
    if (plan === undefined) return asked;
    return [...asked, { role: 'assistant', content: plan }, ...ask(`Follow this plan. ${programRequest(input)}`)];
  },
};
