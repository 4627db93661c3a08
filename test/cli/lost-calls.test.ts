import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { readLog } from '../../src/store/load-run.ts';
import { readManifest } from '../../src/store/run-directory.ts';
import { cli, cliWith } from '../fakes/cli.ts';
import { type FakeAnswer, type FakeRequest, httpError, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const { tasks } = await readDataset('starter');

/** The task that a request is about: its prompt stands in it word by word. */
const taskOf = ({ body }: FakeRequest) =>
  tasks.find(({ prompt }) => JSON.stringify(body['messages']).includes(JSON.stringify(prompt.text).slice(1, -1)));

/** Something that can be read as a program and as a test. */
function good(request: FakeRequest): FakeAnswer {
  const name = taskOf(request)?.entryPoint ?? 'f';
  return { kind: 'reply', text: `\`\`\`python\ndef ${name}(*all):\n    return 1\n\nassert ${name}(1) == 1\n\`\`\`` };
}

interface Session {
  readonly more?: readonly string[];
  readonly out?: string;
  readonly arms?: string;
}

/** Runs of five tasks of `starter`, at an endpoint whose address only the environment names. */
async function endpointOf(answer: (request: FakeRequest, index: number) => FakeAnswer) {
  const endpoint = await startFakeEndpoint((index, request) => answer(request, index));
  const folder = await tempDir();
  const run = async ({ more = [], out = 'run', arms = 'baseline,self-agreement' }: Session = {}) => {
    const fixed = ['run', '--dataset', 'starter', '--limit', '5', '--mutators', 'none', '--variants', '1'];
    const argv = [...fixed, '--samples', '3', '--arms', arms, '--sandbox', 'process', '--model', 'm', '--retries', '0'];
    const before = endpoint.requests.length;
    const ran = await cliWith({ OPENAI_BASE_URL: endpoint.baseUrl })(...argv, '--out', join(folder, out), ...more);
    return { ...ran, asked: endpoint.requests.length - before };
  };
  const read = (name: string, out = 'run') => readFile(join(folder, out, name), 'utf8');
  return { endpoint, folder, run, read };
}

describe('single calls that fail', () => {
  test('one bad prompt: the run ends well, says n of m everywhere, and does not ask again', async () => {
    let isRepaired = false;
    const { run, read, folder } = await endpointOf((request) =>
      taskOf(request) === tasks[1] && !isRepaired ? httpError(400, 'Invalid prompt: flagged as unsafe') : good(request),
    );
    const first = await run();
    expect(first.code, first.err).toBe(0);
    const failures = await readLog(join(folder, 'run'), 'failures');
    expect(failures.length).toBeGreaterThanOrEqual(3);
    expect(new Set(failures.map(({ taskId }) => taskId)).size).toBe(1);
    const share = `${failures.length} of 30 calls failed`;
    expect(first.out.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^${share}.*--retry-failed`));
    expect(await read('report.md')).toContain(`| failed | ${failures.length} of 30`);
    const report = JSON.parse(await read('report.json'));
    expect(report.runs[0].calls).toMatchObject({
      calls: 30,
      failed: failures.length,
      reasons: [{ code: 'model-content-filtered', calls: failures.length, tasks: 1 }],
    });
    const page = await read('report.html');
    expect(page).toMatch(/<section id="calls"[\s\S]*flagged as unsafe/);

    expect(await run()).toMatchObject({ code: 0, asked: 0 });
    isRepaired = true;
    expect(await run({ more: ['--retry-failed'] })).toMatchObject({ code: 0, asked: failures.length });
    const repaired = await run({ more: ['--json'] });
    expect(JSON.parse(repaired.out).calls).toMatchObject({ calls: 30, failed: 0 });
    const recording = ['--offline', '--recording', join(folder, 'run'), '--variants-from', join(folder, 'run')];
    const replayed = await run({ out: 'again', more: [...recording, '--json'] });
    expect(JSON.parse(replayed.out).calls).toMatchObject({ calls: 30, failed: 0 });
  }, 120_000);

  test.each(['1', '2'])(
    'too many end a run of %s tasks early, with exit code 5 and the commonest reason',
    async (limit) => {
      const { run } = await endpointOf(() => httpError(400, 'top_k is not known here'));
      const more = ['--limit', limit, '--samples', '40', '--concurrency', '1'];
      const { code, err, asked } = await run({ more, arms: 'baseline' });
      expect(code).toBe(5);
      expect(err).toMatch(/\d+ of \d+ calls failed; the commonest reason \(\d+\): .*top_k is not known here/);
      expect(err).toContain('--max-failures');
      // The calls of a task wait before those of the next, so that all of the first are made where both must fail.
      expect(asked).toBeLessThanOrEqual(limit === '1' ? 25 : 45);
    },
    120_000,
  );

  test('a small run that loses more than it may is reported whole, and says so by its exit code', async () => {
    const lost = new Set<unknown>();
    const { run, read } = await endpointOf((request) => {
      const task = taskOf(request);
      const isLost = JSON.stringify(request.body['messages']).includes('assert') && !lost.has(task) && lost.size < 4;
      if (!isLost) return good(request);
      lost.add(task);
      return httpError(413, 'too large');
    });
    const { code, out, err } = await run();
    expect(code).toBe(5);
    expect(out).toMatch(/4 of 30 calls failed and were left out/);
    expect(err).toMatch(/4 of 30 calls failed; the commonest reason \(4\): .*too large/);
    expect(await read('report.md')).toContain('## Calls');
    expect(await run({ more: ['--max-failures', '50%'] })).toMatchObject({ code: 0, asked: 0 });
  }, 60_000);

  test('--max-failures is checked before anything is asked', async () => {
    const { run } = await endpointOf(good);
    expect(await run({ more: ['--max-failures', 'few'] })).toMatchObject({ code: 2, asked: 0 });
  });

  test('--request-timeout-ms bounds a call', async () => {
    const { run } = await endpointOf((request, index) => (index === 3 ? { kind: 'hang' } : good(request)));
    const { code, out } = await run({ more: ['--request-timeout-ms', '1500'] });
    expect(code).toBe(0);
    expect(out).toContain('did not answer within 1.5 s');
  }, 60_000);
});

test('a model that spends its tokens on thought: a warning with the hint, which asks only for what was cut', async () => {
  const cutTasks: unknown[] = tasks.slice(1, 3);
  const { run, read } = await endpointOf((request) =>
    request.body['max_tokens'] === 1024 && cutTasks.includes(taskOf(request))
      ? { kind: 'reply', text: '', finishReason: 'length' }
      : good(request),
  );
  const cut = await run();
  expect(cut.code).toBe(0);
  expect(cut.out).toMatch(
    /12 of 30 calls \(40\.0 %\) were cut at --max-tokens.*higher --max-tokens and the same --out/,
  );
  expect(await read('report.md')).toMatch(/12 of 30 calls/);
  const higher = { more: ['--max-tokens', '8000'] };
  const more = await run(higher);
  expect(more).toMatchObject({ code: 0, asked: 12 });
  expect(more.out).not.toContain('were cut');
  expect(await run(higher)).toMatchObject({ code: 0, asked: 0 });
  expect(await run({ more: ['--max-tokens', '50'] })).toMatchObject({ code: 2, asked: 0 });
}, 60_000);

describe('what was sent is what is reported', () => {
  const refusing = (request: FakeRequest) =>
    'temperature' in request.body ? httpError(400, "Unsupported value: 'temperature'") : good(request);

  test('a model that refuses the temperature has none in report and compare', async () => {
    const { run, read, folder } = await endpointOf(refusing);
    const plain = await endpointOf(good);
    expect((await run({ out: 'cold', more: ['--temperature', '0'] })).code).toBe(0);
    expect((await run({ out: 'warm', more: ['--temperature', '0.8'] })).code).toBe(0);
    expect((await plain.run({ out: 'open', more: ['--temperature', '0.8'] })).code).toBe(0);
    const [reply] = await readLog(join(folder, 'warm'), 'replies');
    expect(reply?.reply.sent).toMatchObject({ tokensField: 'max_tokens', without: ['temperature'] });
    const text = await read('report.md', 'warm');
    expect(text).toContain('The model refuses temperature: not sent');
    expect(text).toContain('0.8 asked for; the model refuses it');

    const compared = async (a: string, b: string) => (await cli('compare', a, b)).out;
    const alike = await compared(join(folder, 'cold'), join(folder, 'warm'));
    expect(alike).toContain('No setting differs');
    expect(alike).not.toContain('T 0');
    const other = await compared(join(folder, 'warm'), join(plain.folder, 'open'));
    expect(other).toContain('temperature: "not sent" -> 0.8');
    expect(other).toMatch(/endpoint: "http:.*" -> "http:/);
  }, 120_000);

  test('extra fields are sent, shape the reply and are part of the run', async () => {
    const { run, endpoint, folder } = await endpointOf(good);
    const more = ['--extra-body', '{"reasoning_effort": "low", "top_k": 20}'];
    expect((await run({ more })).code).toBe(0);
    expect(endpoint.requests[0]?.body).toMatchObject({ reasoning_effort: 'low', top_k: 20 });
    const manifest = await readManifest(join(folder, 'run'));
    expect(manifest?.config).toMatchObject({ extraBody: { reasoning_effort: 'low', top_k: 20 } });
    expect(manifest?.model.endpoint).toBe(endpoint.baseUrl);
    expect(await run({ more: ['--extra-body', '{"top_k": 21}'] })).toMatchObject({ code: 2, asked: 0 });
    const wrong = await run({ more: ['--extra-body', '{"temperature": 1}'] });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('"temperature" cannot be set here') });
    expect(await run({ more: ['--extra-body', 'top_k=1'] })).toMatchObject({ code: 2 });
  }, 60_000);
});

test('estimate says what a reasoning model spends, or what it is told', async () => {
  const estimated = async (...more: readonly string[]) => {
    const argv = ['estimate', '--dataset', 'starter', '--limit', '3', '--mutators', 'none', '--variants', '1'];
    return (await cli(...argv, '--max-tokens', '20000', ...more)).out;
  };
  const outputOf = async (...more: readonly string[]) =>
    JSON.parse(await estimated('--json', ...more)).total.outputTokens;
  const usual = await outputOf('--model', 'gpt-4o-mini');
  const thinking = await outputOf('--model', 'openai/o4-mini');
  const little = await outputOf('--model', 'openai/o4-mini', '--extra-body', '{"reasoning_effort": "low"}');
  expect(thinking.expected).toBeGreaterThan(usual.expected + 6 * 1500);
  expect(little.expected).toBeLessThan(thinking.expected);
  expect((await outputOf('--model', 'o4-mini', '--output-tokens-per-call', '5000')).expected).toBe(6 * 5000);
  const text = await estimated('--model', 'o4-mini', '--max-tokens', '1024');
  expect(text).toMatch(/o4-mini thinks before it answers: about 2,000 tokens per call/);
  expect(text).toMatch(/most replies would be cut/);
}, 60_000);
