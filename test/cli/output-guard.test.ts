import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

// Whole commands, some of them several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

async function cli(...argv: readonly string[]) {
  const io = fakeIo({ env: { OPENAI_API_KEY: 'sk-test' } });
  const code = await runCli(argv, io);
  return { code, err: io.err.join('') };
}

const TASK = {
  task_id: 'a',
  prompt: 'def f(x):\n    """Return the number x as it is."""\n',
  entry_point: 'f',
  canonical_solution: '    return x\n',
  test: 'def check(candidate):\n    assert candidate(1) == 1\n',
};
const JOB = {
  id: 'a',
  candidates: [{ id: '0', code: 'def f(x):\n    return x' }],
  tests: [{ id: 't', code: 'assert f(1) == 1' }],
  entryPoint: 'f',
  timeoutMs: 1000,
  memoryMib: 128,
};
const FAILURE = { id: 'a', prompt: 'p', generated: 'g', pytest_output: '' };

/** A folder of somebody's, with all that a verb may be told to read. */
async function theirs() {
  const folder = join(await tempDir(), 'mine');
  await mkdir(folder);
  const jsonLines = (value: unknown) => `${JSON.stringify(value)}\n`;
  const files = {
    'tasks.jsonl': jsonLines(TASK),
    'samples.jsonl': jsonLines({ task_id: 'a', completion: '    return x\n' }),
    'tests.jsonl': jsonLines({ task_id: 'a', tests: ['assert f(1) == 1'] }),
    'failures.jsonl': jsonLines(FAILURE),
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

/** A finished run: the demo's recording, two tasks of it. */
async function makeRun(directory: string): Promise<void> {
  const { code, err } = await cli(
    ...['run', '--config', 'data/demo.yaml', '--limit', '1', '--sandbox', 'process', '--out', directory],
  );
  expect(err).not.toContain('mutagree:');
  expect(code).toBe(0);
}

/** Every verb that writes, with the flags that would write into the folder or over the file. */
const INTO_FOLDERS: readonly (readonly [verb: string, argv: (folder: string) => readonly string[]])[] = [
  ['run', (at) => ['run', '--dataset', join(at, 'tasks.jsonl'), '--model', 'm', '--out', at]],
  ['a study', (at) => ['run', '--dataset', join(at, 'tasks.jsonl'), '--model', 'm', '--repeats', '2', '--out', at]],
  ['mutate', (at) => ['mutate', '--dataset', join(at, 'tasks.jsonl'), '--format', 'dataset', '-o', at]],
  [
    'mutate --replies',
    (at) => [
      ...['mutate', '--dataset', join(at, 'tasks.jsonl'), '--mutators', 'llm-rephrase', '--model', 'm'],
      ...['--base-url', 'http://127.0.0.1:9/v1', '--replies', at],
    ],
  ],
  ['collect', (at) => ['collect', 'test', '--package', 'p', '--version-of-package', '1', '--out', at]],
];

const OVER_INPUTS: readonly (readonly [verb: string, input: string, argv: (input: string, at: string) => string[]])[] =
  [
    [
      'execute',
      'jobs.jsonl',
      (input, at) => ['execute', '--job', join(at, 'jobs.jsonl'), '--sandbox', 'process', '-o', input],
    ],
    [
      'solve',
      'tasks.jsonl',
      (input, at) => [
        ...['solve', '--dataset', join(at, 'tasks.jsonl'), '--model', 'm', '--base-url', 'http://127.0.0.1:9/v1'],
        ...['-o', input],
      ],
    ],
    ['mutate', 'tasks.jsonl', (input, at) => ['mutate', '--dataset', join(at, 'tasks.jsonl'), '-o', input]],
    ...(['tasks.jsonl', 'samples.jsonl', 'tests.jsonl'] as const).flatMap((name) =>
      ['-o', '--matrix-out'].map((flag): (typeof OVER_INPUTS)[number] => [
        `select ${flag}`,
        name,
        (input, at) => [
          ...['select', '--dataset', join(at, 'tasks.jsonl'), '--solutions', join(at, 'samples.jsonl')],
          ...['--tests', join(at, 'tests.jsonl'), '--sandbox', 'process', flag, input],
        ],
      ]),
    ),
  ];

describe("somebody's folder is not written into", () => {
  test.each(INTO_FOLDERS)('%s', async (_, argv) => {
    const folder = await theirs();
    const before = await snapshot(folder);
    const { code, err } = await cli(...argv(folder));
    expect(err).toMatch(/would be written, and is read as the task file|holds 6 files such as .* nothing that says/);
    expect(code).toBe(2);
    expect(await snapshot(folder)).toEqual(before);
  });

  test('nor through a symbolic link or a relative path', async () => {
    const folder = await theirs();
    const before = await snapshot(folder);
    const linked = `${folder}-link`;
    await symlink(folder, linked);
    for (const at of [linked, relative(process.cwd(), folder), `${folder}/../mine`]) {
      const { code } = await cli('run', '--dataset', 'starter', '--model', 'm', '--out', at);
      expect(code).toBe(2);
    }
    expect(await snapshot(folder)).toEqual(before);
  });

  test('nor a folder whose manifest.json is of something else', async () => {
    const folder = await theirs();
    await writeFile(join(folder, 'manifest.json'), '{"manifest_version": 3}');
    const before = await snapshot(folder);
    const { code, err } = await cli('run', '--dataset', 'starter', '--model', 'm', '--out', folder);
    expect(err).toMatch(/is not a manifest of a run of mutagree/);
    expect(code).toBe(5);
    expect(await snapshot(folder)).toEqual(before);
  });

  test('init keeps a schema of another program', async () => {
    const folder = await theirs();
    await writeFile(join(folder, 'mutagree.schema.json'), '{"mine": true}');
    const before = await snapshot(folder);
    expect((await cli('init', join(folder, 'mutagree.yaml'))).code).toBe(2);
    expect(await snapshot(folder)).toEqual(before);
    expect((await cli('init', join(folder, 'mutagree.yaml'), '--force')).code).toBe(0);
    expect((await cli('init', join(folder, 'other.yaml'))).code).toBe(0);
  });
});

test('verdicts beside samples that one was sent go through no link', async () => {
  const folder = await theirs();
  const own = join(await tempDir(), 'bashrc');
  await writeFile(own, 'alias precious=1\n');
  const results = join(folder, 'samples.jsonl_results.jsonl');
  await symlink(own, results);
  const argv = ['evaluate', '--dataset', join(folder, 'tasks.jsonl'), '--samples', join(folder, 'samples.jsonl')];
  const { code, err } = await cli(...argv, '--sandbox', 'process', '--partial');
  expect(code, err).toBe(0);
  expect(await readFile(own, 'utf8')).toBe('alias precious=1\n');
  expect(await readFile(results, 'utf8')).toContain('"task_id"');
});

describe('no output is an input', () => {
  test.each(OVER_INPUTS)('%s %s', async (_, name, argv) => {
    const folder = await theirs();
    const before = await snapshot(folder);
    const hard = join(folder, 'hard.jsonl');
    const soft = `${folder}-soft.jsonl`;
    await symlink(join(folder, name), soft);
    await link(join(folder, name), hard);
    for (const input of [join(folder, name), relative(process.cwd(), join(folder, name)), soft, hard]) {
      const { code, err } = await cli(...argv(input, folder));
      expect(err).toMatch(/would be written, and is read as the (task file|job file|solutions|tests) \(/);
      expect(code).toBe(2);
    }
    expect(await snapshot(folder)).toEqual({ ...before, 'hard.jsonl': before[name] });
  });

  test('evaluate, whose results file is named after the samples', async () => {
    const folder = await theirs();
    const tasks = join(folder, 'samples.jsonl_results.jsonl');
    await writeFile(tasks, `${JSON.stringify(TASK)}\n`);
    const before = await snapshot(folder);
    const samples = join(folder, 'samples.jsonl');
    const { code, err } = await cli('evaluate', '--dataset', tasks, '--samples', samples, '--sandbox', 'process');
    expect(err).toMatch(/is read as the task file/);
    expect(code).toBe(2);
    expect(await snapshot(folder)).toEqual(before);
  });

  test('select, which writes two files', async () => {
    const folder = await theirs();
    const out = join(folder, 'out.jsonl');
    const files = ['--solutions', join(folder, 'samples.jsonl'), '--tests', join(folder, 'tests.jsonl')];
    const argv = ['select', '--dataset', join(folder, 'tasks.jsonl'), ...files, '-o', out, '--matrix-out', out];
    const { code, err } = await cli(...argv);
    expect(err).toMatch(/would both be written to/);
    expect(code).toBe(2);
  });

  test('mutate --format dataset, whose files are named after mutators', async () => {
    const folder = await tempDir();
    expect((await cli('mutate', '--dataset', 'starter', '--format', 'dataset', '-o', folder)).code).toBe(0);
    const before = await snapshot(folder);
    const input = join(folder, Object.keys(before).find((name) => name.endsWith('_s0.jsonl')) as string);
    const { code, err } = await cli('mutate', '--dataset', input, '--format', 'dataset', '-o', folder);
    expect(err).toMatch(/is read as the task file/);
    expect(code).toBe(2);
    expect(await snapshot(folder)).toEqual(before);
  });
});

describe('what is ours is written into again', () => {
  let run = '';
  beforeAll(async () => {
    run = join(process.env['TMPDIR'] ?? '/tmp', `mutagree-guard-${process.pid}`);
    await makeRun(run);
    return async () => (await import('node:fs/promises')).rm(run, { recursive: true, force: true });
  });

  test('a run resumes, and its reports are rebuilt in its folder or in one of their own', async () => {
    await makeRun(run);
    expect((await cli('report', run)).code).toBe(0);
    const out = join(await tempDir(), 'reports');
    expect((await cli('report', run, '--out', out)).code).toBe(0);
    expect((await cli('report', run, '--out', out)).code).toBe(0);
    const mutated = await cli('mutate', '--dataset', 'starter', '--format', 'dataset', '-o', out);
    expect(mutated.err).toMatch(/holds reports, and mutations are to be written/);
  });

  test("but not into somebody's, nor into another run's", async () => {
    const folder = await theirs();
    const before = await snapshot(folder);
    expect((await cli('report', run, '--out', folder)).code).toBe(2);
    expect(await snapshot(folder)).toEqual(before);
    const other = join(await tempDir(), 'other');
    await makeRun(other);
    expect((await cli('report', run, '--out', other)).code).toBe(2);
  });

  test('its own log is not a task file for it', async () => {
    const { code, err } = await cli(
      ...['run', '--config', 'data/demo.yaml', '--variants-from', join(run, 'variants.jsonl'), '--out', run],
    );
    expect(err).toMatch(/variants\.jsonl would be written, and is read as the recorded variants/);
    expect(code).toBe(2);
  });

  test('a folder with nothing but what file managers leave counts as empty', async () => {
    const folder = await tempDir();
    await writeFile(join(folder, '.DS_Store'), '');
    expect((await cli('mutate', '--dataset', 'starter', '--format', 'dataset', '-o', folder)).code).toBe(0);
    expect((await cli('mutate', '--dataset', 'starter', '--format', 'dataset', '-o', folder)).code).toBe(0);
  });

  test('another run is refused with what extends this one', async () => {
    const { code, err } = await cli('run', '--config', 'data/demo.yaml', '--seed', '9', '--out', run);
    expect(code).toBe(2);
    expect(err).toMatch(/holds another run[\s\S]*--recording[\s\S]*--ablate and --efficiency[\s\S]*--repeats/);
  });
});
