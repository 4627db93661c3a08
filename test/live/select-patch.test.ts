import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { journalPath } from '../../src/app/assembly/open-sandbox.ts';
import type { UseEvent } from '../../src/app/context.ts';
import { selectPatch } from '../../src/index.ts';
import type { PatchSelection } from '../../src/records/patch-selection.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { committed, diffOf, folderOf } from '../app/patches/patch-files.ts';
import { cli } from '../fakes/cli.ts';

const probe = await bubblewrapSandbox.probe();
if (!probe.available) console.warn(`skipped: needs bubblewrap: ${probe.detail}`);

const OPS = `def mean(numbers):
    return sum(numbers) / len(numbers)


def median(numbers):
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2]
`;
const LAST = '    return ordered[len(ordered) // 2]\n';
const RIGHT = `    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
`;
const to = (last: string, more = (text: string) => text) =>
  diffOf('src/calc/ops.py', OPS, more(OPS.replace(LAST, last)));
const PATCHES = {
  'right.diff': to(RIGHT),
  'right-commented.diff': to(`    # both middles\n${RIGHT}`),
  'right-crlf.diff': to(
    `    low = ordered[(len(ordered) - 1) // 2]\n    return (low + ordered[len(ordered) // 2]) / 2\n`,
  ).replaceAll('\n', '\r\n'),
  'lower.diff': to('    return ordered[(len(ordered) - 1) // 2]\n'),
  'breaks.diff': to(RIGHT, (text) => text.replace('/ len(numbers)', '// len(numbers)')),
  'hangs.diff': to('    while True:\n        pass\n'),
  'forks.diff': to('    import os\n    while True:\n        os.fork()\n'),
  'exits.diff': to('    import os\n    os._exit(0)\n'),
  'syntax.diff': to('    return (\n'),
  'moves.diff': `${diffOf('src/calc/new/__init__.py', '', `def median(numbers):\n    ordered = sorted(numbers)\n${RIGHT}`).replace('--- a/src/calc/new/__init__.py', '--- /dev/null')}${diffOf('src/calc/ops.py', OPS, OPS.replace(/def median[\s\S]*/, 'from .new import median\n'))}`,
  'elsewhere.diff': diffOf('src/calc/none.py', OPS, OPS.replace(LAST, RIGHT)),
};
const TESTS = {
  'test_issue.py': `from calc import median

def test_even():
    assert median([1, 2, 3, 4]) == 2.5

def test_two():
    assert median([1, 3]) == 2

def test_wrong():
    assert median([1, 3]) == 1

class TestOdd:
    def test_one(self):
        assert median([5]) == 5
`,
  'test_broken.py': 'import nowhere\n\ndef test_x():\n    pass\n',
};

function repository(): string {
  const root = folderOf({
    'src/calc/__init__.py': 'from .ops import mean, median\n',
    'src/calc/ops.py': OPS.replace('sum(numbers)', 'sum( numbers )'),
    'tests/test_ops.py': `import os
import pytest
from calc import mean, median

@pytest.mark.parametrize('xs, m', [([1], 1), ([1, 4], 2.5)])
def test_mean(xs, m):
    assert mean(xs) == m

def test_odd():
    assert median([3, 1, 2]) == 2

def test_bad():
    assert median([1, 2]) == 7
`,
    'setup.cfg': '[tool:pytest]\naddopts = --no-such-flag\n',
  });
  committed(root);
  // Uncommitted, and what the patches are for.
  writeFileSync(join(root, 'src/calc/ops.py'), OPS);
  return root;
}

const statusOf = (root: string) => execFileSync('git', ['-C', root, 'status', '--porcelain'], { encoding: 'utf8' });

