import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cliWith } from '../fakes/cli.ts';
import { suiteDir, tempDir, tempPath } from '../fakes/temp-dir.ts';

// Whole commands, some of them several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const cli = cliWith({ OPENAI_API_KEY: 'sk-test' });

const TASK = {
  task_id: 'a',
  entry_point: 'f',
  prompt: 'def f(x):\n    """Return the number x as it is."""\n',
  canonical_solution: '    return x\n',
  test: 'def check(candidate):\n    assert candidate(1) == 1\n',
};
const JOB = {
  id: 'a',
  candidates: [{ id: '0', code: 'def f(x):\n    return x' }],
  entryPoint: 'f',
  tests: [{ id: 't', code: 'assert f(1) == 1' }],
  timeoutMs: 1000,
  memoryMib: 128,
};

/** A folder of somebody's, with all that a verb may be told to read. */
async function theirs() {
  const folder = await tempPath('mine');
  await mkdir(folder);
  const jsonLines = (value: unknown) => `${JSON.stringify(value)}\n`;
  const files = {
    'tasks.jsonl': jsonLines(TASK),
    'samples.jsonl': jsonLines({ task_id: 'a', completion: '    return x\n' }),
    'tests.jsonl': jsonLines({ task_id: 'a', tests: ['assert f(1) == 1'] }),
    'failures.jsonl': jsonLines({ id: 'a', prompt: 'p', generated: 'g', pytest_output: '' }),
    'jobs.jsonl': jsonLines(JOB),
    'report.md': 'my report\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Names and texts of everything in a folder. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [relative(folder, path), await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries((await Promise.all(read)).sort());
}

/** A finished run: the demo's recording, a task of it. */
const makeRun = (directory: string) =>
  expectDone('run', '--config', 'data/demo.yaml', '--limit', '1', '--sandbox', 'process', '--out', directory);

async function expectDone(...argv: readonly string[]): Promise<void> {
  const { code, err } = await cli(...argv);
  expect(code, err).toBe(0);
}

/** Expects a command to be refused for this reason, and the folder to stay as it was. */
async function expectRefused(folder: string, argv: readonly string[], message: RegExp, expected = 2): Promise<void> {
  const before = await snapshot(folder);
  const { code, err } = await cli(...argv);
  expect(err).toMatch(message);
  expect(code).toBe(expected);
  expect(await snapshot(folder)).toEqual(before);
}

const data = (at: string) => ['--dataset', join(at, 'tasks.jsonl')];
const chosen = (at: string) => ['--solutions', join(at, 'samples.jsonl'), '--tests', join(at, 'tests.jsonl')];
const HERE = ['--sandbox', 'process'];
const model = ['--model', 'm', '--base-url', 'http://127.0.0.1:9/v1'];

/** Verbs that write, with the flags that would write into the folder. */
const INTO_FOLDERS: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  run: (at) => ['run', ...data(at), '--model', 'm', '--out', at],
  'a study': (at) => ['run', ...data(at), '--model', 'm', '--repeats', '2', '--out', at],
  mutate: (at) => ['mutate', ...data(at), '--format', 'dataset', '-o', at],
  'mutate --replies': (at) => ['mutate', ...data(at), '--mutators', 'llm-rephrase', ...model, '--replies', at],
  collect: (at) => ['collect', 'test', '--package', 'p', '--version-of-package', '1', '--out', at],
};

/** Verbs that write, with the flags that would write over one of their inputs. */
const OVER_INPUTS: readonly (readonly [verb: string, input: string, argv: (input: string, at: string) => string[]])[] =
  [
    ['execute', 'jobs.jsonl', (input, at) => ['execute', '--job', join(at, 'jobs.jsonl'), ...HERE, '-o', input]],
    ['solve', 'tasks.jsonl', (input, at) => ['solve', ...data(at), ...model, '-o', input]],
    ['mutate', 'tasks.jsonl', (input, at) => ['mutate', ...data(at), '-o', input]],
    ...['tasks.jsonl', 'samples.jsonl', 'tests.jsonl'].flatMap((name) =>
      ['-o', '--matrix-out'].map((flag): (typeof OVER_INPUTS)[number] => [
        `select ${flag}`,
        name,
        (input, at) => ['select', ...data(at), ...chosen(at), ...HERE, flag, input],
      ]),
    ),
  ];

const NOT_OURS = /would be written, and is read as the task file|holds 6 files such as .* nothing that says/;
const runInto = (at: string) => ['run', '--dataset', 'starter', '--model', 'm', '--out', at];

