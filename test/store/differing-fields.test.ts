import { expect, test } from 'vitest';
import { differingFields } from '../../src/store/run-directory.ts';

test('a study goes on with more tokens, not with fewer, and with nothing else that differs', () => {
  expect(differingFields({ maxTokens: 1024, seed: 1 }, { maxTokens: 4096, seed: 1 })).toEqual([]);
  expect(differingFields({ maxTokens: 4096 }, { maxTokens: 1024 })).toEqual(['maxTokens']);
  expect(differingFields({ maxTokens: 1024, seed: 1 }, { maxTokens: 4096, seed: 2 })).toEqual(['seed']);
});
