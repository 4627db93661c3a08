import { expect, test } from 'vitest';
import { differingSettings } from '../../../src/app/study/study-plan.ts';

test('a study goes on with more tokens, not with fewer, and with nothing else that differs', () => {
  expect(differingSettings({ maxTokens: 1024, seed: 1 }, { maxTokens: 4096, seed: 1 })).toEqual([]);
  expect(differingSettings({ maxTokens: 4096 }, { maxTokens: 1024 })).toEqual(['maxTokens']);
  expect(differingSettings({ maxTokens: 1024, seed: 1 }, { maxTokens: 4096, seed: 2 })).toEqual(['seed']);
});
