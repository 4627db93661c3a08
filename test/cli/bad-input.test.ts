import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { type FakeAnswer, type FakeEndpoint, httpError, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

async function cli(argv: readonly string[], env: Record<string, string> = {}) {
  const io = fakeIo({ env });
  const code = await runCli(argv, io);
  return { code, out: io.out.join(''), err: io.err.join('') };
}

/** One clear message with a mend, on stderr, without a stack. */
function expectPlain({ err, out }: { err: string; out: string }): void {
  expect(err).not.toMatch(/\n\s+at .*:\d+/);
  expect(out).toBe('');
}

describe('usage', () => {
  test.each([
    [['run', '--modle', 'x'], /unknown option '--modle'[\s\S]*--model/],
    [['rnu'], /unknown command 'rnu'[\s\S]*run/],
    [['mutate', '--dataset', 'starter', '--mutators', 'lex-task-verbs'], /lex-task-verbs[\s\S]*lex-task-verb/],
    [['mutate', '--dataset', 'startre'], /startre[\s\S]*starter/],
    [['mutate', '--dataset', 'starter', '--seed', 'one'], /whole number/],
    [['mutate', '--dataset', 'starter', '--format', 'dataset'], /-o DIR/],
    [
      ['select', '--dataset', 'starter', '--solutions', 's', '--tests', 't', '--scorer', 'codett'],
      /codett[\s\S]*codet/,
    ],
    [['run', '--dataset', 'starter'], /--model is missing/],
    [['run', '--dataset', 'starter', '--model', 'm', '--max-cost', '1'], /--price-input/],
    [['run', '--dataset', 'starter', '--model', 'm', '--arms', 'best'], /--arms/],
    [['run', '--dataset', 'starter', '--model', 'm', '--fail-under', '30'], /--fail-under 30/],
    [['run', '--dataset', 'starter', '--model', 'm', '--tasks', 'starter/99'], /starter\/99/],
    [['mutate', '--dataset', 'starter', '--prompt', 'instruct'], /no instruct prompt[\s\S]*Leave --prompt out/],
    [['report', '/nowhere'], /holds no run/],
    [['execute', '--job', '/nowhere.json'], /does not exist/],
  ])('%j exits with 2 or 5 and says what to do', async (argv, message) => {
    const result = await cli(argv, { OPENAI_API_KEY: 'sk-test' });
    expect([2, 5]).toContain(result.code);
    expect(result.err).toMatch(message);
    expectPlain(result);
  });

  test('a missing key is named before anything is written', async () => {
    const out = join(await tempDir(), 'run');
    const result = await cli(['run', '--dataset', 'starter', '--model', 'gpt-4o-mini', '--out', out]);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/OPENAI_API_KEY/);
    await expect(readdir(out)).rejects.toThrow();
  });

  test('a broken line of a task file is named with its line and field', async () => {
    const directory = await tempDir();
    const good = {
      task_id: 'a',
      prompt: 'def f(x):\n    """Return x."""\n',
      entry_point: 'f',
      canonical_solution: '    return x\n',
      test: 'def check(candidate):\n    assert candidate(1) == 1\n',
    };
    const file = join(directory, 'tasks.jsonl');
    await writeFile(file, `${JSON.stringify(good)}\n{"task_id": "b", \n`);
    expect((await cli(['mutate', '--dataset', file])).err).toMatch(/tasks\.jsonl line 2/);
    await writeFile(file, `${JSON.stringify(good)}\n${JSON.stringify({ ...good, task_id: 'b', prompt: 7 })}\n`);
    const result = await cli(['mutate', '--dataset', file]);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/tasks\.jsonl line 2.*"prompt"/);
    expectPlain(result);
  });

  test('a job that is no job is named with its field', async () => {
    const file = join(await tempDir(), 'job.json');
    await writeFile(file, JSON.stringify({ candidates: [{ id: 'a' }], tests: [], timeoutMs: 100, memoryMib: 64 }));
    const result = await cli(['execute', '--job', file]);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/job\.json: field "candidates\.0\.code"/);
  });
});

describe('endpoints that misbehave', () => {
  async function endpoint(answer: (index: number) => FakeAnswer): Promise<FakeEndpoint> {
    const started = await startFakeEndpoint(answer);
    onTestFinished(() => started.close());
    return started;
  }
  const KEY = 'sk-secret-0123456789';
  async function study(baseUrl: string, out: string) {
    const settings = [
      '--tasks',
      'starter/01',
      '--variants',
      '2',
      '--mutators',
      'fmt-uppercase',
      '--max-tokens',
      '50',
      '--retries',
      '1',
    ];
    return cli(['run', '--dataset', 'starter', '--model', 'm', '--base-url', baseUrl, '--out', out, ...settings], {
      OPENAI_API_KEY: KEY,
    });
  }

  test('401 is a matter of the key, which no output shows', async () => {
    const { baseUrl } = await endpoint(() => httpError(401, `bad key ${KEY}`));
    const result = await study(baseUrl, join(await tempDir(), 'run'));
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/key/i);
    expect(result.err).not.toContain(KEY);
  }, 60_000);

  test('an endpoint that nobody serves', async () => {
    const served = await startFakeEndpoint(() => ({ kind: 'drop' }));
    await served.close();
    const { baseUrl } = served;
    const result = await study(baseUrl, join(await tempDir(), 'run'));
    expect(result.code).toBe(5);
    expect(result.err).toContain(baseUrl);
    expect(result.err).toMatch(/goes on from there/);
  }, 120_000);

  test('HTML, empty replies and half a fence: an error for the first, values for the others', async () => {
    const html = await endpoint(() => ({ kind: 'raw', body: '<html>nginx</html>', status: 200 }));
    const wrong = await study(html.baseUrl, join(await tempDir(), 'run'));
    expect(wrong.code).toBe(5);
    expect(wrong.err).toMatch(/JSON|HTML|OpenAI/);

    const silent = await endpoint(() => ({ kind: 'reply', text: '' }));
    const empty = await study(silent.baseUrl, join(await tempDir(), 'run'));
    expect(empty.code).toBe(0);
    expect(empty.out).toMatch(/baseline .* 0\/1 task/);

    const half = await endpoint((index) => ({
      kind: 'reply',
      text: index < 3 ? '```python\ndef add_numbers(a, b):\n    return a + b' : 'assert add_numbers(1, 2) == 3',
    }));
    const partial = await study(half.baseUrl, join(await tempDir(), 'run'));
    expect(partial.code).toBe(0);
    expect(partial.out).toMatch(/self-agreement .* 1\/1 task/);
  }, 120_000);

  test('a run that another process holds is left alone', async () => {
    const { baseUrl } = await endpoint(() => ({ kind: 'reply', text: '' }));
    const out = await tempDir();
    await mkdir(out, { recursive: true });
    await writeFile(join(out, 'run.lock'), JSON.stringify({ pid: process.ppid, host: hostname(), started: null }));
    const result = await study(baseUrl, out);
    expect(result.code).toBe(5);
    expect(result.err).toMatch(/in use by process/);
    expect(await readdir(out)).toEqual(['run.lock']);
  }, 60_000);
});
