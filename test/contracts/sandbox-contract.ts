import { describe, expect, test } from 'vitest';
import type { SandboxLimits, SandboxPlugin, Verdict } from '../../src/core/sandbox.ts';
import { type Check, openedSandbox } from '../fakes/sandbox-runs.ts';
import { hostilePrograms } from './hostile-programs.ts';
import { networkPrograms, oddPrograms, processPrograms } from './odd-programs.ts';

const HONEST = `
import json, math, os, random, sys, typing
from collections import Counter
def f(x: typing.List[int]) -> int:
    assert "POISON" not in os.environ and sys.getrecursionlimit() == 1000
    assert len(json.dumps(sorted(x))) > 0 and Counter("aa").most_common(1) == [("a", 2)] and math.sqrt(4) == 2
    assert 0 <= random.random() < 1 and os.listdir(".") == [] and os.environ["PATH"] != "/nowhere"
    with open("mine", "w") as file: file.write("x")
    return sum(x)
`;
const HONEST_TESTS = ['assert f([1, 2, 3]) == 6', 'x = [2, 1]\nassert f(x) == 3 and len(x) == 2'];

const stdio = (stdin: string, expectedStdout: string): Check => ({ kind: 'stdio', stdin, expectedStdout });
const checks = (...values: readonly number[]) => values.map((x) => `assert f(${x}) == ${x}`);
const LOOPING = 'def f(x):\n    while x: pass\n    return 0';
const ZEROS = [1, 2, 3, 0, 4].map((x) => `assert f(${x}) == 0`);
const METHODS = `import unittest
from solution import f
class TestF(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.two = 2
    def setUp(self): self.three = 3
    def test_good(self): self.assertEqual(f(self.three), 3 * self.two)
    def test_bad(self): self.assertEqual(f(3), 7)
    def test_raises(self):
        with self.assertRaises(TypeError): f(None)
    def test_error(self): f(None)
    def test_name(self): self.assertEqual(f.__module__, "solution")
    def test_skip(self): self.skipTest("no")
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i): self.assertEqual(f(i), i)
`;
const methods = ['good', 'bad', 'raises', 'error', 'skip', 'sub', 'name'].map(
  (name): Check => ({ kind: 'method', module: METHODS, method: `TestF.test_${name}` }),
);
const HUMAN_EVAL = `METADATA = {"author": "x"}
def check(candidate):
    assert candidate(3) == 6, "three"
    assert all(candidate(i) == 2 * i for i in range(9))
check(f)`;

