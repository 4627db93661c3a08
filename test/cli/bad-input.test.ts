import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { asJsonLines, type JsonObject, temporaryFile } from '../datasets/example-files.ts';
import { cli, cliWith } from '../fakes/cli.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';

// Some of them start a sandbox before they come to what is wrong.
vi.setConfig({ testTimeout: 120_000 });

const keyed = cliWith({ OPENAI_API_KEY: 'sk-test' });

/** One clear message on stderr, without a stack, and one of these exit codes. */
function expectPlain({ code, err, out }: Awaited<ReturnType<typeof cli>>, message: RegExp, codes = [2]): void {
  expect(err).toMatch(message);
  expect(err).not.toMatch(/\n\s+at .*:\d+/);
  expect(codes).toContain(code);
  expect(out).toBe('');
}

describe('usage', () => {
  const STARTER = ['--dataset', 'starter'];
  const WRITTEN = [...STARTER, '--mutators', 'llm-rephrase', '--model', 'm', '--replies', '/tmp/none'];

  test.each([
    [['run', '--modle', 'x'], /unknown option '--modle'[\s\S]*--model/],
    [['rnu'], /unknown command 'rnu'[\s\S]*run/],
    [['mutate', '--dataset', 'starter', '--mutators', 'lex-task-verbs'], /lex-task-verbs[\s\S]*lex-task-verb/],
    [['mutate', '--dataset', 'startre'], /startre[\s\S]*starter/],
    [['mutate', '--dataset', 'starter', '--seed', 'one'], /--seed[\s\S]*must be a number/],
    [['mutate', '--dataset', 'starter', '--format', 'dataset'], /Name an output folder/],
    [['select', ...STARTER, '--solutions', 's', '--tests', 't', '--scorer', 'codett'], /codett[\s\S]*codet/],
    [['run', '--dataset', 'starter'], /--model is missing/],
    [['run', '--dataset', 'starter', '--model', 'm', '--max-cost', '1'], /Give both prices/],
    [['run', '--dataset', 'starter', '--model', 'm', '--arms', 'best'], /--arms/],
    [['run', '--dataset', 'starter', '--model', 'm', '--shots', '2'], /a number of shots says nothing to prompting/],
    [['run', '--dataset', 'starter', '--model', 'm', '--fail-under', '30'], /"30" is not a threshold/],
    [['run', '--dataset', 'starter', '--model', 'm', '--tasks', 'starter/99'], /starter\/99/],
    [['mutate', '--dataset', 'starter', '--prompt', 'instruct'], /no instruct prompt[\s\S]*Leave --prompt out/],
    [['mutate', ...WRITTEN, '--base-url', 'nonsense'], /--base-url: Invalid URL[\s\S]*mutagree mutate --help/],
    [['report', '/nowhere'], /holds no run/],
    [['execute', '--job', '/nowhere.json'], /there is no such file/],
    [['execute', '--job', '/'], /is a directory/],
  ])('%j exits with 2 and says what to do', async (argv, message) => {
    expectPlain(await keyed(...argv), message);
  });

  test.each([
    ['run', '--dataset', 'starter', '--model', 'm', '--out'],
    ['mutate', '--dataset', 'starter', '--mutators', 'llm-rephrase', '--model', 'm', '--replies'],
  ])('%s names a wrong OPENAI_BASE_URL before anything is written', async (...argv) => {
    const out = await tempPath('out');
    const env = { OPENAI_BASE_URL: 'nonsense', OPENAI_API_KEY: 'sk-test' };
    expectPlain(await cliWith(env)(...argv, out), /OPENAI_BASE_URL: "nonsense"/);
    await expect(readdir(out)).rejects.toThrow();
  });

  test('a missing key is named before anything is written', async () => {
    const out = await tempPath('run');
    expectPlain(await cli('run', '--dataset', 'starter', '--model', 'gpt-4o-mini', '--out', out), /OPENAI_API_KEY/);
    await expect(readdir(out)).rejects.toThrow();
  });

  const task = { task_id: 'a', prompt: 'def f(x):\n    """Return x."""\n', entry_point: 'f' };
  const solved = { ...task, canonical_solution: '    return x\n', test: 'def check(f):\n    assert f(1) == 1\n' };
  const job = { candidates: [{ id: 'a', code: 'def f(): return 1' }], tests: [{ id: '1', code: 'assert f() == 1' }] };
  const limited = { ...job, timeoutMs: 1000, memoryMib: 128 };
  const lines = (...values: JsonObject[]) => asJsonLines(values);

  test.each<[string, string, string[], RegExp]>([
    ['tasks.jsonl', `${lines(solved)}{"task_id": "b", \n`, ['mutate', '--dataset'], /tasks\.jsonl line 2/],
    ['tasks.jsonl', lines(solved, { ...solved, prompt: 7 }), ['mutate', '--dataset'], /tasks\.jsonl line 2.*"prompt"/],
    ['job.json', '\n \n', ['execute', '--job'], /holds no job[\s\S]*execute --help/],
    ['job.json', lines({ ...limited, candidates: [{ id: 'a' }] }), ['execute', '--job'], /field "candidates\.0\.code"/],
  ])('%s: %j is named with its place', async (name, text, argv, message) => {
    const file = await temporaryFile(name, text);
    expectPlain(await cli(...argv, file, ...(argv[0] === 'execute' ? ['--sandbox', 'process'] : [])), message);
  });

  test('execute --json that fails prints a document with what went wrong', async () => {
    const file = await temporaryFile('jobs.jsonl', lines({ id: 'one', ...limited }, { id: 'two' }));
    const result = await cli('execute', '--job', file, '--sandbox', 'process', '--json');
    expect(result).toMatchObject({ code: 2, err: expect.stringMatching(/jobs\.jsonl line 2/) });
    expect(JSON.parse(result.out)).toMatchObject({
      exitCode: 2,
      error: { class: 'DatasetError', code: 'job-invalid', message: expect.stringMatching(/line 2/) },
    });
  });
});

