import type { PromptingStrategy } from '../core/chat.ts';
import { ask, hintParts, programRequest, taskText } from './task-text.ts';

/** Steps before the code. Kojima et al. ask for the answer in a second call; here one reply holds both. */
export const chainOfThoughtPrompting: PromptingStrategy = {
  name: 'chain-of-thought',
  summary: 'the model reasons step by step before it writes the code, in one reply',
  source: {
    title: 'Kojima et al. 2022, "Large Language Models are Zero-Shot Reasoners"',
    url: 'https://arxiv.org/abs/2205.11916',
  },
  calls: 1,
  programMessages: (input) =>
    ask(
      programRequest(input),
      taskText(input),
      ...hintParts(input),
      "Let's think step by step: first say in a few sentences how to solve it, then write the code block.",
    ),
};