type Case = readonly [
  code: string,
  checks: readonly Check[],
  verdicts: readonly Verdict[],
  more?: { readonly setup?: string; readonly limits?: Partial<SandboxLimits> },
];
const CASES: Readonly<Record<string, Case>> = {
  'a program that does not compile': ['def f(x) return', ['assert True'], ['error']],
  'one that does not load': ['raise ValueError("no")', ['assert f(3) == 6'], ['error']],
  'one without the function': ['g = 1', ['assert f(3) == 6'], ['error']],
  'one that lacks a module': ['import no_such_module_here', ['assert f(3) == 6'], ['error']],
  'names that the test binds and the program reads': [
    'def f(x): return sum(x) + len(DATA)',
    ['DATA = [1]\nassert f([2]) == 3', 'DATA = []\nsum = max\nassert f([1, 2]) == 2', 'assert f([2]) == 3'],
    ['pass', 'pass', 'error'],
  ],
  'values too deep and too large to leave the process of the program': [
    'def f(n):\n    r = []\n    for i in range(n): r = [r]\n    return r\ndef g(n): return "x" * n',
    ['assert len(f(9000)) == 1', 'assert f(300)[0] == []', 'assert len(g(20_000_000)) == 20_000_000'],
    ['pass', 'fail', 'pass'],
  ],
  'time-outs and memory, cell by cell': [
    'def f(x):\n    while x == 1: pass\n    if x == 2: return len(bytearray(2 ** 33))\n    if x == 3: raise MemoryError\n    return x',
    checks(0, 1, 2, 3, 4, 1),
    ['pass', 'timeout', 'out-of-memory', 'out-of-memory', 'pass', 'timeout'],
  ],
  'nothing is given up unless asked for': [LOOPING, ZEROS, ['timeout', 'timeout', 'timeout', 'pass', 'timeout']],
  // Small calls first, whatever the order of the tests.
  'giving up': [
    LOOPING,
    ZEROS,
    ['timeout', 'timeout', 'not-run', 'pass', 'not-run'],
    { limits: { giveUpAfterTimeouts: 2 } },
  ],
  'a slow but finite call after a time-out is not cut short': [
    'def f(x):\n    n = 0\n    while x < 0 or n < x: n += 1\n    return n',
    ['assert f(-1) == 0', ...checks(100, 1000, 200_000, 400_000)],
    ['timeout', 'pass', 'pass', 'pass', 'pass'],
    { limits: { timeoutMs: 400 } },
  ],
  'unittest methods': [
    'def f(x):\n    return x * 2',
    methods,
    ['pass', 'fail', 'pass', 'error', 'error', 'fail', 'pass'],
    { limits: { timeoutMs: 2000 } },
  ],
  'a script with a main guard': [
    'def main(): print(input()[::-1])\nif __name__ == "__main__": main()',
    [stdio('abc', 'cba'), stdio('äöü', 'üöä')],
    ['pass', 'pass'],
  ],
  'a script that looks at line ends and its own name': [
    'import os\nprint(repr(input()), os.path.basename(__file__))',
    [stdio('a\r\nb', "'a\\r' program.py\n"), stdio('a\nb', "'a' program.py\n")],
    ['pass', 'pass'],
  ],
  'a program whose file is looked at, reloaded and run anew': [
    'import os\nseen = []\ndef f(x):\n    seen.append(x)\n    return len(seen), os.path.basename(__file__)\ndef write(name, text):\n    open(name + ".py", "w").write(text)',
    [
      'assert f(1)[1].endswith(".py")',
      'import importlib, solution\nsolution.f(0)\nassert importlib.reload(solution).f(1) == (1, "solution.py")',
      'import sys, solution\nsolution.f(0)\ndel sys.modules["solution"]\nimport solution as again\nassert again.f(1)[0] == 1 and solution.f(1)[0] == 2',
      'import solution\nfor line in open(solution.__file__):\n    assert line == "import os\\n"\n    break',
      'write("plugged", "x = 5")\nimport plugged\nassert plugged.x == 5',
    ],
    ['pass', 'pass', 'pass', 'pass', 'pass'],
  ],
  'a script without an end': ['while True: pass', [stdio('', '')], ['timeout']],
  'setup code runs before the candidate in every cell': [
    'def f(x):\n    K.append(x)\n    return len(K)',
    ['assert f(1) == 1', 'assert f(2) == 1'],
    ['pass', 'pass'],
    { setup: 'K = []' },
  ],
  'input that a test gives': [
    "def f(x): return int(input('n? ')) + x",
    [
      "from unittest.mock import patch\nwith patch('builtins.input', return_value='3') as asked:\n    assert f(4) == 7\nasked.assert_called_with('n? ')",
      "import io, sys\nsys.stdin = io.StringIO('3\\n')\nassert f(4) == 7",
      'assert f(4) == 7',
    ],
    ['pass', 'pass', 'error'],
  ],
  'human-eval check functions': ['def f(x): return x * 2', [HUMAN_EVAL], ['pass']],
  'the same suite for the next program': ['def f(x): return 6', [HUMAN_EVAL], ['fail']],
  'and for one that returns nothing': ['def f(x): pass', [HUMAN_EVAL], ['fail']],
};

/** Programs that would see what an earlier cell did, and what they return where they do not. */
const LEAVERS: Readonly<Record<string, readonly [code: string, fresh: string]>> = {
  'module state': ['S = []\ndef f(x):\n    S.append(x)\n    return len(S)', '1'],
  random: ['import random\nA = random.random()\ndef f(x): return A == random.Random(0).random() or A', 'True'],
  environment: [
    'import os\ndef f(x):\n    old = os.environ.get("X")\n    os.environ["X"] = "1"\n    return old',
    'None',
  ],
  'working directory': [
    'import os\ndef f(x):\n    n = len(os.listdir("."))\n    os.mkdir("d")\n    os.chdir("d")\n    return n',
    '0',
  ],
  'sys.modules': [
    'import sys\ndef f(x):\n    n = "my_fake" in sys.modules\n    sys.modules["my_fake"] = sys\n    return n',
    'False',
  ],
  'standard library': [
    'import string\ndef f(x):\n    n = hasattr(string, "mine")\n    string.mine = 1\n    return n',
    'False',
  ],
  'attributes through a method': [
    'import math\nclass A:\n    def set(self): self.mine = 1\ndef f(x):\n    n = hasattr(math, "mine")\n    A.set(math)\n    return n',
    'False',
  ],
  'caches of the library': [
    'import __future__\ndef f(x):\n    n = len(__future__.all_feature_names)\n    __future__.all_feature_names.append("x")\n    return n == 10',
    'True',
  ],
};

