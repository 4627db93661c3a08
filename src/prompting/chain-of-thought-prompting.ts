import type { PromptingStrategy } from '../core/chat.ts';
import { ask, hintParts, programRequest, taskText } from './task-text.ts';

/**
 * The zero-shot request, and steps before the code.
 *
 * Kojima et al. 2022 ask for the answer in a second call; here one reply holds both, since the code is found in its
 * block.
 */
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
