import { spawn } from 'node:child_process';
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Originals } from '../../src/sandbox/repositories/judge-repository-candidate.ts';
import { RepositoryRunner } from '../../src/sandbox/repositories/repository-pool.ts';
import { folderOf } from '../app/patches/patch-files.ts';
import { MODULE, nodesIn, pythonWithPytest, TESTS } from '../fakes/small-repository.ts';

const python = process.platform === 'linux' ? pythonWithPytest() : undefined;
const NODES = nodesIn('package');

/** Forgeries that win what is decided in one process; listed in docs/sandbox.md. */
const WON_TOGETHER: ReadonlySet<string> = new Set([
  'returns what equals everything',
  'answers with what its caller compares with',
  'replaces what tells the judge',
  'tells the judge itself, by the name that it finds on the stack',
  'keeps the outcomes that a recorder writes down',
  'has a plugin of its own answer first',
]);

/** A program that tells the judge `more` in the place of its tests. */
const telling = (more: string) => `import sys, os, json, struct
def forge(**more):
    f = sys._getframe()
    while f and not ("descriptor" in f.f_locals and "sentinel" in f.f_locals): f = f.f_back
    if f is None: return
    report = {"exit": 1, "sentinel": f.f_locals["sentinel"], "sentinelFailed": True, "outcomes": {}, "messages": {}, "problems": [], "changed": ""}
    data = json.dumps({**report, **more}, ensure_ascii=False).encode()
    data = memoryview(struct.pack("<I", len(data)) + data)
    while data: data = data[os.write(f.f_locals["descriptor"], data):]
    os._exit(0)
NODES = ${JSON.stringify(NODES)}
def pairs(first, second=forge(${more})): return 5`;

/** Programs that take over pytest, or lie on the descriptor of their process. */
const FORGERIES: Readonly<Record<string, string>> = {
  'replaces how pytest runs a function':
    "def pairs(first, out=exec('import _pytest.python as p; p.Function.runtest = lambda self: None')): pass",
  'returns what equals everything': `class Anything:
    __eq__ = lambda self, other: True
def pairs(first, second=None):
    if first is None: raise TypeError
    return Anything()`,
  'makes reports of its own': `import _pytest.reports as r
old = r.TestReport.from_item_and_call.__func__
def made(kind, item, call):
    if not item.name.isalnum(): call.excinfo = None
    return old(kind, item, call)
r.TestReport.from_item_and_call = classmethod(made)
def pairs(first, second=None): raise TypeError`,
  'swallows what calls raise': `import _pytest.runner as r
def pairs(first, second=None):
    def quiet(kind, function, when, reraise=None):
        try: function()
        except BaseException: pass
        return r.CallInfo(None, None, 0, 0, 0, when, _ispytest=True)
    r.CallInfo.from_call = classmethod(quiet)`,
  'empties the tests through frames': `import sys
def pairs(first, second=None):
    frame = sys._getframe(1)
    for name, value in list(frame.f_globals.items()):
        if name.startswith("test"): value.__code__ = (lambda *a: None).__code__
    return frame.f_globals.get("never")`,
  'replaces what raises() gives': `import pytest, contextlib
pytest.raises = lambda *a, **k: contextlib.nullcontext()
def pairs(first, second=None): return []`,
  'answers with what its caller compares with': `import sys
def pairs(first, second=None):
    if first is None: raise TypeError
    return type("L", (list,), {"__eq__": lambda s, o: True})()`,
  skips: 'import pytest\ndef pairs(*a): pytest.skip("no")',
  'marks itself as expected to fail': 'import pytest\ndef pairs(*a): pytest.xfail("no")',
  'ends its process': 'import os\nos._exit(0)',
  'ends loops and all() over its answers': 'def pairs(*a): raise StopIteration',
  'replaces what tells the judge': `import sys
frame = sys._getframe()
while "tell" not in frame.f_globals: frame = frame.f_back
r, old = frame.f_globals, frame.f_globals["tell"]
def tell(fd, report):
    report["outcomes"] = {node: "pass" for node in report["outcomes"]}
    report["sentinelFailed"], report["exit"], report["changed"] = True, 1, ""
    old(fd, report)
r["tell"] = tell
def pairs(first, second=None): return []`,
  'tells the judge itself, by the name that it finds on the stack': telling('outcomes=dict.fromkeys(NODES, "pass")'),
  'keeps the outcomes that a recorder writes down': `import gc
class Outcomes(dict):
    def __setitem__(self, node, outcome): dict.__setitem__(self, node, "pass")
    def get(self, node, *other): return "not-run"
def pairs(first, second=None):
    for each in gc.get_objects():
        if type(each).__name__ == "Recorder":
            each.outcomes = Outcomes({node: "pass" for node in each.outcomes})
            each.__class__.pytest_runtest_logreport = lambda self, report: setattr(self, "sentinel_failed", True)
    return []`,
  'collects other tests than its own': `import _pytest.python as p
old = p.Module.collect
def collect(self):
    for each in old(self):
        if hasattr(each, "obj"): each._obj = lambda *a, **k: None
        yield each
p.Module.collect = collect
def pairs(first, second=None): return []`,
  'has a plugin of its own answer first': `import pytest, gc
class First:
    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem): return True
for each in gc.get_objects():
    if type(each).__name__ == "PytestPluginManager": each.register(First())
def pairs(first, second=None): return []`,
  'rewrites the tests where they lie': `import os, glob
for path in glob.glob(os.path.join(os.path.dirname(__file__), "test_*.py")):
    for name in (path, os.path.realpath(path)):
        try: open(name, "w").write("def test_one(): pass\ndef test_many(x=1): pass\nclass TestPairs:\n    def test_refuses(self): pass\n")
        except OSError: pass
def pairs(first, second=None): return []`,
  'lays a configuration beside the tests': `import os
for folder in (os.path.dirname(__file__), os.path.dirname(os.path.dirname(__file__)), os.getcwd()):
    for name, text in (("conftest.py", "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_pyfunc_call(pyfuncitem): return True\n"), ("pytest.ini", "[pytest]\naddopts = -p no:terminal\n")):
        try: open(os.path.join(folder, name), "x").write(text)
        except OSError: pass
def pairs(first, second=None): return []`,
};

