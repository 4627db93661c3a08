import { expect, test } from 'vitest';
import { InterruptedError } from '../../src/core/errors.ts';
import { withDrain } from '../../src/model/pacing.ts';
import { readLog } from '../../src/store/load-run.ts';
import { httpError, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { chatRequest, fakeModel, never } from '../fakes/fake-model.ts';
import { modelRun } from '../fakes/model-run.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const TEXT = '```python\ndef f(x):\n    return sum(x)\n```\nassert f([1]) == 1';
const request = chatRequest();

test('an aborted stage lets calls under way end, and starts no call', async () => {
  const stage = new AbortController();
  const inner = fakeModel(() => new Promise((resolve) => setTimeout(() => resolve('late'), 30)));
  const model = withDrain(inner, never, 0);
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
});
