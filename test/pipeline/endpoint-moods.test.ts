import { expect, test } from 'vitest';
import { callOutcomes } from '../../src/analysis/calls/call-outcomes.ts';
import type { ModelError } from '../../src/core/errors.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { modelRun } from '../fakes/model-run.ts';
import { isBadTask, type Mood, type MoodyEndpoint, moods, startMoodyEndpoint } from '../fakes/moody-endpoint.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const TASKS = 20;
const CALLS = 2 * TASKS;
const BAD_CALLS = 2 * Array.from({ length: TASKS }, (_, index) => index).filter(isBadTask).length;
const CONCURRENCY = 8;
const [well] = moods as readonly [Mood, ...Mood[]];

/** Questions whose paid answer is not on record, and answers that were paid for beside the first. */
function lossesOf({ paid }: MoodyEndpoint, { replies, failures = [] }: RunRecord) {
  const kept = new Set([...replies, ...failures].map(({ request }) => JSON.stringify(request.messages)));
  return {
    lost: [...paid.keys()].filter((question) => !kept.has(question)).length,
    paidTwice: [...paid.values()].reduce((sum, times) => sum + times - 1, 0),
  };
}

async function play(mood: Mood) {
  const endpoint = await startMoodyEndpoint(mood);
  const { retries, timeoutMs } = mood;
  const options = {
    directory: await tempDir(),
    baseUrl: endpoint.baseUrl,
    tasks: TASKS,
    concurrency: CONCURRENCY,
    ...(retries === undefined ? {} : { retries }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  const session = (settings: Record<string, unknown> = {}) =>
    modelRun({ ...options, settings }).then(
      (record) => ({ record, error: null }),
      (error: ModelError) => ({ record: null, error }),
    );
  const first = await session();
  return { endpoint, session, first, requests: endpoint.requests.length };
}

const statusOf = ({ replies, failures = [] }: RunRecord, code: string | undefined) =>
  [...replies.map(({ reply }) => reply.status), ...failures.map(({ failure }) => failure.code)].filter(
    (each) => each === code,
  ).length;

test.each(moods.map((mood) => [mood.name, mood] as const))(
  '%s',
  async (_, mood) => {
    const { endpoint, session, first, requests } = await play(mood);
    let record = first.record;
    if (mood.outcome === 'ends') {
      expect(first.error).toMatchObject({ code: mood.code, exitCode: mood.exitCode });
      // At once: those that were in flight when the first answer came. A rate limit is tried again first.
      const most = mood.code === 'model-calls-failed' ? 20 + 3 * CONCURRENCY : CONCURRENCY * (1 + (mood.retries ?? 0));
      expect(requests).toBeLessThanOrEqual(most);
      endpoint.setMood(well);
      const resumed = await session({ retryFailed: true });
      expect(resumed.error).toBeNull();
      record = resumed.record;
      expect(record?.failures).toEqual([]);
    } else {
      expect(first.error).toBeNull();
      const before = endpoint.requests.length;
      expect((await session()).error).toBeNull();
      expect(endpoint.requests.length - before).toBe(0);
    }
    if (!record) throw new Error('no record');
    expect(record.manifest.status).toBe('finished');
    const outcomes = callOutcomes(record);
    expect(outcomes.calls).toBe(CALLS);
    if (mood.outcome === 'goes-on') {
      expect(BAD_CALLS).toBeGreaterThan(0);
      const expected = mood.code === 'completed' ? CALLS : BAD_CALLS;
      expect(statusOf(record, mood.code)).toBe(expected);
      expect(outcomes.failed + outcomes.refused + outcomes.truncated + outcomes.empty).toBe(BAD_CALLS);
    } else {
      expect(outcomes).toMatchObject({ failed: 0, refused: 0, truncated: 0, empty: 0, unparsable: 0 });
    }
    expect(lossesOf(endpoint, record)).toEqual({ lost: 0, paidTwice: 0 });
  },
  120_000,
);

test('what failed or was refused is asked again with --retry-failed alone', async () => {
  const mood = moods.find(({ name }) => name === 'content_filter finish') as Mood;
  const filtered = moods.find(({ name }) => name === '400 content filter') as Mood;
  for (const each of [mood, filtered]) {
    const { endpoint, session, requests } = await play(each);
    endpoint.setMood(well);
    expect((await session()).error).toBeNull();
    expect(endpoint.requests.length).toBe(requests);
    const { record } = await session({ retryFailed: true });
    expect(endpoint.requests.length).toBe(requests + BAD_CALLS);
    expect(record && callOutcomes(record)).toMatchObject({ calls: CALLS, failed: 0, refused: 0 });
    expect(record?.candidates).toHaveLength(TASKS);
    expect(record?.rankings.every(({ pickedId }) => pickedId !== null)).toBe(true);
  }
}, 60_000);

test('a refused connection ends the run in a moment', async () => {
  const endpoint = await startMoodyEndpoint(well);
  await endpoint.close();
  const started = Date.now();
  const outcome = modelRun({ directory: await tempDir(), baseUrl: endpoint.baseUrl, tasks: TASKS });
  await expect(outcome).rejects.toMatchObject({ code: 'model-unreachable', exitCode: 5 });
  expect(Date.now() - started).toBeLessThan(5000);
});
