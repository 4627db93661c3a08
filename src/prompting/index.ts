import type { PromptingStrategy, TestStyle } from '../core/chat.ts';
import { findNamed } from '../core/errors.ts';
import { assertionsTestStyle } from './assertions-test-style.ts';
import { chainOfThoughtPrompting } from './chain-of-thought-prompting.ts';
import { fewShotPrompting } from './few-shot-prompting.ts';
import { randomShotPrompting } from './random-shot-prompting.ts';
import { selfPlanningPrompting } from './self-planning-prompting.ts';
import { stageShotPrompting } from './stage-shot-prompting.ts';
import { unittestTestStyle } from './unittest-test-style.ts';
import { zeroShotPrompting } from './zero-shot-prompting.ts';

/** Every way to turn a task into messages; adding one is a file and a line here. */
export const promptings: readonly PromptingStrategy[] = [
  zeroShotPrompting,
  chainOfThoughtPrompting,
  fewShotPrompting,
  selfPlanningPrompting,
  stageShotPrompting,
  randomShotPrompting,
];

/** Every way to ask for tests; adding one is a file and a line here. */
export const testStyles: readonly TestStyle[] = [assertionsTestStyle, unittestTestStyle];

export const findPrompting = (name: string): PromptingStrategy => findNamed('prompting', promptings, name);
export const findTestStyle = (name: string): TestStyle => findNamed('test style', testStyles, name);
