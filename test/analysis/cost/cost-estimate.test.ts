import { probit } from 'simple-statistics';
import { describe, expect, test } from 'vitest';
import {
  calibratedGuess,
  cutMean,
  estimateCalls,
  generalGuess,
  givenGuess,
  type PlannedCall,
  repeated,
  sumOfEstimates,
  type TokenGuess,
  thinkingGuess,
} from '../../../src/analysis/cost/cost-estimate.ts';
import { createRng } from '../../../src/core/random.ts';
import type { TokenUsage } from '../../../src/core/stored.ts';
import { costOf, worstCase } from '../../../src/core/token-cost.ts';
import { replyRecord } from '../../fakes/reply-record.ts';

const messages = [
  { role: 'system' as const, content: 'x'.repeat(30) },
  { role: 'user' as const, content: 'y'.repeat(65) },
];
const call = (purpose: PlannedCall['purpose'], maxTokens = 100_000, chance = 1): PlannedCall => ({
  purpose,
  request: { messages, maxTokens },
  promptChars: 360,
  chance,
});

describe('cutMean', () => {
  test('is the mean of what is left under the limit, as drawn', () => {
    const rng = createRng(3).fork('cut');
    for (const [mean = 0, most = 0] of ['200 150', '200 1000', '50 50'].map((pair) => pair.split(' ').map(Number))) {
      const centre = Math.log(mean) - 0.125;
      const draws = Array.from({ length: 20_000 }, () =>
        Math.min(most, Math.exp(centre + 0.5 * probit(Math.max(1e-9, rng.next())))),
      );
      const drawn = draws.reduce((sum, value) => sum + value, 0) / draws.length;
      expect(Math.abs(cutMean(mean, 0.5, most) / drawn - 1)).toBeLessThan(0.02);
    }
  });
  test('without a limit it is the mean', () => expect(cutMean(200, 0.5, 1e9)).toBeCloseTo(200, 6));
});

describe('the general guess', () => {
  test('counts 3.8 characters per token and what a chat template adds', () => {
    expect(generalGuess.inputTokens(call('program'))).toBeCloseTo(95 / 3.8 + 12 + 2 * 4, 12);
  });
  test('a program repeats its prompt, tests do not, a rewrite is as long', () => {
    expect(generalGuess.outputTokens(call('program'))).toBeCloseTo(760 / 3.8, 3);
    expect(generalGuess.outputTokens(call('tests'))).toBeCloseTo(350 / 3.8, 3);
    expect(generalGuess.outputTokens(call('mutation'))).toBeCloseTo(360 / 3.8, 3);
    expect(generalGuess.outputTokens({ ...call('mutation'), promptChars: 0 })).toBeCloseTo(1 / 3.8, 3);
  });
  test('no reply is longer than its limit', () =>
    expect(generalGuess.outputTokens(call('program', 20))).toBeLessThan(20));
});

test.each(['repair', 'question'] as const)('a %s repeats the prompt, as a program does', (purpose) => {
  const long = { ...call(purpose, 1e6), promptChars: 5000 };
  expect(generalGuess.outputTokens(long)).toBeCloseTo(5400 / 3.8, 3);
});

describe('a guess by earlier replies', () => {
  const reply = (usage: TokenUsage | null, status: 'completed' | 'truncated' = 'completed') =>
    replyRecord({ messages, maxTokens: 500, usage, status });
  const guess = calibratedGuess([
    reply({ inputTokens: 30, outputTokens: 100 }),
    reply({ inputTokens: 10, outputTokens: 500 }, 'truncated'),
    reply(null),
  ]);

  test('takes tokens per character, and replies cut at the new limit', () => {
    expect(guess.source).toBe('2 replies');
    // 40 tokens for twice 95 characters.
    expect(guess.inputTokens(call('program'))).toBeCloseTo(20, 12);
    expect(guess.outputTokens(call('program', 80))).toBe(80);
    // The one that was cut counts as long as the new limit.
    expect(guess.outputTokens(call('program', 1000))).toBe(550);
  });
  test('keeps the general defaults for purposes without one, and without any', () => {
    expect(guess.outputTokens(call('tests'))).toBe(generalGuess.outputTokens(call('tests')));
    expect(calibratedGuess([reply(null)])).toBe(generalGuess);
  });
  test('thought comes on top, a given length instead; both end at the limit', () => {
    expect(thinkingGuess(generalGuess, 0)).toBe(generalGuess);
    const thinking = thinkingGuess(generalGuess, 300);
    expect(thinking.source).toBe('general defaults, and 300 tokens of thought per call');
    expect(thinking.outputTokens(call('program'))).toBeCloseTo(500, 3);
    expect(thinking.inputTokens(call('program'))).toBe(generalGuess.inputTokens(call('program')));
    const given = givenGuess(generalGuess, 700);
    expect(given.source).toBe('general defaults, and 700 output tokens per call as given');
    expect([given.outputTokens(call('tests')), given.outputTokens(call('tests', 90))]).toEqual([700, 90]);
  });
});

