import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readLog } from '../../src/store/load-run.ts';
import { startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { tempPath } from '../fakes/temp-dir.ts';
import { startCommand } from '../live/start-command.ts';

/** A run of the command line that gets a signal once the endpoint was asked so often. */
async function interrupted(signals: readonly NodeJS.Signals[], answerMs: number) {
  const out = await tempPath('run');
  const argv = ['run', '--dataset', 'starter', '--limit', '5', '--variants', '4', '--model', 'm', '--out', out];
  let asked = () => {};
  const reached = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const endpoint = await startFakeEndpoint((index) => {
    if (index === 11) asked();
    return { kind: 'slow', ms: index < 8 ? 50 : answerMs, text: 'def f(): ...' };
  });
  const { child } = startCommand([...argv, '--sandbox', 'process'], { OPENAI_BASE_URL: endpoint.baseUrl });
  const ended = once(child, 'exit');
  await reached;
  const started = Date.now();
  for (const signal of signals) {
    child.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await ended;
  const ms = Date.now() - started;
  const requests = endpoint.requests.length;
  return { code: child.exitCode, ms, requests, stored: (await readLog(out, 'replies')).length };
}

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  '%s keeps every reply that was asked for',
  async (signal) => {
    const { code, requests, stored } = await interrupted([signal], 900);
    expect(code).toBe(130);
    expect(requests).toBeGreaterThanOrEqual(12);
    expect(stored).toBe(requests);
  },
  180_000,
);

test('replies that take longer are given up after two seconds', async () => {
  const { code, ms } = await interrupted(['SIGTERM'], 30_000);
  expect(code).toBe(130);
  expect(ms).toBeGreaterThan(1900);
  expect(ms).toBeLessThan(3000);
}, 180_000);

test('a second signal ends it at once', async () => {
  const { code, ms } = await interrupted(['SIGINT', 'SIGINT'], 30_000);
  expect(code).toBe(130);
  expect(ms).toBeLessThan(1500);
}, 180_000);
