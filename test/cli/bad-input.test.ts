import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { type FakeAnswer, type FakeEndpoint, httpError, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

// Some of them start a sandbox before they come to what is wrong.
vi.setConfig({ testTimeout: 120_000 });

async function cli(argv: readonly string[], env: Record<string, string> = {}) {
  const io = fakeIo({ env });
  const code = await runCli(argv, io);
  return { code, out: io.out.join(''), err: io.err.join('') };
}

/** One clear message with a hint, on stderr, without a stack. */
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
    [['mutate', '--dataset', 'starter', '--format', 'dataset'], /Name an output folder/],
    [
      ['select', '--dataset', 'starter', '--solutions', 's', '--tests', 't', '--scorer', 'codett'],
      /codett[\s\S]*codet/,
    ],
    [['run', '--dataset', 'starter'], /--model is missing/],
    [['run', '--dataset', 'starter', '--model', 'm', '--max-cost', '1'], /Give both prices/],
    [['run', '--dataset', 'starter', '--model', 'm', '--arms', 'best'], /--arms/],
    [['run', '--dataset', 'starter', '--model', 'm', '--fail-under', '30'], /"30" is not a threshold/],
    [['run', '--dataset', 'starter', '--model', 'm', '--tasks', 'starter/99'], /starter\/99/],
    [['mutate', '--dataset', 'starter', '--prompt', 'instruct'], /no instruct prompt[\s\S]*Leave --prompt out/],
    [
      [
        ...['mutate', '--dataset', 'starter', '--mutators', 'llm-rephrase', '--model', 'm'],
        ...['--base-url', 'nonsense', '--replies', '/tmp/none'],
      ],
      /--base-url: Invalid URL[\s\S]*mutagree mutate --help/,
    ],
    [['report', '/nowhere'], /holds no run/],
    [['execute', '--job', '/nowhere.json'], /there is no such file/],
    [['execute', '--job', '/nowhere.jsonl'], /there is no such file/],
    [['execute', '--job', '/'], /is a directory/],
  ])('%j exits with 2 or 5 and says what to do', async (argv, message) => {
    const result = await cli(argv, { OPENAI_API_KEY: 'sk-test' });
    expect([2, 5]).toContain(result.code);
    expect(result.err).toMatch(message);
    expectPlain(result);
  });

  test.each([
    ['run', '--dataset', 'starter', '--model', 'm', '--out'],
    ['mutate', '--dataset', 'starter', '--mutators', 'llm-rephrase', '--model', 'm', '--replies'],
  ])('%s names a wrong OPENAI_BASE_URL before anything is written', async (...argv) => {
    const out = join(await tempDir(), 'out');
    const result = await cli([...argv, out], { OPENAI_BASE_URL: 'nonsense', OPENAI_API_KEY: 'sk-test' });
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/OPENAI_BASE_URL: "nonsense"/);
    expectPlain(result);
    await expect(readdir(out)).rejects.toThrow();
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

  test('execute --json that fails in mid-stream ends its document with what went wrong', async () => {
    const file = join(await tempDir(), 'jobs.jsonl');
    const job = {
      id: 'one',
      candidates: [{ id: 'a', code: 'def f(): return 1' }],
      tests: [{ id: '1', code: 'assert f() == 1' }],
      timeoutMs: 1000,
      memoryMib: 128,
    };
    await writeFile(file, `${JSON.stringify(job)}\n{"id": "two"}\n`);
    const result = await cli(['execute', '--job', file, '--sandbox', 'wasm', '--json']);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/jobs\.jsonl line 2/);
    const document = JSON.parse(result.out);
    expect(document).toMatchObject({ sandbox: 'wasm', exitCode: 2 });
    expect(document.error).toMatchObject({ class: 'DatasetError', code: 'job-invalid' });
    expect(document.error.message).toMatch(/line 2/);
  });

  test.each(['jobs.jsonl', 'job.json'])('an empty file of jobs (%s) is an error, not an empty result', async (name) => {
    const file = join(await tempDir(), name);
    await writeFile(file, '\n \n');
    const result = await cli(['execute', '--job', file, '--sandbox', 'process']);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/holds no job[\s\S]*execute --help/);
    expectPlain(result);
  });

  test('a job that is not a job is named with its field', async () => {
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
    const settings = ['--tasks', 'starter/01', '--variants', '2', '--mutators', 'gram-active-passive'];
    const more = ['--max-tokens', '50', '--retries', '1'];
    return cli(
      ['run', '--dataset', 'starter', '--model', 'm', '--base-url', baseUrl, '--out', out, ...settings, ...more],
      {
        OPENAI_API_KEY: KEY,
      },
    );
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
    expect(result.err).toMatch(/resumes from there/);
  }, 120_000);

  test('half a fence is read as far as it goes', async () => {
    const { baseUrl } = await endpoint((index) => ({
      kind: 'reply',
      text: index < 3 ? '```python\ndef add_numbers(a, b):\n    return a + b' : 'assert add_numbers(1, 2) == 3',
    }));
    const result = await study(baseUrl, join(await tempDir(), 'run'));
    expect(result.code).toBe(0);
    expect(result.out).toMatch(/self-agreement .* 1\/1 /);
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

describe('what cannot be created is said plainly', () => {
  const replies = (file: string) => ['mutate', '--dataset', 'starter', '--limit', '1', '-o', file];
  const places = process.platform === 'linux' ? ['/proc/x', '/dev/null/x', '/sys/x'] : ['/dev/null/x'];

  test.each(
    places.flatMap((place) => [
      [['run', '--dataset', 'starter', '--model', 'm', '--sandbox', 'process', '--out', place], place],
      [
        [...['run', '--dataset', 'starter', '--model', 'm', '--repeats', '2'], '--sandbox', 'process', '--out', place],
        place,
      ],
      [replies(place), place],
      [replies(`${place}/v.jsonl`), place],
      [['mutate', '--dataset', 'starter', '--limit', '1', '--format', 'dataset', '-o', place], place],
      [['init', `${place}/mutagree.yaml`], place],
    ]),
  )('%j', async (argv, place) => {
    const result = await cli(argv as string[], { OPENAI_API_KEY: 'sk-test' });
    expect([2, 5]).toContain(result.code);
    expect(result.err).toContain(place);
    expect(result.err).not.toMatch(/a bug of ours|goes on/);
    expectPlain(result);
  });

  test('a folder where a file should be', async () => {
    const out = join(await tempDir(), 'variants.jsonl');
    await mkdir(out);
    const result = await cli(replies(out));
    expect(result.code).toBe(5);
    expect(result.err).toMatch(/a folder of that name is in the way/);
    expectPlain(result);
    await mkdir(join(out, 'replies.jsonl'));
    await writeFile(join(out, 'calls.jsonl'), '');
    const model = ['--mutators', 'llm-rephrase', '--model', 'm', '--base-url', 'http://127.0.0.1:9/v1'];
    const again = await cli(['mutate', '--dataset', 'starter', '--limit', '1', ...model, '--replies', out]);
    expect(again.err).toMatch(/replies\.jsonl: a folder of that name is in the way/);
    expectPlain(again);
  });

  test('no flag is named that the command does not have', async () => {
    for (const argv of [['init', '/dev/null/x.yaml'], replies('/dev/null/x')]) {
      expect((await cli(argv)).err).not.toContain('--out');
    }
  });
});

describe('--json', () => {
  test.each([
    [['execute', '--job', '/nowhere.json', '--json'], 2, 'DatasetError', 'file-missing'],
    [['mutate', '--dataset', 'startre', '--json'], 2, 'ConfigError', 'dataset-unknown'],
    [['report', '/nowhere', '--json'], 2, 'ConfigError', 'no-run'],
    [['run', '--modle', 'x', '--json'], 2, 'UsageError', 'unknown-option'],
  ])('prints one document on failure too: %j', async (argv, exitCode, name, code) => {
    const result = await cli(argv);
    expect(result.code).toBe(exitCode);
    const document = JSON.parse(result.out);
    expect(document).toMatchObject({ error: { class: name, code }, exitCode });
    expect(document.error.message).not.toBe('');
    expect(result.err).toContain(document.error.message);
  });

  test('prints help as help', async () => {
    const result = await cli(['run', '--json', '--help']);
    expect(result).toMatchObject({ code: 0 });
    expect(result.out).toContain('Usage');
  });

  test('a fix is in the document, as on stderr', async () => {
    const result = await cli(['run', '--dataset', 'starter', '--model', 'm', '--max-cost', '1', '--json']);
    expect(JSON.parse(result.out).error.hint).toContain('Give both prices');
  });
});

describe('"goes on" is said where it is true', () => {
  const command = (out: string) => [
    ...['run', '--dataset', 'starter', '--limit', '1', '--sandbox', 'process', '--out', out],
  ];
  const offline = ['--model', 'm', '--offline'];

  test('not where nothing was begun, nor where the folder is of another run', async () => {
    const out = join(await tempDir(), 'run');
    const keyless = await cli([...command(out), '--model', 'm']);
    expect(keyless.err).toContain('OPENAI_API_KEY');
    expect(keyless.err).not.toContain('goes on');
    const missing = await cli([...command(out), ...offline]);
    expect(missing.code).toBe(2);
    expect(missing.err).toMatch(/the same command resumes from there/);
    const other = await cli([...command(out), ...offline, '--seed', '5']);
    expect(other.err).toMatch(/holds another run/);
    expect(other.err).not.toContain('goes on');
  });
});
