import { expect, test } from 'vitest';
import { callOutcomes } from '../../src/analysis/calls/call-outcomes.ts';
import { InterruptedError } from '../../src/core/errors.ts';
import { withDrain } from '../../src/model/with-drain.ts';
import { readLog } from '../../src/store/load-run.ts';
import { httpError, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { fakeModel } from '../fakes/fake-model.ts';
import { modelRun } from '../fakes/model-run.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const TEXT = '```python\ndef f(x):\n    return sum(x)\n```\nassert f([1]) == 1';
const request = { messages: [], temperature: 0, topP: 1, maxTokens: 1, sample: 0 };

test('an interruption waits for the replies under way, keeps them, and starts nothing new', async () => {
  const stop = new AbortController();
  const endpoint = await startFakeEndpoint((index) => {
    if (index === 11) setTimeout(() => stop.abort(), 20);
    return { kind: 'slow', ms: 150, text: TEXT };
  });
  const options = { directory: await tempDir(), baseUrl: endpoint.baseUrl, tasks: 15, concurrency: 4 };
  await expect(modelRun({ ...options, signal: stop.signal })).rejects.toBeInstanceOf(InterruptedError);
  const stored = (await readLog(options.directory, 'replies')).length;
  expect(stored).toBeGreaterThanOrEqual(12);
  expect(endpoint.requests.length).toBe(stored);
  const record = await modelRun(options);
  expect(record.replies).toHaveLength(30);
  expect(endpoint.requests.length).toBe(30);
  await endpoint.close();
});

test('replies that take too long are given up', async () => {
  const stop = new AbortController();
  const model = withDrain(
    {
      id: 'm',
      complete: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new InterruptedError()))),
    },
    stop.signal,
    50,
  );
  const started = Date.now();
  const outcome = model.complete(request, new AbortController().signal);
  stop.abort();
  await expect(outcome).rejects.toBeInstanceOf(InterruptedError);
  expect(Date.now() - started).toBeGreaterThanOrEqual(45);
});

test('an aborted stage lets calls under way end, and starts no call', async () => {
  const stage = new AbortController();
  const inner = fakeModel(() => new Promise((resolve) => setTimeout(() => resolve('late'), 30)));
  const model = withDrain(inner, new AbortController().signal, 0);
  const underWay = model.complete(request, stage.signal);
  stage.abort();
  expect((await underWay).text).toBe('late');
  await expect(model.complete(request, stage.signal)).rejects.toBeInstanceOf(InterruptedError);
  expect(inner.requests).toHaveLength(1);
});

test('a failure that ends the run loses none of the replies under way', async () => {
  const endpoint = await startFakeEndpoint((index) =>
    index === 10 ? httpError(401, 'revoked') : { kind: 'slow', ms: 100, text: TEXT },
  );
  const options = { directory: await tempDir(), baseUrl: endpoint.baseUrl, tasks: 12, concurrency: 4 };
  await expect(modelRun(options)).rejects.toMatchObject({ code: 'model-key-missing' });
  const stored = (await readLog(options.directory, 'replies')).length;
  expect(stored).toBe(endpoint.requests.length - 1);
  await endpoint.close();
});

test('a run whose replies are cut goes on with more tokens and asks again only for what was cut', async () => {
  const limits: number[] = [];
  const endpoint = await startFakeEndpoint((index, { body }) => {
    limits.push(Number(body['max_tokens']));
    const isCut = body['max_tokens'] === 100 && index % 5 === 0;
    return { kind: 'reply', text: isCut ? '' : TEXT, finishReason: isCut ? 'length' : 'stop' };
  });
  const options = { directory: await tempDir(), baseUrl: endpoint.baseUrl, tasks: 10 };
  const first = await modelRun(options);
  expect(callOutcomes(first)).toMatchObject({ calls: 20, truncated: 4, alarming: ['truncated'] });
  const second = await modelRun({ ...options, maxTokens: 400 });
  expect(limits.filter((limit) => limit === 400)).toHaveLength(4);
  expect(callOutcomes(second)).toMatchObject({ calls: 20, truncated: 0, unparsable: 0, alarming: [] });
  expect(second.candidates).toHaveLength(10);
  await modelRun({ ...options, maxTokens: 400 });
  expect(limits).toHaveLength(24);
  await expect(modelRun({ ...options, maxTokens: 50 })).rejects.toMatchObject({ code: 'run-differs' });
  await endpoint.close();
});