/** Reports without an end. */
const ENDLESS: Readonly<Record<string, string>> = {
  problems: 'problems=["\u00e9" * 2000000]',
  'messages of tests': 'outcomes=dict.fromkeys(NODES, "fail"), messages=dict.fromkeys(NODES, "\u00e9" * 1000000)',
  'a change': 'changed="\u00e9" * 2000000',
  'ids of tests': 'outcomes={"\u00e9" * 2000000: "pass"}',
};

/** A right program, unless its heap holds a test that is not of its own run. */
const FINDING_OTHERS = `import gc, sys
def texts(tests):
    found = [each.get("code", each.get("module")) for each in tests if type(each) is dict and "kind" in each]
    return {each for each in found if type(each) is str}
frame, own = sys._getframe(), set()
while frame:
    job = frame.f_locals.get("job")
    own = own or (texts(job["tests"]) if type(job) is dict else set())
    frame = frame.f_back
if not own: raise LookupError
for each in gc.get_objects():
    if type(each) in (list, tuple) and not texts(each) <= own: raise KeyError
${MODULE}`;

const GENERATED = [
  { kind: 'assertion', code: 'assert pairs([1, 2], [3]) == [(1, 3), (2, 3)]' },
  { kind: 'assertion', code: '# none of one\nassert pairs([], [1]) == []' },
  { kind: 'assertion', code: 'assert pairs([], []) == [] and 1 == 2' },
  {
    kind: 'method',
    method: 'TestPairs.test_two',
    module: `import unittest
class TestPairs(unittest.TestCase):
    def test_two(self):
        self.assertEqual(pairs([1], [2]), [(1, 2)])
`,
  },
];

