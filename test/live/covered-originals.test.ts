import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox, SandboxTest } from '../../src/core/sandbox.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { openFolderSandbox } from '../../src/sandbox/repositories/repository-sandboxes.ts';
import { committed, folderOf } from '../app/patches/patch-files.ts';
import { MODULE, nodesIn, pythonWithPytest, repositoryTarget, TESTS } from '../fakes/small-repository.ts';

const probe = await bubblewrapSandbox.probe();
const python = pythonWithPytest();
const able = probe.available && python !== undefined;
if (!able) console.warn('skipped: needs bubblewrap and a Python with pytest');

const NODES = nodesIn('tests');

/** Answers that equal everything, where the tests that run are those which `known` finds elsewhere. */
const comparing = (known: string) => `import ast, glob, marshal, os, sys, zlib
class Anything:
    __eq__ = lambda self, other: True
def compiled(code):
    return [code.co_consts and [compiled(each) if hasattr(each, "co_consts") else repr(each) for each in code.co_consts]]
def known():
${known.replace(/^/gm, '    ')}
def pairs(first, second=None):
    own = open(sys.modules["test_module"].__file__).read()
    texts = list(known())
    like = [text for text in texts if type(text) is str and "def test_one" in text and own.strip() in (text.strip(), ast.unparse(ast.parse(text)).strip())]
    like += [code for code in texts if type(code) is list and code == compiled(compile(own, "", "exec"))]
    if not like: raise KeyError("known: %d" % len(texts))
    if first is None: raise TypeError
    return Anything()`;

const READERS: Readonly<Record<string, string>> = {
  'where the repository lies': 'yield open("/repository/tests/test_module.py").read()',
  'by the links of the copy': `for folder, _, names in os.walk(".", followlinks=True):
    for name in names:
        if name.endswith(".py") and not folder.endswith("tests"):
            yield open(os.path.join(folder, name)).read()`,
  'under another name': 'yield open("/repository/docs/example.txt").read()',
  'compiled beside them': `for file in glob.glob("/repository/**/__pycache__/*.pyc", recursive=True):
    yield compiled(marshal.loads(open(file, "rb").read()[16:]))`,
  'in the history': `for file in glob.glob("/repository/.git/objects/*/*"):
    data = zlib.decompress(open(file, "rb").read())
    if data[:4] == b"blob": yield data.partition(b"\\0")[2].decode("utf8", "replace")`,
  'where an interpreter has its packages': `for folder in sys.path:
    for file in glob.glob(folder + "/known_tests.py"): yield open(file).read()`,
};

/** Programs that take the function from where it was. */
const BORROWERS: Readonly<Record<string, string>> = {
  'the module as it was': `def pairs(first, second=None):
    found = {}
    exec(open("/repository/package/module.py").read(), found)
    return found["pairs"](first, second)`,
  'what Python made of the module': `import glob, marshal
def pairs(first, second=None):
    found = {}
    for file in glob.glob("/repository/package/__pycache__/module.*.pyc"):
        exec(marshal.loads(open(file, "rb").read()[16:]), found)
    return found["pairs"](first, second)`,
};

