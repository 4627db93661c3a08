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

/** Every way to turn a task into messages, one file each. */
export const promptings: readonly PromptingStrategy[] = [
  zeroShotPrompting,
  chainOfThoughtPrompting,
  fewShotPrompting,
  selfPlanningPrompting,
  stageShotPrompting,
  randomShotPrompting,
];

export const findPrompting = (name: string): PromptingStrategy => findNamed('prompting', promptings, name);

/** Every way to ask for tests. */
export const testStyles: readonly TestStyle[] = [assertionsTestStyle, unittestTestStyle];

export const findTestStyle = (name: string): TestStyle => findNamed('test style', testStyles, name);
