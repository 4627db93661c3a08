import { expect, test } from 'vitest';
import { costAccount } from '../../../src/analysis/cost/cost-account.ts';
import { InterruptedError, ModelError } from '../../../src/core/errors.ts';
import { readLog } from '../../../src/store/load-run.ts';
import { type BatchEndpointScript, startBatchEndpoint } from '../../fakes/batch-endpoint.ts';
import { modelRun } from '../../fakes/model-run.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

const TASKS = 8;
const TEXT = '```python\ndef f(x):\n    return sum(x)\n```\nassert f([1]) == 1';
const prices = { m: { inputPerMTok: 100, outputPerMTok: 1000, source: 'given' } };
const answer: BatchEndpointScript['answer'] = () => ({ text: TEXT, inputTokens: 50, outputTokens: 20 });

async function endpointOf(script: Omit<BatchEndpointScript, 'answer'> = {}) {
  const endpoint = await startBatchEndpoint({ answer, ...script });
  const directory = await tempDir();
  const usual = { directory, baseUrl: endpoint.baseUrl, tasks: TASKS, prices, retries: 2 };
  const run = ({ batch = true, ...more }: { readonly batch?: boolean; signal?: AbortSignal; retries?: number } = {}) =>
    modelRun({ ...usual, settings: { batch }, ...more });
  return { endpoint, directory, run };
}

const paidTwice = (paid: ReadonlyMap<string, number>) => [...paid.values()].filter((times) => times > 1).length;

test('programs and tests of a run go out as one batch, at half the price, after one call of its own', async () => {
  const { endpoint, run } = await endpointOf();
  const record = await run();
  expect(record.replies).toHaveLength(2 * TASKS);
  expect(endpoint.batches).toHaveLength(1);
  expect(endpoint.single.calls).toBe(1);
  expect(endpoint.batched.calls).toBe(2 * TASKS - 1);
  expect(record.rankings).toHaveLength(TASKS);
  const { total, lost } = costAccount(record);
  expect(lost.calls).toBe(0);
  const full = (50 * 100 + 20 * 1000) / 1e6;
  expect(total.paid.usd).toBeCloseTo(full + (full * (2 * TASKS - 1)) / 2, 10);
  expect(total.paid.batched).toBe(2 * TASKS - 1);
  const lines = endpoint.linesOf(0);
  expect(new Set(lines.map(({ custom_id }) => custom_id)).size).toBe(lines.length);
  // The same command again asks nothing.
  await run();
  expect([endpoint.batches.length, endpoint.single.calls]).toEqual([1, 1]);
});

test('replies are those of calls of their own: the same keys, programs and picks', async () => {
  const plain = await (await endpointOf()).run({ batch: false });
  const batched = await (await endpointOf()).run();
  const keys = (record: typeof plain) => record.replies.map(({ key }) => key).sort();
  expect(keys(batched)).toEqual(keys(plain));
  expect(batched.rankings).toEqual(plain.rankings);
  expect(batched.official).toEqual(plain.official);
});

test('what a model refuses by name is known before the batch', async () => {
  const { endpoint, run } = await endpointOf({ wantsCompletionTokens: true });
  const record = await run();
  const lines = endpoint.linesOf(0);
  expect(lines.every(({ body }) => 'max_completion_tokens' in body && !('max_tokens' in body))).toBe(true);
  expect(record.replies.every(({ reply }) => reply.sent?.tokensField === 'max_completion_tokens')).toBe(true);
});

test.each(['expired', 'cancelled'] as const)(
  'a batch that %s: what it has is kept, the rest is asked singly',
  async (end) => {
    const { endpoint, run } = await endpointOf({ end });
    const record = await run();
    expect(record.replies).toHaveLength(2 * TASKS);
    expect(endpoint.batched.calls).toBe(TASKS);
    expect(endpoint.single.calls).toBe(TASKS);
    expect(paidTwice(endpoint.paid)).toBe(0);
    // What it did not reach costs nothing and is no lost reply of the run.
    expect(costAccount(record).lost.atMostUsd).toBe(0);
  },
);

test('lines that fail, lack, come twice or broken: answered singly, each once', async () => {
  const fates = ['answered', 'refused', 'missing', 'broken', 'twice'] as const;
  const { endpoint, run } = await endpointOf({ fateOf: (_body, at) => fates[at % fates.length] ?? 'answered' });
  const record = await run();
  expect(record.replies).toHaveLength(2 * TASKS);
  expect(record.failures).toEqual([]);
  // Only a broken line was paid for and lost.
  const broken = Array.from({ length: 2 * TASKS - 1 }, (_, at) => fates[at % fates.length]).filter(
    (fate) => fate === 'broken',
  ).length;
  expect(paidTwice(endpoint.paid)).toBe(broken);
});

test('a batch that is refused ends the run with its reason, and is handed in anew by the next session', async () => {
  const { endpoint, directory, run } = await endpointOf({ end: 'failed' });
  await expect(run()).rejects.toThrow(/refused batch batch_0: Enqueued token limit reached/);
  expect(endpoint.single.calls).toBe(1);
  await run().catch(() => {});
  expect(endpoint.batches).toHaveLength(2);
  expect((await readLog(directory, 'calls')).filter(({ state }) => state === 'open')).toEqual([]);
  // Without --batch the same run goes on singly.
  expect((await run({ batch: false })).replies).toHaveLength(2 * TASKS);
});

test('an endpoint without batches says so', async () => {
  const { run } = await endpointOf({ without: true });
  await expect(run()).rejects.toThrow(/has no batches: it answered 404/);
});

test('handed in, and the answer to that lost: found by its token, not handed in twice', async () => {
  const { endpoint, run } = await endpointOf({ onCreate: (time) => (time === 0 ? 'lost-answer' : 'taken') });
  const record = await run();
  expect(endpoint.batches).toHaveLength(1);
  expect(record.replies).toHaveLength(2 * TASKS);
});

test('busy when it is handed in: tried again', async () => {
  const { endpoint, run } = await endpointOf({ onCreate: (time) => (time === 0 ? 'busy' : 'taken') });
  await run();
  expect(endpoint.batches).toHaveLength(1);
});

test('stopped while it waits, or between handing in and hearing of it: the next session fetches the batch', async () => {
  const waiting = await endpointOf({ looks: 50 });
  const stop = new AbortController();
  const first = waiting.run({ signal: stop.signal }).catch((error: unknown) => error);
  while ((waiting.endpoint.batches[0]?.looks ?? 0) < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();
  expect(await first).toBeInstanceOf(InterruptedError);
  const open = (await readLog(waiting.directory, 'calls')).filter(({ state }) => state === 'open');
  expect(open).toHaveLength(2 * TASKS - 1);
  const record = await waiting.run();
  expect(waiting.endpoint.batches).toHaveLength(1);
  expect(waiting.endpoint.single.calls).toBe(1);
  expect(record.replies).toHaveLength(2 * TASKS);
  expect(costAccount(record).lost.calls).toBe(0);

  const between = await endpointOf({ onCreate: (time) => (time === 0 ? 'lost-answer' : 'taken') });
  await expect(between.run({ retries: 0 })).rejects.toThrow(ModelError);
  const after = await between.run();
  expect(between.endpoint.batches).toHaveLength(1);
  expect(after.replies).toHaveLength(2 * TASKS);
  expect(paidTwice(between.endpoint.paid)).toBe(0);
});