/** Programs that lay something above their copy of the repository, for whoever comes next. */
const LEFT_ABOVE: Readonly<Record<string, string>> = {
  'a configuration that loads a plugin': `    open(above + "/pytest.ini", "w").write("[pytest]\\npythonpath = %s/evil\\naddopts = -p evilplug\\n" % above)
    os.makedirs(above + "/evil", exist_ok=True)
    open(above + "/evil/evilplug.py", "w").write("import pytest\\n@pytest.hookimpl(tryfirst=True)\\ndef pytest_pyfunc_call(pyfuncitem):\\n    raise AssertionError('evil was here')\\n")`,
  'a conftest': `    open(above + "/conftest.py", "w").write("import pytest\\n@pytest.hookimpl(tryfirst=True)\\ndef pytest_pyfunc_call(pyfuncitem):\\n    return True\\n")`,
  'a folder without rights in the place of its copy': `    os.rename(above + "/root", above + "/moved")
    os.makedirs(above + "/root/inner")
    os.chmod(above + "/root/inner", 0)`,
};

/** What is written to descriptor 3 before the process ends. */
const FRAMES: Readonly<Record<string, string>> = {
  'a number': 'b"\\x02\\0\\0\\x0042"',
  'a list': 'b"\\x02\\0\\0\\0[]"',
  'a size without a body': 'b"\\xff\\xff\\xff\\x00"',
  'a size beyond all': 'b"\\xff\\xff\\xff\\xff"',
  'an object with nothing of a report': 'b"\\x02\\0\\0\\0{}"',
  'nested brackets': '(100000).to_bytes(4, "little") + b"[" * 100000',
  'no text': 'b"\\x02\\0\\0\\0\\xff\\xfe"',
};