describe.skipIf(!probe.available)('a patch for a small repository', () => {
  const flags = (root: string, folder: string) => [
    ...['--repo', root, '--patches', join(folder, 'patches'), '--tests', join(folder, 'tests')],
    ...['--regression', 'tests/**', '--timeout-ms', '500', '--jobs', '2'],
  ];
  const given = (taken = /./) =>
    folderOf({
      ...Object.fromEntries(
        Object.entries(PATCHES)
          .filter(([name]) => taken.test(name))
          .map(([name, text]) => [`patches/${name}`, text]),
      ),
      ...Object.fromEntries(Object.entries(TESTS).map(([name, text]) => [`tests/${name}`, text])),
    });

  test('the right one, why the others are not, a page; the tree stays as it was', async () => {
    const root = repository();
    const folder = given();
    const report = join(folder, 'report');
    const { out } = await cli('select', ...flags(root, folder), '--report', report, '--json');
    const selection = JSON.parse(out) as PatchSelection;
    expect(selection.picked).toMatchObject({ name: 'right-commented.diff', votes: 2 });
    const fates = selection.groups.map(({ names, out, verdicts, breaks }) => [
      names.join(),
      out ? Object.keys(breaks).length : verdicts.map((verdict) => verdict[0]).join(''),
    ]);
    expect(Object.fromEntries(fates)).toEqual({
      'right-commented.diff,right.diff': 'ppfp',
      'right-crlf.diff': 'ppfp',
      'moves.diff': 'ppfp',
      'lower.diff': 'ffpp',
      'breaks.diff': 1,
      'hangs.diff': 1,
      'forks.diff': 1,
      'exits.diff': 1,
      'syntax.diff': 2,
    });
    expect(selection.refused).toEqual([
      { name: 'elsewhere.diff', reason: 'src/calc/none.py: No such file or directory' },
    ]);
    expect(selection.runnerUp).toMatchObject({ name: 'lower.diff', test: expect.stringMatching(/::test_even$/) });
    expect(selection.tests.map(({ before }) => before)).toEqual(['fail', 'fail', 'fail', 'pass']);
    expect(selection.regression).toEqual({ passing: 2, flaky: [], failing: ['tests/test_ops.py::test_bad'] });
    expect(selection.notes).toContainEqual(
      "mutagree_tests/test_broken.py fails on every tree: ModuleNotFoundError: No module named 'nowhere'",
    );
    const page = readFileSync(join(report, 'patches.html'), 'utf8');
    expect(page).toContain('mutagree_tests/test_issue.py::test_even');
    expect(page).toContain('breaks tests/test_ops.py::test_mean');
    expect(readFileSync(join(root, 'src/calc/ops.py'), 'utf8')).toBe(OPS);
    expect(statusOf(root)).toBe(' M src/calc/ops.py\n');
    expect(readdirSync(folder).sort()).toEqual(['patches', 'report', 'tests']);
  }, 300_000);

  test('stdout is the diff, which git takes; --apply writes it', async () => {
    const root = repository();
    const prediction = (name: 'right.diff' | 'lower.diff') => ({
      instance_id: 'i',
      model_name_or_path: name,
      model_patch: PATCHES[name],
    });
    const folder = folderOf({
      'preds.jsonl': [prediction('right.diff'), prediction('lower.diff')]
        .map((each) => JSON.stringify(each))
        .join('\n'),
      'tests/test_issue.py': TESTS['test_issue.py'],
    });
    const argv = ['select', '--repo', root, '--patches', join(folder, 'preds.jsonl'), '--tests', join(folder, 'tests')];
    expect(await cli(...argv)).toMatchObject({ code: 0, out: PATCHES['right.diff'] });
    execFileSync('git', ['-C', root, 'apply', '--check'], { input: PATCHES['right.diff'] });
    expect(await cli(...argv, '--apply')).toMatchObject({ code: 0 });
    expect(readFileSync(join(root, 'src/calc/ops.py'), 'utf8')).toBe(OPS.replace(LAST, RIGHT));
  }, 120_000);

  test('goes on where it was interrupted; the library takes texts', async () => {
    const root = repository();
    // Without those that reach their limits.
    const folder = given(/^(?:right|lower|breaks)/);
    const stop = new AbortController();
    const settings = {
      repo: root,
      patches: join(folder, 'patches'),
      tests: { 'test_i.py': TESTS['test_issue.py'] },
      regression: ['tests'],
      timeoutMs: 500,
      jobs: 1,
    };
    let steps = 0;
    let stage = '';
    const onEvent = (event: UseEvent) => {
      if (event.kind === 'stage') stage = event.stage;
      if (event.kind === 'advance' && stage !== 'apply' && ++steps === 5) stop.abort();
    };
    await expect(selectPatch(settings, { signal: stop.signal, onEvent })).rejects.toMatchObject({
      name: 'InterruptedError',
    });
    expect(existsSync(journalPath(join(folder, 'patches')))).toBe(true);
    const notes: string[] = [];
    const selection = await selectPatch(settings, {
      onEvent: (event) => void (event.kind === 'note' && notes.push(event.text)),
    });
    expect(selection.picked?.name).toBe('right-commented.diff');
    expect(notes.join('\n')).toMatch(/used [1-9]\d* of [1-9]\d* results? kept/);
    const texts = [
      { name: 'one', patch: PATCHES['lower.diff'] },
      { name: 'two', patch: PATCHES['right.diff'] },
    ];
    const tests = { 'test_i.py': 'from calc import median\ndef test_even():\n    assert median([1, 3]) == 2\n' };
    expect((await selectPatch({ repo: root, patches: texts, tests })).picked?.name).toBe('two');
  }, 300_000);

  test('an interpreter without pytest', async () => {
    const root = repository();
    const bin = join(root, '.venv/bin');
    mkdirSync(bin, { recursive: true });
    const real = ['-c', 'import os, sys; print(os.path.realpath(sys.executable), end="")'];
    symlinkSync(execFileSync('python3', real, { encoding: 'utf8' }), join(bin, 'python'));
    writeFileSync(join(root, '.venv/pyvenv.cfg'), 'include-system-site-packages = false\n');
    const refused = { code: 2, err: expect.stringMatching(/has no pytest[\s\S]*hint: .*pip install pytest/) };
    expect(await cli('select', ...flags(root, given()))).toMatchObject(refused);
  }, 60_000);
});