describe('what cannot be created is said plainly', () => {
  const few = ['mutate', '--dataset', 'starter', '--limit', '1'];
  const run = ['run', '--dataset', 'starter', '--model', 'm', '--sandbox', 'process'];
  const places = process.platform === 'linux' ? ['/proc/x', '/dev/null/x'] : ['/dev/null/x'];

  test.each(
    places.flatMap((place) => [
      [...run, '--out', place],
      [...run, '--repeats', '2', '--out', place],
      [...few, '-o', place],
      [...few, '-o', `${place}/v.jsonl`],
      [...few, '--format', 'dataset', '-o', place],
      ['init', `${place}/mutagree.yaml`],
    ]),
  )('%s %s %s %s %s %s %s %s', async (...argv) => {
    const result = await keyed(...argv);
    expectPlain(result, /\/(?:proc|dev\/null)\/x/, [2, 5]);
    expect(result.err).not.toMatch(/internal error|goes on/);
    // No flag is named that the command does not have.
    if (!argv.includes('--out')) expect(result.err).not.toContain('--out');
  });

  test('a run that another process holds is left alone', async () => {
    const out = await tempDir();
    await writeFile(join(out, 'run.lock'), JSON.stringify({ pid: process.ppid, host: hostname(), started: null }));
    expectPlain(await keyed(...run, '--out', out), /in use by process/, [5]);
    expect(await readdir(out)).toEqual(['run.lock']);
  });

  test('a folder where a file should be', async () => {
    const out = await tempPath('variants.jsonl');
    await mkdir(join(out, 'replies.jsonl'), { recursive: true });
    expectPlain(await keyed(...few, '-o', out), /a folder of that name is in the way/, [5]);
    await writeFile(join(out, 'calls.jsonl'), '');
    const model = ['--mutators', 'llm-rephrase', '--model', 'm', '--base-url', 'http://127.0.0.1:9/v1'];
    const again = await keyed(...few, ...model, '--replies', out);
    expectPlain(again, /replies\.jsonl: a folder of that name is in the way/, [again.code]);
  });
});

describe('--json', () => {
  test.each([
    [['execute', '--job', '/nowhere.json', '--json'], 2, 'DatasetError', 'file-missing'],
    [['mutate', '--dataset', 'startre', '--json'], 2, 'ConfigError', 'dataset-unknown'],
    [['run', '--modle', 'x', '--json'], 2, 'UsageError', 'unknown-option'],
  ])('prints one document on failure too: %j', async (argv, exitCode, name, code) => {
    const result = await cli(...argv);
    expect(result.code).toBe(exitCode);
    const document = JSON.parse(result.out);
    expect(document).toMatchObject({ error: { class: name, code }, exitCode });
    expect(document.error.message).not.toBe('');
    expect(result.err).toContain(document.error.message);
  });

  test('prints help as help, and a fix in the document as on stderr', async () => {
    expect(await cli('run', '--json', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage') });
    const { out } = await cli('run', '--dataset', 'starter', '--model', 'm', '--max-cost', '1', '--json');
    expect(JSON.parse(out).error.hint).toContain('Give both prices');
  });
});

test('"goes on" is said where it is true: not where nothing was begun, nor where the folder is of another run', async () => {
  const out = await tempPath('run');
  const command = ['run', '--dataset', 'starter', '--limit', '1', '--sandbox', 'process', '--out', out, '--model', 'm'];
  const keyless = await cli(...command);
  expect(keyless.err).toContain('OPENAI_API_KEY');
  expect(keyless.err).not.toContain('goes on');
  const missing = await cli(...command, '--offline');
  expect(missing).toMatchObject({ code: 2, err: expect.stringMatching(/the same command resumes from there/) });
  const other = await cli(...command, '--offline', '--seed', '5');
  expect(other.err).toMatch(/holds another run/);
  expect(other.err).not.toContain('goes on');
});