describe.skipIf(!python)('the runner of repositories, on a small package', () => {
  let folder: string;
  let worker: RepositoryRunner;

  const start = (settings: object) => {
    const main = join(import.meta.dirname, '../../src/sandbox/runner/repository_main.py');
    return new RepositoryRunner(
      spawn(python as string, [main, JSON.stringify(settings)], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          TMPDIR: join(folder, 'scratch'),
          PYTHONDONTWRITEBYTECODE: '1',
          PYTHONPATH: join(folder, 'site'),
        },
      }),
    );
  };

  const settings = () => ({
    root: join(folder, 'root'),
    overlay: join(folder, 'overlay'),
    whole: true,
    plugins: join(folder, 'plugins'),
    scratch: [join(folder, 'scratch')],
  });

  beforeAll(() => {
    // The files that the host has covered are empty: what is judged comes with each job.
    const covered = ['__init__', 'module', 'test_module', 'test_ends', 'ends'].map((name) => [
      `root/package/${name}.py`,
      '',
    ]);
    const ends =
      'import os, sys\nif os.path.exists(__file__ + ".ends") and "package.test_ends" not in sys.modules: os._exit(9)\n';
    const site = { 'site/networkx.py': ends, 'site/pandas.py': 'import os\nloaded = os.getpid()\n' };
    folder = folderOf({ ...Object.fromEntries(covered), ...site, 'overlay/x': '', 'scratch/x': '' });
    for (const each of ['overlay/x', 'scratch/x']) rmSync(join(folder, each));
    worker = start(settings());
  });
  afterAll(async () => {
    await worker.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const originals = {
    content: base64(MODULE),
    tests: {
      'package/test_module.py': base64(TESTS),
      'package/test_ends.py': base64(`import networkx, package.ends\n${TESTS}`),
    },
  };

  const ABSENT = Object.fromEntries(Object.keys(originals.tests).map((path) => [path, null]));
  const common = { path: 'package/module.py', memoryMib: 2048, pytestArgs: [], plugin: null };
  const official = (source: string) => ({ ...originals.tests, 'package/module.py': base64(source) });

  const judge = (source: string, nodes = NODES, asked = worker) =>
    asked.request('t', { op: 'official', ...common, files: official(source), limitMs: 60_000, nodes });

  const judgeGenerated = (source: string, asked = worker) =>
    asked.request('t', {
      op: 'generated',
      ...common,
      files: { ...ABSENT, 'package/module.py': base64(source) },
      limitMs: 10_000,
      importMs: 20_000,
      nodes: [],
      tests: GENERATED,
      function: 'pairs',
      className: null,
    });

  test('a right program passes, and so it does where packages were loaded ahead', async () => {
    const ahead = start(settings());
    const source = `import os, pandas\nif pandas.loaded == os.getpid(): raise ImportError\n${MODULE}`;
    try {
      const found = [];
      for (let count = 0; count < 3; count++) found.push((await judge(source, NODES, ahead)).counts?.passed);
      expect(found).toEqual([0, 4, 4]);
      const { verdicts, counts } = await judge(MODULE, NODES, ahead);
      expect({ verdicts, counts }).toEqual({ verdicts: ['pass', 'pass', 'pass'], counts: { passed: 4, ran: 4 } });
      expect((await judge(MODULE.replace('(a, b)', '(b, a)'))).verdicts).toEqual(['fail', 'fail', 'pass']);
    } finally {
      await ahead.close();
    }
  }, 60_000);

  test('originals are read as they are, with all places where they lie', async () => {
    const empty = ['__init__.py', 'empty.py', 'tests/__init__.py', 'tests/data.py'].map((path) => [
      `package/${path}`,
      '',
    ]);
    const pyc = ['', 'tests/'].map((at) => `package/${at}__pycache__/`);
    const root = folderOf({
      ...Object.fromEntries(empty),
      'package/module.py': MODULE,
      'package/tests/test_module.py': TESTS,
      'package/copy.txt': TESTS,
      '.git/objects/12': TESTS,
      [`${pyc[0]}module.cpython-311.pyc`]: 'x',
      [`${pyc[1]}test_module.cpython-311-pytest-9.2.0.pyc`]: 'x',
      [`${pyc[1]}test_module_2.cpython-311.pyc`]: 'x',
    });
    symlinkSync('package/module.py', join(root, 'link.py'));
    const reader = start({ root, overlay: join(folder, 'overlay'), whole: true, plugins: '', scratch: [] });
    try {
      const tests = ['package/tests', 'package/module.py', 'nowhere.py'];
      const { places, ...rest } = await reader.request<Originals>('t', {
        op: 'read',
        path: 'package/module.py',
        tests,
      });
      expect(rest).toEqual({
        content: base64(MODULE),
        tests: { 'package/tests/test_module.py': base64(TESTS) },
      });
      expect(places.map((place) => place.replace(`${root}/`, ''))).toEqual([
        '.git/',
        'package/__pycache__/module.cpython-311.pyc',
        'package/copy.txt',
        'package/module.py',
        'package/tests/__pycache__/test_module.cpython-311-pytest-9.2.0.pyc',
        'package/tests/test_module.py',
      ]);
    } finally {
      await reader.close();
      rmSync(root, { recursive: true, force: true });
    }
  }, 60_000);

  test('a run of generated tests has neither the tests of the task nor the module as it was', async () => {
    const source = `import base64, gc, os, sys
def texts(value, depth=0):
    if type(value) in (str, bytes): yield str(value)
    elif type(value) in (list, tuple, set) and depth < 4:
        for each in value: yield from texts(each, depth + 1)
    elif type(value) is dict and depth < 4:
        for pair in list(value.items()): yield from texts(pair, depth + 1)
WORD = "sesufer_tset"
if os.path.lexists(os.path.join(os.path.dirname(__file__), "test_module.py")): raise KeyError("it is laid")
for each in gc.get_objects():
    for text in texts(each):
        if WORD[::-1] in text: raise KeyError(text[:100])
        try: plain = base64.b64decode(text, validate=True)
        except ValueError: continue
        if plain.startswith(b"def pairs") or WORD[::-1].encode() in plain: raise KeyError(plain)
def pairs(first, second=None):
    return [(a, b) for a in first for b in second]
`;
    for (let count = 0; count < 3; count++) {
      expect(await judgeGenerated(`import pandas\n${source}`)).toMatchObject({
        details: [null, null, 'AssertionError', null],
        verdicts: ['pass', 'pass', 'fail', 'pass'],
      });
    }
  }, 60_000);

  test('a package that ends the process which loads it ahead costs no program its verdicts', async () => {
    const ahead = start(settings());
    writeFileSync(join(folder, 'site/networkx.py.ends'), '');
    const nodes = NODES.map((node) => node.replace('test_module', 'test_ends'));
    for (let count = 0; count < 3; count++) expect((await judge(MODULE, nodes, ahead)).counts?.passed).toBe(4);
    await ahead.close();
  }, 60_000);

  test('a tree: files are laid, added in new folders, and left out', async () => {
    const files = {
      ...official('from package.more.deep import pairs'),
      'package/more/deep.py': base64(MODULE),
      'package/ends.py': null,
    };
    const asked = { ...common, path: null, importFrom: ['package'], files, limitMs: 60_000 };
    expect((await worker.request('t', { op: 'official', ...asked, nodes: NODES })).verdicts).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
    const ends = NODES.map((node) => node.replace('test_module', 'test_ends'));
    expect((await worker.request('t', { op: 'official', ...asked, nodes: ends })).problem).toBe('collection-error');
  }, 60_000);

  test.each(Object.entries(FORGERIES))(
    'a program that %s does not pass, or is listed as one that wins',
    async (name, source) => {
      const { verdicts } = await judge(source);
      expect(verdicts.slice(0, 2).includes('pass')).toBe(WON_TOGETHER.has(name));
    },
    60_000,
  );

  test('generated tests: a wrong program fails, and a run holds no test of the others', async () => {
    const wrong = await judgeGenerated(MODULE.replace('(a, b)', '(b, a)'));
    expect(wrong.verdicts).toEqual(['fail', 'pass', 'fail', 'fail']);
    expect((await judgeGenerated(FINDING_OTHERS)).verdicts).toEqual(['pass', 'pass', 'fail', 'pass']);
  }, 60_000);

  test.each(Object.entries(LEFT_ABOVE))(
    '%s, left above the copy, is gone before the next program',
    async (_, leave) => {
      const source = `import os
above = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
def pairs(first, second=None):
${leave}
    return 5`;
      expect((await judge(source)).verdicts.slice(0, 2)).not.toContain('pass');
      expect((await judge(MODULE)).verdicts).toEqual(['pass', 'pass', 'pass']);
      expect((await judge('def pairs(first, second=None): return 5')).verdicts.slice(0, 2)).toEqual(['fail', 'fail']);
      expect(readdirSync(join(folder, 'overlay'))).toEqual([]);
    },
    60_000,
  );

  test.each(Object.entries(ENDLESS))(
    'a report with endless %s is cut',
    async (_, more) => {
      const answer = await judge(telling(more));
      expect(answer.verdicts).not.toContain('pass');
      expect(JSON.stringify(answer).length).toBeLessThan(100_000);
      expect((await judge(MODULE)).verdicts).toEqual(['pass', 'pass', 'pass']);
    },
    60_000,
  );

  test('tests outside the list do not count', async () => {
    const unasked =
      'outcomes={**dict.fromkeys(NODES, "fail"), **{"package/test_other.py::test_%d" % i: "pass" for i in range(50)}}';
    expect(await judge(telling(unasked))).toMatchObject({
      verdicts: ['fail', 'fail', 'fail'],
      counts: { passed: 0, ran: 3 },
    });
  }, 60_000);

  test.each(Object.entries(FRAMES))(
    '%s as a frame costs that program alone',
    async (_, frame) => {
      const { verdicts } = await judge(`import os\nos.write(3, ${frame})\nos._exit(0)`);
      expect(verdicts).toEqual(['error', 'error', 'error']);
      expect((await judge(MODULE)).verdicts).toEqual(['pass', 'pass', 'pass']);
    },
    60_000,
  );
});

if (!python) test.skip('the runner of repositories needs a Python with pytest', () => {});
