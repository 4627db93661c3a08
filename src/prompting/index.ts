import type { PromptingStrategy, TestStyle } from '../core/chat.ts';
import { unknownName } from '../core/errors.ts';
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

/** @throws ConfigError `unknown-prompting` with the nearest name. */
export function findPrompting(name: string): PromptingStrategy {
  const found = promptings.find((prompting) => prompting.name === name);
  if (found) return found;
  throw unknownName(
    'prompting',
    name,
    promptings.map((prompting) => prompting.name),
  );
}

/** @throws ConfigError `unknown-test-style` with the nearest name. */
export function findTestStyle(name: string): TestStyle {
  const found = testStyles.find((style) => style.name === name);
  if (found) return found;
  throw unknownName(
    'test style',
    name,
    testStyles.map((style) => style.name),
  );
}
