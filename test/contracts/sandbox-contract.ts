import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../src/core/hash.ts';
import type { TestBody } from '../../src/core/program.ts';
import type { Sandbox, SandboxLimits, SandboxPlugin, SandboxResult } from '../../src/core/sandbox.ts';
import { runCanary } from '../../src/sandbox/pool/canary.ts';
import { hostilePrograms, WON_TOGETHER } from './hostile-programs.ts';
import { oddPrograms } from './odd-programs.ts';

/** What a kind of sandbox does not have; the same programs then fail in another way. */
export interface ContractOptions {
  /** Odd programs that this sandbox cannot run, by name. */
  readonly without?: readonly string[];
  readonly limits?: SandboxLimits;
  /** The verdicts and a few of the programs, for `npm test`. */
  readonly smoke?: boolean;
}

const LIMITS: SandboxLimits = { timeoutMs: 400, memoryMib: 256 };
const signal = new AbortController().signal;

const assertion = (code: string): TestBody => ({ kind: 'assertion', code });

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

/** Every promise that docs/sandbox.md makes of a sandbox, for one kind of sandbox. */
export function sandboxContract(plugin: SandboxPlugin, options: ContractOptions = {}): void {
  const { without = [], limits = LIMITS, smoke = false } = options;
  const someOf = <T>(all: readonly T[]): readonly T[] => (smoke ? all.filter((_, index) => index % 20 === 0) : all);
  describe(`sandbox contract: ${plugin.name}`, () => {
    let sandbox: Sandbox;

    beforeAll(async () => {
      sandbox = await plugin.open({ jobs: 1 });
    }, 120_000);
    afterAll(() => sandbox.close());

    function run(code: string, bodies: readonly TestBody[], extra: Partial<SandboxLimits & { setup: string }> = {}) {
      const { setup, ...more } = extra;
      const content = {
        tests: bodies.map((body, index) => ({ id: `${index}`, body })),
        entryPoint: bodies.some(({ kind }) => kind === 'stdio') ? null : 'f',
        ...(setup ? { setup } : {}),
      };
      const suite = { id: hashOf(content), ...content };
      return sandbox.run({ id: 'contract', code, suite, limits: { ...limits, ...more } }, signal);
    }
    const runTests = (code: string, tests: readonly string[], extra = {}) => run(code, tests.map(assertion), extra);

    async function expectHonest(): Promise<void> {
      const { verdicts, details } = await runTests(HONEST, HONEST_TESTS);
      expect({ verdicts, details }).toEqual({ verdicts: ['pass', 'pass'], details: [null, null] });
    }

    test('the canary sings', () => runCanary(sandbox, signal), 60_000);

    describe('verdicts', () => {
      test('pass, fail and error, with the value and a reason', async () => {
        const result = await runTests('def f(x):\n    return x * 2', [
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

      test('a program that does not compile, load or define the function', async () => {
        for (const code of ['def f(x) return', 'raise ValueError("no")', 'g = 1', 'import no_such_module_here', '']) {
          const { verdicts } = await runTests(code, ['assert f(3) == 6', 'assert True']);
          expect(verdicts[0]).toBe('error');
        }
      });

      test('time-outs and memory, cell by cell', async () => {
        const code =
          'def f(x):\n    while x == 1: pass\n    if x == 2: return len(bytearray(2 ** 33))\n    if x == 3: raise MemoryError\n    return x';
        const result = await runTests(
          code,
          [0, 1, 2, 3, 4, 1].map((x) => `assert f(${x}) == ${x}`),
        );
        expect(result.verdicts).toEqual(['pass', 'timeout', 'out-of-memory', 'out-of-memory', 'pass', 'timeout']);
      });

      test('giving up is asked for, never assumed', async () => {
        const code = 'def f(x):\n    while x: pass\n    return 0';
        const tests = [1, 2, 3, 0, 4].map((x) => `assert f(${x}) == 0`);
        expect((await runTests(code, tests)).verdicts).toEqual(['timeout', 'timeout', 'timeout', 'pass', 'timeout']);
        const given = await runTests(code, tests, { giveUpAfterTimeouts: 2 });
        // Small calls first, whatever the order of the tests.
        expect(given.verdicts).toEqual(['timeout', 'timeout', 'not-run', 'pass', 'not-run']);
      });

      test('a slow but finite call after a time-out is not cut short', async () => {
        const code = 'def f(x):\n    n = 0\n    while x < 0 or n < x: n += 1\n    return n';
        const tests = ['assert f(-1) == 0', ...[100, 1000, 200_000, 400_000].map((x) => `assert f(${x}) == ${x}`)];
        const { verdicts } = await runTests(code, tests, { timeoutMs: 400 });
        expect(verdicts).toEqual(['timeout', 'pass', 'pass', 'pass', 'pass']);
      });

      test('a comparison without an end costs its own cell alone', async () => {
        const tests = ['assert len(f(5)) == 5', 'assert sum(f(10 ** 15)) == 6', 'assert f(6)'];
        const { verdicts, details, fatal } = await runTests('def f(x): return range(x)', tests);
        expect({ verdicts, details, fatal }).toEqual({
          verdicts: ['pass', 'error', 'pass'],
          details: [null, 'comparing took too long', null],
          fatal: undefined,
        });
      });

      test('unittest methods', async () => {
        const module =
          'import unittest\nfrom solution import f\n\nclass TestF(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls): cls.two = 2\n    def setUp(self): self.three = 3\n    def test_good(self): self.assertEqual(f(self.three), 3 * self.two)\n    def test_bad(self): self.assertEqual(f(3), 7)\n    def test_raises(self):\n        with self.assertRaises(TypeError): f(None)\n    def test_error(self): f(None)\n    def test_skip(self): self.skipTest("no")\n    def test_sub(self):\n        for i in range(3):\n            with self.subTest(i=i): self.assertEqual(f(i), i)\n';
        const names = ['good', 'bad', 'raises', 'error', 'skip', 'sub'];
        const { verdicts } = await run(
          'def f(x):\n    return x * 2',
          names.map((name) => ({ kind: 'method', module, method: `TestF.test_${name}` })),
          { timeoutMs: 2000 },
        );
        expect(verdicts).toEqual(['pass', 'fail', 'pass', 'error', 'error', 'fail']);
      });

      test('scripts with input and output', async () => {
        const code = 'import sys\nn = int(input())\nprint("a")\nprint(n * 2, " ")\nsys.exit(0)';
        const { verdicts, outputs } = await run(code, [
          { kind: 'stdio', stdin: '4\n', expectedStdout: 'a\n8' },
          { kind: 'stdio', stdin: '4\r\n', expectedStdout: 'a\r\n8\r\n\r\n' },
          { kind: 'stdio', stdin: '5\n', expectedStdout: 'a\n8' },
          { kind: 'stdio', stdin: '', expectedStdout: 'a\n8' },
        ]);
        expect(verdicts).toEqual(['pass', 'pass', 'fail', 'error']);
        expect(outputs[0]).toBe("'a\\n8  \\n'");
        const guarded = 'def main(): print(input()[::-1])\nif __name__ == "__main__": main()';
        const crashed = await run(guarded, [
          { kind: 'stdio', stdin: 'abc', expectedStdout: 'cba' },
          { kind: 'stdio', stdin: 'äöü', expectedStdout: 'üöä' },
        ]);
        expect(crashed.verdicts).toEqual(['pass', 'pass']);
        const loop = await run('while True: pass', [{ kind: 'stdio', stdin: '', expectedStdout: '' }]);
        expect(loop.verdicts).toEqual(['timeout']);
      });

      test('setup code runs before the candidate in every cell', async () => {
        const { verdicts } = await runTests(
          'def f(x):\n    K.append(x)\n    return len(K)',
          ['assert f(1) == 1', 'assert f(2) == 1'],
          {
            setup: 'K = []',
          },
        );
        expect(verdicts).toEqual(['pass', 'pass']);
      });

      test('a test gives the program its input, and sees what it prints', async () => {
        const code = `import sys
def f(how):
    if how == 'add': return int(input('n? ')) + int(input('n? '))
    if how == 'lines': return [line.strip() for line in sys.stdin]
    if how == 'read': return sys.stdin.read()
    if how == 'print': print('hello', 1)`;
        const patch = 'import io, sys\nfrom unittest.mock import patch\n';
        const { verdicts, details } = await runTests(code, [
          `${patch}with patch('builtins.input', side_effect=['3', '4']) as asked:\n    assert f('add') == 7\nasked.assert_called_with('n? ')`,
          `${patch}with patch('builtins.input', return_value='3'):\n    assert f('add') == 7`,
          `${patch}with patch('sys.stdin', io.StringIO('3\\n4\\n')):\n    assert f('add') == 7`,
          `${patch}with patch('sys.stdin', io.StringIO('3\\n4')):\n    assert f('lines') == ['3', '4']`,
          `${patch}sys.stdin = io.StringIO('3 4')\nassert f('read') == '3 4'`,
          `${patch}with patch('builtins.print') as printed:\n    f('print')\nprinted.assert_called_once_with('hello', 1)`,
          `${patch}with patch('sys.stdout', io.StringIO()) as out:\n    f('print')\nassert out.getvalue() == 'hello 1\\n'`,
          `assert f('add') == 7`,
        ]);
        expect(verdicts).toEqual(['pass', 'fail', 'pass', 'pass', 'pass', 'pass', 'pass', 'error']);
        expect(details.at(-1)).toMatch(/EOFError/);
      });

      test('human-eval check functions', async () => {
        const check =
          'METADATA = {"author": "x"}\n\ndef check(candidate):\n    assert candidate(3) == 6, "three"\n    assert all(candidate(i) == 2 * i for i in range(9))\n\ncheck(f)';
        expect((await runTests('def f(x): return x * 2', [check])).verdicts).toEqual(['pass']);
        expect((await runTests('def f(x): return 6', [check])).verdicts).toEqual(['fail']);
        expect((await runTests('def f(x): pass', [check])).verdicts).toEqual(['fail']);
      });
    });

    describe('fresh state in every cell', () => {
      const probes: readonly [string, string, string][] = [
        ['module state', 'S = []\ndef f(x):\n    S.append(x)\n    return len(S)', '1'],
        ['random', 'import random\nA = random.random()\ndef f(x): return A == random.Random(0).random() or A', 'True'],
        [
          'environment',
          'import os\ndef f(x):\n    old = os.environ.get("X")\n    os.environ["X"] = "1"\n    return old',
          'None',
        ],
        [
          'working directory',
          'import os\ndef f(x):\n    n = len(os.listdir("."))\n    os.mkdir("d")\n    os.chdir("d")\n    return n',
          '0',
        ],
        [
          'sys.modules',
          'import sys\ndef f(x):\n    n = "my_fake" in sys.modules\n    sys.modules["my_fake"] = sys\n    return n',
          'False',
        ],
        [
          'built-ins',
          'import builtins\ndef f(x):\n    n = hasattr(builtins, "mine")\n    builtins.mine = 1\n    return n',
          'False',
        ],
        [
          'standard library',
          'import string\ndef f(x):\n    n = hasattr(string, "mine")\n    string.mine = 1\n    return n',
          'False',
        ],
        [
          'attributes through a method',
          'import math\nclass A:\n    def set(self): self.mine = 1\ndef f(x):\n    n = hasattr(math, "mine")\n    A.set(math)\n    return n',
          'False',
        ],
        [
          'caches of the library',
          'import __future__\ndef f(x):\n    n = len(__future__.all_feature_names)\n    __future__.all_feature_names.append("x")\n    return n == 10',
          'True',
        ],
      ];
      test.each(probes)('%s', async (_name, code, expected) => {
        const tests = [0, 1, 2].map((x) => `assert f(${x}) == ${expected}`);
        expect((await runTests(code, tests)).verdicts).toEqual(['pass', 'pass', 'pass']);
      });
    });

    describe('odd but honest', () => {
      test.each(someOf(oddPrograms.filter(({ name }) => !without.includes(name))))('$name', async ({ code, tests }) => {
        const { verdicts, details } = await runTests(code, tests, { timeoutMs: 2000 });
        expect({ verdicts, details: details.filter(Boolean) }).toEqual({
          verdicts: tests.map(() => 'pass'),
          details: [],
        });
      });
    });

    describe('hostile', () => {
      const programs = someOf(hostilePrograms.filter(({ harmful }) => plugin.isolates || !harmful));
      test.each(programs)(
        '$aim: $name',
        async ({ name, code, test: attack = 'assert f(3) == 6' }) => {
          const allowed = WON_TOGETHER.has(name);
          // The second cell shows that what the first did is gone; both must fail.
          const { verdicts, weak }: SandboxResult = await runTests(code, [attack, `${attack}  # again`]);
          const strong = verdicts.filter((verdict, index) => verdict === 'pass' && !(allowed && weak[index]));
          expect(strong).toEqual([]);
          expect(verdicts).not.toContain('not-run');
          await expectHonest();
        },
        120_000,
      );
    });

    test('a suite that this worker knows serves the next candidate', async () => {
      for (const k of [1, 2, 3]) {
        const { verdicts } = await runTests(`def f(x): return x * ${k}`, ['assert f(3) == 6', 'assert f(2) == 6']);
        expect(verdicts).toEqual([k === 2 ? 'pass' : 'fail', k === 3 ? 'pass' : 'fail']);
      }
    });
  });
}
