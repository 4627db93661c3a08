import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { collectTasks, promptOf } from '../../../src/app/collect-tasks.ts';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { bubblewrapSandbox } from '../../../src/sandbox/native/bubblewrap-sandbox.ts';
import { readJsonLines, temporaryFile } from '../../datasets/example-files.ts';
import { pythonWithPytest } from '../../fakes/small-repository.ts';
import { folderOf } from '../patches/patch-files.ts';

const DOC = '"""Returns the given numbers with every one of them multiplied by the factor."""';
const FILES: Readonly<Record<string, string>> = {
  'PKG-INFO': 'Metadata-Version: 2.1\nName: tiny\nVersion: 1.2\nLicense: MIT\n\nA body with License: Other\n',
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/objects/none': '',
  '.git/refs/heads/main': `${'ab'.repeat(20)}\n`,
  'tiny/__init__.py': 'from tiny.core import scale, flaky, unused\n',
  'tiny/core.py': `
import os

def times(a, b):
    return a * b

def scale(numbers, factor=2):
    ${DOC}
    if factor is None:
        raise ValueError(factor)
    found = [times(each, factor) for each in numbers]
    return found

def unused(numbers):
    ${DOC}
    first = numbers
    second = first
    return second

def flaky(numbers):
    ${DOC}
    first = numbers
    second = first
    return None
`,
  'tests/test_core.py': `
import pytest
from tiny import scale, flaky, unused
import tiny.core

def test_one(): assert scale([1]) == [2]
def test_two(): assert scale([1], 3) == [3]
def test_three():
    with pytest.raises(ValueError): scale([1], None)

def test_mentions_only(): assert callable(unused) and callable(scale)
def test_mentions_again(): assert callable(unused)
def test_mentions_thrice(): assert unused is not None

@pytest.mark.parametrize('n', [1, 2, 3])
def test_flaky(n):
    assert flaky([n]) == n

def test_flaky_2(): assert flaky([1]) == 1
def test_flaky_3(): assert flaky([1]) == 2
`,
};

const folder = folderOf(Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`tiny-1.2/${path}`, text])));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, 'tiny-1.2');

const records = (out: string) => readJsonLines(join(out, 'tasks.jsonl'));

const probe = await bubblewrapSandbox.probe();
const canRun = probe.available && pythonWithPytest() === 'python3';
if (!canRun) console.warn('skipped: tests of a repository need bubblewrap and a python3 with pytest');

test('writes tasks that our own formats read, with licence, commit, helpers and a funnel', async () => {
  const out = join(folder, 'out');
  const outcome = await collectTasks({ source: root, out });
  expect(outcome.funnel.map(({ functions }) => functions)).toEqual([4, 4, 4, 4, 3, 3]);
  const [scale] = records(out).filter((record) => record['function'] === 'scale');
  expect(scale).toMatchObject({
    package: 'tiny',
    version: '1.2',
    path: 'tiny/core.py',
    licence: 'MIT',
    commit: 'ab'.repeat(20),
    verified: false,
  });
  expect(scale?.['prompt']).toContain('`times`, which it may call');
  expect(scale?.['prompt']).toContain('def scale(numbers, factor=2):');
  for (const [file, format] of [
    ['tasks.jsonl', 'dl-bench-live'],
    ['dl-bench.json', 'dl-bench'],
  ] as const) {
    const read = await readDataset(join(out, file));
    expect([read.format, read.tasks.length]).toEqual([format, 3]);
  }
});

test('reads a source distribution', async () => {
  const archive = join(folder, 'tiny-1.2.tar.gz');
  execFileSync('tar', ['-czf', archive, '-C', folder, 'tiny-1.2']);
  const out = join(folder, 'from-archive');
  expect((await collectTasks({ source: archive, out })).tasks).toBe(3);
  expect(records(out)).toEqual(records(join(folder, 'out')).map((record) => ({ ...record, commit: 'ab'.repeat(20) })));
});

test('the prompt of what makes an object holds what the class says of itself', () => {
  const common = { path: 'grid.py', className: 'Grid', nodes: [], helpers: [], source: '', reference: '' };
  const classDocstring = "A grid.\n\n    :param method: 'even'.";
  const stub = 'SIGNATURE\n    raise NotImplementedError\n';
  const grid = (functionName: string, docstring: string) =>
    promptOf({ ...common, target: `grid.py::Grid.${functionName}`, functionName, docstring, classDocstring, stub });
  expect(grid('__init__', 'Makes it.')).toBe(
    "Write the method `__init__` of the class `Grid` for the module `grid.py`.\n\n```python\nSIGNATURE\n```\n\nMakes it.\n\nOf the class `Grid`:\n\nA grid.\n\n:param method: 'even'.",
  );
  expect(grid('points', 'The points.')).not.toContain('Of the class');
});

test.each([
  ['no source', { source: join(folder, 'nothing') }, 'collect-source'],
  ['no name', { source: join(root, 'tiny') }, 'collect-package'],
  ['an archive that is none', { source: await temporaryFile('broken.tar.gz', 'no archive') }, 'collect-archive'],
  ['a folder that leads out', { source: root, only: ['../..'] }, 'collect-only'],
  ['a folder that is not there', { source: root, only: ['nowhere'] }, 'collect-only'],
])('refuses %s', async (_what, settings, code) => {
  const out = join(folder, 'refused');
  await expect(collectTasks({ out, ...settings })).rejects.toMatchObject({ code });
  expect(existsSync(join(out, 'tasks.jsonl'))).toBe(false);
});

test.skipIf(!canRun)(
  'runs the reference and a stub: what fails, or is only mentioned, is no task; nothing runs twice',
  async () => {
    const out = join(folder, 'verified');
    const settings = { source: root, out, verify: true };
    const outcome = await collectTasks(settings);
    expect(outcome.refused.map(({ target }) => target).sort()).toEqual(['tiny/core.py::flaky', 'tiny/core.py::unused']);
    expect(outcome.refused.find(({ target }) => target.endsWith('unused'))?.problem).toBe('a stub fails only 0 tests');
    expect(records(out)).toMatchObject([
      {
        function: 'scale',
        verified: true,
        tests: ['test_one', 'test_two', 'test_three'].map((name) => `tests/test_core.py::${name}`),
      },
    ]);
    const log = readFileSync(join(out, 'verified.jsonl'), 'utf8');
    await collectTasks(settings);
    expect(readFileSync(join(out, 'verified.jsonl'), 'utf8')).toBe(log);
  },
  300_000,
);
