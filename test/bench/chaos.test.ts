import { expect, onTestFinished, test, vi } from 'vitest';
import { startChaos, tallyLines } from '../../bench/chaos/chaos-server.ts';
import { single, storms } from '../../bench/chaos/disturbances.ts';
import { ModelError } from '../../src/core/errors.ts';
import { readRetryAfterMs } from '../../src/model/endpoint-words.ts';
import { startBatchEndpoint } from '../fakes/batch-endpoint.ts';
import { modelRun } from '../fakes/model-run.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const TASKS = 250;

async function upstream() {
  const endpoint = await startBatchEndpoint({
    answer: () => [
      { text: '```python\ndef f(x):\n    return sum(x)\n```\nassert f([1]) == 1', inputTokens: 50, outputTokens: 20 },
    ],
  });
  onTestFinished(() => endpoint.close());
  return endpoint;
}

test('500 calls through every disturbance end as they do without, and only what was lost on the way is paid twice', async () => {
  const calm = await modelRun({ directory: await tempDir(), baseUrl: (await upstream()).baseUrl, tasks: TASKS });
  const behind = await upstream();
  const chaos = await startChaos({ upstream: behind.baseUrl, seed: 7, rate: 0.35 });
  onTestFinished(() => chaos.close());
  const directory = await tempDir();
  let waitedMs = 0;
  let sessions = 0;
  // The clock of this machine jumps about, too.
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + (Math.random() - 0.5) * 86_400_000);
  onTestFinished(() => clock.mockRestore());
  const session = () =>
    modelRun({
      ...{ directory, baseUrl: chaos.baseUrl, tasks: TASKS, retries: 12 },
      settings: { maxFailures: '50%', retryFailed: sessions++ > 0 },
      onWait: (ms) => {
        waitedMs += ms;
      },
    }).catch((error: unknown) => {
      // A storm that outlasts every try ends a run; the same command goes on where it stopped.
      if (error instanceof ModelError && error.code === 'model-rate-limited') return null;
      throw error;
    });
  let record = await session();
  while ((record === null || (record.failures ?? []).length > 0) && sessions < 10) record = await session();

  if (record === null) throw new Error('ten runs in a row ended in a storm');
  expect(record.replies).toHaveLength(2 * TASKS);
  expect(record.replies.map(({ key, reply }) => [key, reply.text]).sort()).toEqual(
    calm.replies.map(({ key, reply }) => [key, reply.text]).sort(),
  );
  expect(record.rankings.map(({ taskId, pickedId }) => [taskId, pickedId])).toEqual(
    calm.rankings.map(({ taskId, pickedId }) => [taskId, pickedId]),
  );
  for (const { name } of [...single, ...storms]) expect(chaos.tally.disturbances.get(name), name).toBeGreaterThan(0);
  expect(behind.single.calls).toBe(2 * TASKS + chaos.tally.paidAndLost);
  console.log(
    `${tallyLines(chaos.tally).join('\n')}\n  ${sessions} sessions; calls waited ${(waitedMs / 1000).toFixed(1)} s between tries (first wait 2 ms instead of 500)`,
  );
}, 600_000);

test('a retry-after date is read by the clock that wrote it', () => {
  const at = Date.parse('2026-01-01T00:00:00Z');
  const headers = (minutes: number, skewMinutes: number) => ({
    'retry-after': new Date(at + (minutes + skewMinutes) * 60_000).toUTCString(),
    date: new Date(at + skewMinutes * 60_000).toUTCString(),
  });
  expect(readRetryAfterMs(new Headers(headers(0.5, 300)), at)).toBe(30_000);
  expect(readRetryAfterMs(new Headers(headers(0.5, -300)), at)).toBe(30_000);
  expect(readRetryAfterMs(new Headers({ 'retry-after': headers(0.5, 0)['retry-after'] }), at)).toBe(30_000);
});