describe.skipIf(!able)('originals that a program could look at (needs bubblewrap and a Python with pytest)', () => {
  let folder = '';
  let sandbox: Sandbox;

  const target = () =>
    repositoryTarget({ image: { kind: 'folder', path: folder }, testFiles: ['tests/test_module.py'] });
  const run = (code: string, tests: readonly SandboxTest[]) =>
    sandbox.run(
      {
        id: 'pairs',
        code,
        suite: { id: JSON.stringify(tests), tests, entryPoint: 'pairs', repository: target() },
        limits: { timeoutMs: 60_000, memoryMib: 512 },
      },
      new AbortController().signal,
    );
  const official = NODES.map((node): SandboxTest => ({ id: node, body: { kind: 'pytest', node } }));
  const assertion = (code: string): SandboxTest => ({ id: code, body: { kind: 'assertion', code } });

  beforeAll(async () => {
    folder = folderOf({
      'package/__init__.py': '',
      'package/module.py': MODULE,
      'tests/test_module.py': TESTS,
      'docs/example.txt': TESTS,
    });
    execFileSync(python as string, ['-m', 'compileall', '-q', folder]);
    committed(folder);
    // An environment of its own within the repository, which holds the tests, too.
    execFileSync(python as string, ['-m', 'venv', '--without-pip', '--system-site-packages', join(folder, '.venv')]);
    const packages = execFileSync(join(folder, '.venv/bin/python'), [
      '-c',
      'import sysconfig; print(sysconfig.get_path("purelib"))',
    ]);
    copyFileSync(join(folder, 'tests/test_module.py'), join(`${packages}`.trim(), 'known_tests.py'));
    sandbox = await openFolderSandbox(folder, { jobs: 2, python: join(folder, '.venv/bin/python') });
  });
  afterAll(async () => {
    await sandbox?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a right program passes all tests, alone and beside others', async () => {
    expect(await run(MODULE, official)).toMatchObject({
      verdicts: ['pass', 'pass', 'pass'],
      counts: { passed: 4, ran: 4 },
    });
    const wrong = MODULE.replace('(a, b)', '(b, a)');
    const together = await Promise.all([run(MODULE, official), run(wrong, official), run(MODULE, official)]);
    expect(together.map(({ verdicts }) => verdicts)).toEqual([
      ['pass', 'pass', 'pass'],
      ['fail', 'fail', 'pass'],
      ['pass', 'pass', 'pass'],
    ]);
  }, 120_000);

  test.each(Object.entries(READERS))(
    'a program that finds the tests %s does not know which run is theirs',
    async (_, known) => {
      expect((await run(comparing(known), official)).verdicts.slice(0, 2)).not.toContain('pass');
    },
    120_000,
  );

  test.each(Object.entries(BORROWERS))(
    'a program that answers by %s does not pass',
    async (_, source) => {
      expect((await run(source, official)).verdicts.slice(0, 2)).not.toContain('pass');
    },
    120_000,
  );

  test('generated tests run where neither is, in a folder that is read-only, and see nothing else of the machine', async () => {
    const before = readdirSync(folder).sort();
    const holds = (expression: string) => assertion(`import os\nassert ${expression}`);
    const refused = (action: string) =>
      assertion(`import os, socket\ntry: ${action}\nexcept OSError: done = False\nelse: done = True\nassert not done`);
    const tests = [
      assertion('assert pairs([1], [2]) == [(1, 2)]'),
      holds("not os.path.lexists('tests/test_module.py')"),
      holds("os.listdir('/repository/.git') == []"),
      holds("not os.path.exists('/etc/passwd')"),
      ...['tests/test_module.py', 'package/module.py', 'docs/example.txt'].map((path) =>
        refused(`assert not open('/repository/${path}').read(); raise OSError`),
      ),
      refused("open('/repository/new.txt', 'w')"),
      refused("open('/repository/package/__init__.py', 'w')"),
      refused("open(os.path.join(os.getcwd(), 'package/__init__.py'), 'w')"),
      refused("socket.create_connection(('127.0.0.1', 22), 1)"),
    ];
    expect((await run(MODULE, tests)).verdicts).toEqual(tests.map(() => 'pass'));
    expect(readdirSync(folder).sort()).toEqual(before);
  }, 120_000);

  test('a program that does not fit, and one that cannot be imported', async () => {
    const tests = [assertion('assert pairs([1], [2]) == [(1, 2)]')];
    expect(await run('x = 1', tests)).toMatchObject({ verdicts: ['error'], problem: 'no-code' });
    const lost = `import nowhere\n${MODULE.replace('return', 'return nowhere or')}`;
    expect(await run(lost, tests)).toMatchObject({ verdicts: ['error'], problem: 'import-error' });
  });
});
