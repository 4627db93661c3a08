import { expect, test } from 'vitest';
import { readLog } from '../../src/store/load-run.ts';
import { cli } from '../fakes/cli.ts';

const RECORDING = 'data/recordings/starter-smollm2-135m';
/** The settings of the recording, at prices that weigh output four times as much as input. */
const settings = [
  ...['--dataset', 'starter', '--model', 'smollm2-135m-instruct', '--variants', '6', '--max-tokens', '160'],
  ...['--price-input', '1', '--price-output', '4'],
];

async function estimated(...more: readonly string[]) {
  return JSON.parse((await cli('estimate', ...settings, ...more, '--json')).out) as {
    total: Record<'calls' | 'inputTokens' | 'outputTokens' | 'usd', { low: number; expected: number; worst: number }>;
    models: { stored: number; prices: unknown }[];
  };
}

test('the bundled recording cost what was expected, within 15 %, and lies between low and worst', async () => {
  const replies = await readLog(RECORDING, 'replies');
  const usages = replies.flatMap(({ reply }) => reply.usage ?? []);
  const inputTokens = usages.reduce((sum, usage) => sum + usage.inputTokens, 0);
  const outputTokens = usages.reduce((sum, usage) => sum + usage.outputTokens, 0);
  const actual = { calls: replies.length, inputTokens, outputTokens, usd: (inputTokens + 4 * outputTokens) / 1e6 };
  // With the prompts of the recording, and none of its replies.
  const { total } = await estimated('--variants-from', RECORDING);
  for (const [name, value] of Object.entries(actual)) {
    const range = total[name as keyof typeof total];
    expect(range.low, name).toBeLessThanOrEqual(value);
    expect(range.worst, name).toBeGreaterThanOrEqual(value);
    expect(Math.abs(range.expected - value) / value, name).toBeLessThan(0.15);
  }
}, 240_000);

test('replies that are there are not paid for again, and a model of no list says so', async () => {
  const whole = await estimated('--limit', '4', '--variants-from', RECORDING);
  const replayed = await estimated('--limit', '4', '--variants-from', RECORDING, '--recording', RECORDING);
  expect(replayed.models[0]?.stored).toBe(whole.total.calls.worst);
  expect(replayed.total.calls.worst).toBe(0);
  const { out } = await cli('estimate', '--dataset', 'starter', '--model', 'nobody-knows', '--limit', '1', '--power');
  expect(out).toMatch(/its price is in no list/);
  expect(out).toMatch(/disagree +one comparison +corrected/);
}, 240_000);

test('by batch low and expected cost half, worst as if everything were asked singly', async () => {
  const plain = await estimated('--limit', '2');
  const batch = await estimated('--limit', '2', '--batch');
  expect(batch.total.usd.expected).toBeCloseTo(plain.total.usd.expected / 2, 12);
  expect(batch.total.usd.low).toBeCloseTo(plain.total.usd.low / 2, 12);
  expect(batch.total.usd.worst).toBe(plain.total.usd.worst);
}, 240_000);

test.each([
  [['--adaptive'], /--batch and --adaptive exclude each other/],
  [['--offline'], /--batch and --offline exclude each other/],
  [['--test-model', 'gguf:/m.gguf'], /--batch and gguf:\/m.gguf exclude each other/],
])('a batch with %j is refused', async (more, words) => {
  const { code, err } = await cli('estimate', ...settings, '--limit', '1', '--batch', ...more);
  expect(code).toBe(2);
  expect(err).toMatch(words);
});
