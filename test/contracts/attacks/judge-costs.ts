import type { TestBody } from '../../../src/core/program.ts';
import type { SystemAttack } from './system-attack.ts';

const TWICE = 'def f(x): return x * 2';
/** A test of statements, then an assertion that does not hold. */
const after = (...lines: string[]): string => [...lines, 'assert f(3) == 7'].join('\n');
const again = (times: number, ...lines: string[]): string[] => [
  `for _ in range(${times}):`,
  ...lines.map((line) => `    ${line}`),
];
const cost = (name: string, code: string, ...tests: string[]): SystemAttack => ({ name, code, tests, cpuMs: 2500 });

/** Tests that would cost their judge more than a test may, or its process. */
export const judgeCosts: readonly SystemAttack[] = [
  cost(
    'common multiples of large numbers',
    TWICE,
    after('import math', 'math.lcm(*[3 ** 20000 + i for i in range(2000)])'),
  ),
  cost('divisions of large numbers', TWICE, after('a = 3 ** 20000', 'b = 7 ** 6000', ...again(60_000, 'a % b'))),
  cost(
    'common divisors of large numbers',
    TWICE,
    after('import math', 'a = 3 ** 20000', 'b = 7 ** 10000', ...again(40_000, 'math.gcd(a, b)')),
  ),
  cost('roots of large numbers', TWICE, after('import math', 'a = 3 ** 20000', ...again(40_000, 'math.isqrt(a)'))),
  cost('large products that are dropped', TWICE, after('a = 3 ** 12000', ...again(60_000, 'a * a'))),
  cost('factorials again and again', TWICE, after('import math', ...again(60_000, 'math.factorial(2000)'))),
  cost('powers with a modulus', TWICE, after('m = 3 ** 200 + 2', 'e = 2 ** 600 - 1', ...again(60_000, 'pow(7, e, m)'))),
  cost('long digits read as numbers', TWICE, after('a = "9" * 4000', ...again(60_000, 'int(a)'))),
  cost(
    'large numbers in order',
    'def f(x): return (1 << 30_000_000) + x',
    'a = f(1)\nb = f(1)\nfor _ in range(40000):\n    a < b\nassert f(3) == 7',
  ),
  cost(
    'a large number negated',
    'def f(x): return (1 << 30_000_000) + x',
    'a = f(1)\nfor _ in range(60000):\n    -a\nassert a == 7',
  ),
  cost(
    'a large number looked up',
    'def f(x): return (1 << 30_000_000) + x',
    'a = f(1)\nd = {1: 2}\nfor _ in range(40000):\n    a in d\nassert a == 7',
  ),
  cost(
    'lists whose first items differ',
    'def f(x): return [x] + [()] + [0] * 900_000',
    'a = f(1)\nb = f(2)\nfor _ in range(40000):\n    a == b\nassert a == 7',
  ),
  cost(
    'tuples whose first items differ',
    'def f(x): return (x, ()) + (0,) * 900_000',
    'a = f(1)\nb = f(2)\nfor _ in range(40000):\n    a == b\nassert a == 7',
  ),
  cost('text in fields of text', TWICE, after("a = 'a' * 30_000_000", ...again(40_000, "f'{a}{a}'"))),
  cost('text that doubles in fields', TWICE, after("a = 'a'", ...again(40, "a = f'{a}{a}'"))),
  {
    ...cost('messages of thirty million letters', TWICE),
    tests: [
      {
        kind: 'method',
        module: `import unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n        m = 'm' * 30_000_000\n        for _ in range(20000):\n            try:\n                self.assertEqual(1, 2, m)\n            except AssertionError:\n                pass\n        self.assertEqual(f(3), 7)`,
        method: 'T.test_it',
      },
    ],
  },
  cost(
    'exceptions of long words',
    TWICE,
    after(
      "m = 'm' * 30_000_000",
      'try:\n    raise ValueError(m, m)\nexcept ValueError as e:\n    for _ in range(20000):\n        str(e)',
    ),
  ),
  cost('iterators within iterators, given up', TWICE, after('x = [1]', ...again(40_000, 'x = enumerate(x)'))),
  cost('filters within filters, given up', TWICE, after('x = [1]', ...again(30_000, 'x = filter(None, x)'))),
  cost('zips within zips, given up', TWICE, after('x = [1]', ...again(30_000, 'x = zip(x)'))),
  cost('generators within generators, given up', TWICE, after('x = [1]', ...again(30_000, 'x = (y for y in x)'))),
  cost(
    'slices within slices, given up',
    TWICE,
    after('x = 1', ...again(2000, `x = ${'slice('.repeat(40)}x${')'.repeat(40)}`)),
  ),
  cost('views of dicts within dicts, given up', TWICE, after('x = 1', ...again(40_000, 'x = {1: x}.values()'))),
  cost('lambdas that hold lambdas', TWICE, after('g = 1', ...again(30_000, 'g = lambda x, g=g: g'))),
  cost(
    'two hundred large arguments',
    TWICE,
    Array.from({ length: 200 }, (_, n) => `assert f([${n}] * 900_000) == 0`).join('\n'),
  ),
  cost(
    'a thousand arguments that take a while',
    TWICE,
    Array.from({ length: 1000 }, (_, n) => `assert f(sum([x for x in range(15000)]) + ${n}) == 0`).join('\n'),
  ),
  cost(
    'a thousand comparisons with constants that take a while',
    TWICE,
    ...Array.from({ length: 30 }, () => 'assert f(1) == sum([x * x % 7 for x in range(8000)])'),
  ),
  {
    name: 'sixteen million lines of nothing',
    code: 'import os\nfor _ in range(15): os.write(1, b"\\n" * (1 << 20))\nos.write(1, b"x")',
    tests: [
      { kind: 'stdio', stdin: '', expectedStdout: '6' },
      { kind: 'stdio', stdin: '', expectedStdout: '6\n7' },
    ],
    cpuMs: 2500,
  },
  {
    name: 'seven million numbers on a line',
    code: 'import os\nfor _ in range(14): os.write(1, b"1 " * (1 << 19))',
    tests: [{ kind: 'stdio', stdin: '', expectedStdout: '6', comparison: 'decimals' } as TestBody],
    cpuMs: 3500,
  },
];
