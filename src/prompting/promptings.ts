import type { ExampleChoice, PromptingStrategy } from '../core/chat.ts';
import { findNamed } from '../core/errors.ts';
import { ask, hintParts, programRequest, taskText, withExamples } from './task-text.ts';

/** The prompt stays verbatim; the wording was chosen by measurement (docs/adr/0003-test-prompt.md). */
export const zeroShotPrompting: PromptingStrategy = {
  name: 'zero-shot',
  summary: 'the prompt and one short request',
  source: 'original',
  calls: 1,
  programMessages: (input) => ask(programRequest(input), taskText(input), ...hintParts(input)),
};

/** Steps before the code. Kojima et al. ask for the answer in a second call; here one reply holds both. */
const chainOfThoughtPrompting: PromptingStrategy = {
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

/** A plan, then the program. Jiang et al. show eight examples with plans; here the request alone asks for one. */
const selfPlanningPrompting: PromptingStrategy = {
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

/** Solved tasks before the task itself; promptings that show some differ by the choice of them alone. */
const shots = (
  name: string,
  examples: ExampleChoice,
  summary: string,
  title: string,
  arxiv: string,
): PromptingStrategy => ({
  name,
  summary: `solved tasks first, ${summary}`,
  source: { title, url: `https://arxiv.org/abs/${arxiv}` },
  examples,
  calls: 1,
  programMessages: withExamples,
});

/** Every way to turn a task into messages. */
export const promptings: readonly PromptingStrategy[] = [
  zeroShotPrompting,
  chainOfThoughtPrompting,
  shots(
    'few-shot',
    'fixed',
    'the same ones before every task',
    'Brown et al. 2020, "Language Models are Few-Shot Learners"',
    '2005.14165',
  ),
  selfPlanningPrompting,
  shots(
    'stage-shot',
    'stage',
    'those of the stage that a classifier predicts for the task',
    'Deep-Bench (DL-Bench), three-shot prompting with examples of the predicted stage',
    '2502.18726',
  ),
  shots(
    'random-shot',
    'random',
    'drawn at random for each task: the control of stage-shot',
    'Deep-Bench (DL-Bench), three-shot prompting with random examples',
    '2502.18726',
  ),
];

export const findPrompting = (name: string): PromptingStrategy => findNamed('prompting', promptings, name);
