import { expect, test } from 'vitest';
import { armReplies } from '../../../src/analysis/cost/arm-replies.ts';
import type { Arm } from '../../../src/core/arm.ts';
import type { ReplyPurpose } from '../../../src/core/chat.ts';

const reply = (purpose: ReplyPurpose, variantId = 'v', sample = 0) => ({
  purpose,
  variantId,
  request: { messages: [], temperature: 0, topP: 1, maxTokens: 1, sample },
});
const samples = [{ variantId: 'v', sample: 0 }];
const PURPOSES: readonly ReplyPurpose[] = ['program', 'tests', 'mutation', 'repair', 'question'];
const paidBy = (arm: Arm, variantId = 'v', sample = 0) => {
  const isPaid = armReplies('t', { arm, samples });
  return PURPOSES.filter((purpose) => isPaid(reply(purpose, variantId, sample)));
};

test('programs and test replies of its own samples; baseline asks for no tests', () => {
  expect(paidBy('baseline')).toEqual(['program']);
  expect(paidBy('self-agreement')).toEqual(['program', 'tests']);
  expect(paidBy('self-agreement', 'v', 1)).toEqual([]);
  expect(paidBy('self-agreement', 'w')).toEqual([]);
});

test('the ensemble pays for the rewrites of all variants', () => {
  expect(paidBy('mutation-ensemble')).toEqual(['program', 'tests', 'mutation']);
  expect(paidBy('mutation-ensemble', 'w')).toEqual(['mutation']);
});

test('a rival pays for the repairs and questions under its own name', () => {
  expect(paidBy('judge', 't::rival::judge')).toEqual(['repair', 'question']);
  expect(paidBy('judge', 't::rival::self-repair')).toEqual([]);
  expect(paidBy('judge', 'u::rival::judge')).toEqual([]);
  expect(paidBy('self-agreement', 't::rival::judge')).toEqual([]);
});

test('test replies of their own count in the place of those of its samples', () => {
  const tests = [{ variantId: 'w', sample: 3 }];
  const isPaid = armReplies('t', { arm: 'more-tests', samples, tests });
  expect(isPaid(reply('tests'))).toBe(false);
  expect(isPaid(reply('tests', 'w', 3))).toBe(true);
  expect(isPaid(reply('program', 'w', 3))).toBe(false);
});
