import { expect, onTestFinished, test } from 'vitest';
import { costAccount } from '../../src/analysis/cost/cost-account.ts';
import { spentUsd } from '../../src/app/assembly/model-stack.ts';
import { sharedUsage } from '../../src/model/shared-usage.ts';
import { readLog } from '../../src/store/load-run.ts';
import { type BatchEndpointScript, startBatchEndpoint } from '../fakes/batch-endpoint.ts';
import { modelRun } from '../fakes/model-run.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const TASKS = 4;
const SAMPLES = 6;
const CALLS = 2 * TASKS;
const prices = { m: { inputPerMTok: 100, outputPerMTok: 1000, source: 'given' } };
const text = (at: number) => `\`\`\`python\ndef f(x):\n    return sum(x) + ${at}\n\`\`\`\nassert f([1]) == 1`;

async function grouped(script: Partial<BatchEndpointScript> = {}, samplesPerCall = SAMPLES) {
  let asked = 0;
  const endpoint = await startBatchEndpoint({
    answer: (_body, count) =>
      Array.from({ length: count }, () => ({ text: text(asked++), inputTokens: 60, outputTokens: 25 })),
    ...script,
  });
  onTestFinished(() => endpoint.close());
  const directory = await tempDir();
  const run = (most = samplesPerCall) =>
    modelRun({
      ...{ directory, baseUrl: endpoint.baseUrl, tasks: TASKS, samples: SAMPLES, prices },
      settings: { samplesPerCall: most },
    });
  return { endpoint, directory, run };
}

test('six samples of a prompt are one call; each is stored under its own key, and the bill is that of the endpoint', async () => {
  const { endpoint, directory, run } = await grouped();
  const record = await run();
  expect(endpoint.single.calls).toBe(CALLS);
  expect(record.replies).toHaveLength(CALLS * SAMPLES);
  expect(new Set(record.replies.map(({ key }) => key)).size).toBe(CALLS * SAMPLES);
  expect(record.replies.every(({ reply }) => reply.sent?.choices === SAMPLES && !('others' in reply))).toBe(true);
  expect(record.replies.some(({ request }) => 'also' in request)).toBe(false);
  const { total, lost } = costAccount(record);
  expect(total.paid).toMatchObject({
    inputTokens: endpoint.single.inputTokens,
    outputTokens: endpoint.single.outputTokens,
    cachedInputTokens: endpoint.single.cachedInputTokens,
  });
  expect(lost.calls).toBe(0);
  // What is counted against a cap is the same money.
  const spent = spentUsd(
    { replies: await readLog(directory, 'replies'), calls: await readLog(directory, 'calls') },
    prices,
  );
  expect(spent).toBeCloseTo(total.paid.usd ?? 0, 10);
  // Plain calls find every sample of the group on record.
  await run(1);
  expect(endpoint.single.calls).toBe(CALLS);
});

test.each(['ignored', 'refused'] as const)(
  'an endpoint by which n is %s: found once, then plain calls, nothing twice',
  async (choices) => {
    const { endpoint, run } = await grouped({ choices });
    const record = await run();
    expect(record.replies).toHaveLength(CALLS * SAMPLES);
    expect(endpoint.single.calls).toBe(CALLS * SAMPLES);
    expect([...endpoint.paid.values()].every((times) => times === 1)).toBe(true);
    expect(record.replies.some(({ reply }) => reply.sent?.choices !== undefined)).toBe(false);
    expect(new Set(record.replies.map(({ reply }) => reply.text)).size).toBe(CALLS * SAMPLES);
  },
);

test('an endpoint that gives fewer than asked: the others are asked singly', async () => {
  const { endpoint, run } = await grouped({
    answer: (_body, count) =>
      Array.from({ length: Math.min(count, 4) }, () => ({ text: text(0), inputTokens: 60, outputTokens: 25 })),
  });
  const record = await run();
  expect(record.replies).toHaveLength(CALLS * SAMPLES);
  expect(endpoint.single.calls).toBe(CALLS * 3);
});

test('no call asks for more than it may', async () => {
  const { endpoint, run } = await grouped({}, 4);
  expect((await run()).replies).toHaveLength(CALLS * SAMPLES);
  expect(endpoint.single.calls).toBe(CALLS * 2);
});

test('tokens are shared out whole', () => {
  const shares = sharedUsage({ inputTokens: 10, outputTokens: 101, cachedInputTokens: 7 }, [0, 5, 100]);
  const sum = (of: 'inputTokens' | 'outputTokens' | 'cachedInputTokens') =>
    shares.reduce((all, share) => all + (share?.[of] ?? 0), 0);
  expect([sum('inputTokens'), sum('outputTokens'), sum('cachedInputTokens')]).toEqual([10, 101, 7]);
  expect(sharedUsage(null, [1, 2])).toEqual([null, null]);
  // One of two choices was counted.
  expect(sharedUsage({ inputTokens: 10, outputTokens: 100 }, [400, 400])).toEqual([null, null]);
  expect(sharedUsage({ inputTokens: 10, outputTokens: 200 }, [400, 400])).toEqual([
    { inputTokens: 5, outputTokens: 100 },
    { inputTokens: 5, outputTokens: 100 },
  ]);
});