describe('estimateCalls', () => {
  const guess: TokenGuess = { source: 'x', inputTokens: () => 25, outputTokens: () => 40 };
  const prices = { inputPerMTok: 2, outputPerMTok: 10 };
  const worst = worstCase(call('program', 100).request);

  test('at least, most likely and at most, of a sure call and of one that may not come', () => {
    const found = estimateCalls([call('program', 100), call('tests', 100, 0.25)], guess, prices);
    expect(found.calls).toEqual({ low: 1, expected: 1.25, worst: 2 });
    // 95 characters are at least 19 tokens.
    expect(found.inputTokens).toEqual({ low: 19, expected: 1.25 * 25, worst: 2 * worst.inputTokens });
    expect(found.outputTokens).toEqual({ low: 20, expected: 50, worst: 200 });
    expect(found.usd?.low).toBeCloseTo(costOf({ inputTokens: 19, outputTokens: 20 }, prices), 15);
    expect(found.usd?.expected).toBeCloseTo(costOf({ inputTokens: 31.25, outputTokens: 50 }, prices), 15);
    expect(found.usd?.worst).toBeCloseTo(costOf({ inputTokens: 2 * worst.inputTokens, outputTokens: 200 }, prices), 15);
  });

  test('a batch halves what is likely, and not the worst: it may answer nothing', () => {
    const calls = [call('program', 100)];
    const [single, batch] = [estimateCalls(calls, guess, prices), estimateCalls(calls, guess, prices, { batch: true })];
    expect(single.usd?.low).toBeCloseTo((19 * 2 + 20 * 10) / 1e6, 15);
    expect(batch.usd?.low).toBeCloseTo((19 * 2 + 20 * 10) / 2e6, 15);
    expect(batch.usd?.expected).toBeCloseTo((25 * 2 + 40 * 10) / 2e6, 15);
    expect(batch.usd?.worst).toBe(single.usd?.worst);
    expect(batch.usd?.worst).toBeCloseTo((worst.inputTokens * 2 + 100 * 10) / 1e6, 15);
  });

  test('a guess is never above the worst, nor the least above the guess', () => {
    const wild: TokenGuess = { source: 'x', inputTokens: () => 1e9, outputTokens: () => 1e9 };
    const high = estimateCalls([call('program', 100)], wild, null);
    const most = { inputTokens: { expected: worst.inputTokens }, outputTokens: { expected: 100 } };
    expect(high).toMatchObject({ ...most, usd: null });
    const tiny: TokenGuess = { source: 'x', inputTokens: () => 3, outputTokens: () => 1 };
    expect(estimateCalls([call('program', 100)], tiny, null).inputTokens.low).toBe(3);
  });

  test('repeats multiply, parts add up, and one unknown price makes the sum unknown', () => {
    const one = estimateCalls([call('program', 100)], guess, prices);
    const three = repeated(one, 3);
    expect(three.calls).toEqual({ low: 3, expected: 3, worst: 3 });
    expect(three.inputTokens).toEqual({ low: 57, expected: 75, worst: 3 * worst.inputTokens });
    expect(three.usd?.expected).toBeCloseTo(3 * (one.usd?.expected ?? Number.NaN), 15);
    const outputTokens = { low: 80, expected: 160, worst: 400 };
    expect(sumOfEstimates([one, three])).toMatchObject({ calls: { low: 4, expected: 4, worst: 4 }, outputTokens });
    expect(sumOfEstimates([one, three]).usd?.worst).toBeCloseTo(4 * (one.usd?.worst ?? Number.NaN), 15);
    const unknown = estimateCalls([call('program', 100)], guess, null);
    expect(repeated(unknown, 2).usd).toBeNull();
    expect(sumOfEstimates([one, unknown]).usd).toBeNull();
    expect(sumOfEstimates([]).usd).toEqual({ low: 0, expected: 0, worst: 0 });
  });
});