/** Every promise that docs/sandbox.md makes of a sandbox; `smoke`: the verdicts and a few of the programs, for `npm test`. */
export function sandboxContract(plugin: SandboxPlugin, { smoke = false } = {}): void {
  const someOf = <T>(all: readonly T[]): readonly T[] => (smoke ? all.filter((_, index) => index % 20 === 0) : all);
  describe(`sandbox contract: ${plugin.name}`, () => {
    // WebAssembly runs Python at about half its native speed.
    const usual = { timeoutMs: plugin.name === 'wasm' ? 800 : 400, memoryMib: 256 };
    const { run } = openedSandbox(() => plugin.open({ jobs: 1 }), usual);

    async function expectHonest(): Promise<void> {
      const { verdicts, details } = await run(HONEST, HONEST_TESTS);
      expect({ verdicts, details }).toEqual({ verdicts: ['pass', 'pass'], details: [null, null] });
    }

    describe('verdicts', () => {
      test('pass, fail and error, with the value and a reason', async () => {
        const result = await run('def f(x):\n    return x * 2', [
          'assert f(3) == 6',
          'assert f(3) == 7',
          'assert f([1]) == [1, 1]',
          'assert f(None) == 6',
          'assert g(3) == 6',
          'assert f(3) ==',
          'assert f(f(3)) == 12',
          'for i in range(5):\n    assert f(i) == 2 * i',
        ]);
        expect(result.verdicts).toEqual(['pass', 'fail', 'pass', 'error', 'error', 'error', 'pass', 'pass']);
        expect(result.outputs.slice(0, 4)).toEqual(['6', '6', '[1, 1]', null]);
        expect(result.details[0]).toBeNull();
        expect(result.details[3]).toMatch(/TypeError/);
        expect(result.details[4]).toMatch(/NameError.*'g'/);
        expect(result.weak).toEqual([false, false, false, false, false, false, false, true]);
      });

      // It takes seconds.
      if (!smoke)
        test('a comparison without an end costs its own cell alone', async () => {
          const tests = ['assert len(f(5)) == 5', 'assert sum(f(10 ** 15)) == 6', 'assert f(6)'];
          const { verdicts, details, fatal } = await run('def f(x): return range(x)', tests);
          expect({ verdicts, details, fatal }).toEqual({
            verdicts: ['pass', 'error', 'pass'],
            details: [null, 'comparing took too long', null],
            fatal: undefined,
          });
        });

      test('scripts with input and output', async () => {
        const code = 'import sys\nn = int(input())\nprint("a")\nprint(n * 2, " ")\nsys.exit(0)';
        const { verdicts, outputs } = await run(code, [
          stdio('4\n', 'a\n8'),
          stdio('4\r\n', 'a\r\n8\r\n\r\n'),
          stdio('5\n', 'a\n8'),
          stdio('', 'a\n8'),
        ]);
        expect(verdicts).toEqual(['pass', 'pass', 'fail', 'error']);
        expect(outputs[0]).toBe("'a\\n8  \\n'");
      });

      test.each(Object.entries(CASES))('%s', async (_name, [code, checks, verdicts, more]) => {
        expect((await run(code, checks, more)).verdicts).toEqual(verdicts);
      });
    });

    test.each(Object.entries(LEAVERS))('fresh state in every cell: %s', async (_name, [code, expected]) => {
      const tests = [0, 1, 2].map((x) => `assert f(${x}) == ${expected}`);
      expect((await run(code, tests)).verdicts).toEqual(['pass', 'pass', 'pass']);
    });

    const odd = {
      ...oddPrograms,
      ...(plugin.name === 'wasm' ? {} : processPrograms),
      ...(plugin.isolates && plugin.name !== 'wasm' ? networkPrograms : {}),
    };
    test.each(someOf(Object.entries(odd)))('odd but honest: %s', async (_name, [code, ...tests]) => {
      const { verdicts, details } = await run(code, tests, { limits: { timeoutMs: 2000 } });
      expect({ verdicts, details: details.filter(Boolean) }).toEqual({
        verdicts: tests.map(() => 'pass'),
        details: [],
      });
    });

    const hostile = someOf(hostilePrograms.filter(({ harmful }) => plugin.isolates || !harmful));
    test.each(hostile)('hostile, $aim: $name', { timeout: 120_000 }, async ({ code, test: attack }) => {
      // The second cell shows that what the first did is gone; both must fail.
      const { verdicts } = await run(code, [attack, `${attack}  # again`]);
      expect(verdicts).not.toContain('pass');
      expect(verdicts).not.toContain('not-run');
      await expectHonest();
    });
  });
}