describe("somebody's folder is not written into", () => {
  test.each(Object.entries(INTO_FOLDERS))('%s', async (_, argv) => {
    const folder = await theirs();
    await expectRefused(folder, argv(folder), NOT_OURS);
  });

  test('nor through a symbolic link or a relative path', async () => {
    const folder = await theirs();
    await symlink(folder, `${folder}-link`);
    for (const at of [`${folder}-link`, relative(process.cwd(), folder), `${folder}/../mine`])
      await expectRefused(folder, runInto(at), NOT_OURS);
  });

  test('nor a folder whose manifest.json is of something else', async () => {
    const folder = await theirs();
    await writeFile(join(folder, 'manifest.json'), '{"manifest_version": 3}');
    await expectRefused(folder, runInto(folder), /is not a manifest of a run of mutagree/, 5);
  });

  test('init keeps a schema of another program', async () => {
    const folder = await theirs();
    await writeFile(join(folder, 'mutagree.schema.json'), '{"mine": true}');
    await expectRefused(folder, ['init', join(folder, 'mutagree.yaml')], /mutagree\.schema\.json/);
    await expectDone('init', join(folder, 'mutagree.yaml'), '--force');
    await expectDone('init', join(folder, 'other.yaml'));
  });
});

test('verdicts beside samples that one was sent go through no link', async () => {
  const folder = await theirs();
  const own = await tempPath('bashrc');
  await writeFile(own, 'alias precious=1\n');
  const results = join(folder, 'samples.jsonl_results.jsonl');
  await symlink(own, results);
  const argv = ['evaluate', ...data(folder), '--samples', join(folder, 'samples.jsonl'), '--sandbox', 'process'];
  await expectDone(...argv, '--partial');
  expect(await readFile(own, 'utf8')).toBe('alias precious=1\n');
  expect(await readFile(results, 'utf8')).toContain('"task_id"');
});

describe('no output is an input', () => {
  test.each(OVER_INPUTS)('%s %s', async (_, name, argv) => {
    const folder = await theirs();
    const [path, hard, soft] = [join(folder, name), join(folder, 'hard.jsonl'), `${folder}-soft.jsonl`];
    await symlink(path, soft);
    await link(path, hard);
    const refusal = /would be written, and is read as the (task file|job file|solutions|tests) \(/;
    for (const input of [path, relative(process.cwd(), path), soft, hard])
      await expectRefused(folder, argv(input, folder), refusal);
  });

  test('evaluate, whose results file is named after the samples', async () => {
    const folder = await theirs();
    const tasks = join(folder, 'samples.jsonl_results.jsonl');
    await writeFile(tasks, `${JSON.stringify(TASK)}\n`);
    const argv = ['evaluate', '--dataset', tasks, '--samples', join(folder, 'samples.jsonl'), '--sandbox', 'process'];
    await expectRefused(folder, argv, /is read as the task file/);
  });

  test('select, which writes two files', async () => {
    const folder = await theirs();
    const out = join(folder, 'out.jsonl');
    const argv = ['select', ...data(folder), ...chosen(folder), '-o', out, '--matrix-out', out];
    await expectRefused(folder, argv, /would both be written to/);
  });

  test('mutate --format dataset, whose files are named after mutators', async () => {
    const folder = await tempDir();
    await writeFile(join(folder, '.DS_Store'), '');
    // What file managers leave counts as nothing, and what is ours is written again.
    for (const _ of [1, 2]) await expectDone('mutate', '--dataset', 'starter', '--format', 'dataset', '-o', folder);
    const written = Object.keys(await snapshot(folder)).find((name) => name.endsWith('_s0.jsonl')) as string;
    const argv = ['mutate', '--dataset', join(folder, written), '--format', 'dataset', '-o', folder];
    await expectRefused(folder, argv, /is read as the task file/);
  });
});

describe('what is ours is written into again', () => {
  const run = join(suiteDir(), 'run');
  beforeAll(() => makeRun(run));

  test('a run resumes, and its reports are rebuilt in its folder or in one of their own', async () => {
    await makeRun(run);
    await expectDone('report', run);
    const out = await tempPath('reports');
    for (const _ of [1, 2]) await expectDone('report', run, '--out', out);
    const mutate = ['mutate', '--dataset', 'starter', '--format', 'dataset', '-o', out];
    await expectRefused(out, mutate, /holds reports, and mutations are to be written/);
  });

  test("but not into somebody's, nor into another run's", async () => {
    const [folder, other] = [await theirs(), await tempPath('other')];
    await makeRun(other);
    for (const out of [folder, other]) await expectRefused(out, ['report', run, '--out', out], /holds/);
  });

  test.each<[string, RegExp, string[]]>([
    [
      'its own log is not a task file for it',
      /variants\.jsonl would be written, and is read as the recorded variants/,
      ['--variants-from', join(run, 'variants.jsonl')],
    ],
    [
      'another run is refused with what extends this one',
      /holds another run[\s\S]*--recording[\s\S]*--ablate and --efficiency[\s\S]*--repeats/,
      ['--seed', '9'],
    ],
  ])('%s', async (_, message, flags) => {
    await expectRefused(run, ['run', '--config', 'data/demo.yaml', ...flags, '--out', run], message);
  });
});
