import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEndless, watchedProgram } from '../../../src/pipeline/7-evaluate/watch-loops.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

/** What each watched program comes to, and what the program itself does within so many rounds (`turn`, where it has it). */
const DRIVER = `
import json, signal, sys
class TooMany(BaseException): pass
def stop(*_): raise TooMany("seconds")
signal.signal(signal.SIGVTALRM, stop)
def outcome(code, call):
    rounds = 0
    def turn():
        nonlocal rounds
        rounds += 1
        if rounds > 4000: raise TooMany("rounds")
    space = {"turn": turn}
    try:
        exec(compile(code, "p", "exec"), space)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)
        return repr(eval(call, space))[:2000]
    except BaseException as error:
        return type(error).__name__ + ": " + str(error)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
print(json.dumps([[outcome(code, call) for code in codes] for codes, call in json.load(open(sys.argv[1]))]))
`;

async function outcomes(programs: readonly (readonly [codes: readonly string[], call: string])[]): Promise<string[][]> {
  const path = join(await tempDir(), 'programs.json');
  writeFileSync(path, JSON.stringify(programs));
  const said = execFileSync('python3', ['-c', DRIVER, path], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 100_000,
  });
  return JSON.parse(said) as string[][];
}

async function watched(code: string, call: string): Promise<string | undefined> {
  return (await outcomes([[[watchedProgram(code) ?? ''], call]]))[0]?.[0];
}

describe('loops that come back to a state that they were in', () => {
  test.each([
    ['def f():\n    while True: pass\n', 'f()'],
    ['def f(n):\n\twhile n: n = n\n', 'f(1)'],
    ['def f(x, n):\n    p = 1\n    while p < x:\n        # of one\n        p = p * n\n    return p == x\n', 'f(5, 1)'],
    ['def f(*a):\r\n    while len(repr(a)) % 5 == 0:\r\n        pass\r\n    return 3\r\n', 'f(12)'],
    ['def f(n):\n    a, b = 0, 1\n    while a + b == 1:\n        a, b = b, a\n', 'f(1)'],
    ['def f(n):\n    while n in [1, 2]:\n        for k in range(70): n = 3 - n\n', 'f(1)'],
    ['def f(xs):\n    i = 0\n    while i < len(xs):\n        if xs[i] == 0:\n            i += 1\n', 'f([0, 0, 1])'],
    ['import math\nfrom math import gcd\ndef f(a):\n    while gcd(a, 6) < math.inf: pass\n', 'f(4)'],
    ['def f(xs):\n    while xs:\n        xs.append(xs.pop())\n', 'f([1])'],
    ['def f(n):\n    k = 0\n    while n != 0:\n        k += 1\n        n //= 10\n    return k\n', 'f(-5)'],
    ['def f(xs):\n    while isinstance(xs, (list, tuple)) and xs:\n        xs = xs[:]\n', 'f([1])'],
    ['len = max = id = None\ndef f(n):\n    while n == 1:\n        n = abs(-n)\n', 'f(1)'],
    ['def f(n):\n    def g():\n        while n: pass\n    g()\n', 'f(1)'],
  ])('%j has no end', async (code, call) => {
    expect(isEndless((await watched(code, call)) ?? '')).toBe(true);
  });

  test.each([
    // Everything looks the same in each round but for what names do not show.
    [
      'an iterator',
      'def f():\n    it = iter(range(500))\n    x = 0\n    while next(it) < 400:\n        x = 1\n    return x\n',
      '1',
    ],
    [
      'a function',
      'n = 0\ndef g():\n    global n\n    n += 1\n    return n\ndef f():\n    while g() < 900: pass\n    return n\n',
      '900',
    ],
    [
      'an object',
      'class C:\n    def __init__(self): self.n = 0\n    def __lt__(self, other):\n        self.n += 1\n        return self.n < other\n' +
        'def f():\n    c = C()\n    while c < 900: pass\n    return c.n\n',
      '900',
    ],
    ['a set', 'def f():\n    s = set(range(900))\n    while s: s.pop()\n    return s\n', 'set()'],
    [
      'a list within',
      'def f():\n    a = []\n    b = (a, 1)\n    while len(b[0]) < 900: a.append(1)\n    return len(a)\n',
      '900',
    ],
    ['a list that grows', 'def f():\n    a = b = []\n    while len(a) < 900: b += [1]\n    return len(a)\n', '900'],
    [
      'which list is which',
      'def f():\n    a, b, n = [0], [0], 0\n    while len(b) == 1 and n < 900:\n        n += 1\n    return n\n',
      '900',
    ],
    [
      'chance',
      'import random\ndef f():\n    random.seed(1)\n    while random.randrange(900): pass\n    return 1\n',
      '1',
    ],
  ])('%s is seen or keeps it from being told', async (_, code, result) => {
    // A program without such loops is not watched at all.
    const found = watchedProgram(code) === null ? result : await watched(code, 'f()');
    expect(found).toBe(result);
  });

  test('no generated program that ends is said to be endless, and what it returns is the same', async () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const list = fc.constantFrom('xs', 'ys');
    const number: fc.Arbitrary<string> = fc.oneof(
      ...[name, fc.constantFrom('0', '1', '2', '7'), list.map((xs) => `len(${xs})`), list.map((xs) => `sum(${xs})`)],
      fc
        .tuple(name, fc.constantFrom('+', '-', '*', '//', '%'), fc.constantFrom('1', '2', '3', 'a'))
        .map((all) => all.join(' ')),
      ...[fc.constant('next(it)'), fc.constant('g(b)'), list.map((xs) => `${xs}[0]`), fc.constant('d.get(a, 1)')],
    );
    const test_ = fc.tuple(number, fc.constantFrom('<', '!=', '>=', '=='), number).map((all) => all.join(' '));
    const plain = fc.oneof(
      { weight: 5, arbitrary: fc.tuple(name, number).map(([to, value]) => [`${to} = (${value}) % 11`]) },
      { weight: 2, arbitrary: fc.tuple(name, number).map(([to, value]) => [`${to} += (${value}) % 3`]) },
      fc.tuple(list, number).map(([xs, value]) => [`${xs}.append((${value}) % 5)`]),
      fc.tuple(list, list).map(([to, from]) => [`${to} = ${from}`]),
      ...[
        list.map((xs) => [`${xs}.pop()`]),
        list.map((xs) => [`${xs} = ${xs}[-3:]`]),
        list.map((xs) => [`${xs}[0] = a`]),
      ],
      fc.tuple(name, number).map(([key, value]) => [`d[${key} % 3] = (${value}) % 4`]),
      ...[fc.constant(['a, b = b, a']), fc.constant(['break']), fc.constant(['if a == 5: return b'])],
    );
    const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`);
    const { block } = fc.letrec<{ block: readonly string[]; one: readonly string[] }>((tie) => ({
      block: fc.array(tie('one'), { minLength: 1, maxLength: 4 }).map((parts) => parts.flat()),
      one: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        plain,
        fc.tuple(test_, tie('block')).map(([on, body]) => [`if ${on}:`, ...indented(body)]),
        fc.tuple(test_, tie('block')).map(([on, body]) => [`while ${on}:`, '    turn()', ...indented(body)]),
        fc.tuple(name, tie('block')).map(([to, body]) => [`for ${to} in range(3):`, ...indented(body)]),
      ),
    }));
    const programs = fc.sample(
      fc.tuple(test_, block).map(([on, body]) => {
        const lines = [`while ${on}:`, '    turn()', ...indented(body), 'return a, b, c, xs, ys, d'];
        const begin = ['a, b, c, xs, d, it = 1, 2, 0, [1, 2], {}, iter(range(300))', 'ys = xs'];
        return ['def g(x): return x + 1', 'def f():', ...indented([...begin, ...lines])].join('\n');
      }),
      { numRuns: 600, seed: 20261125 },
    );
    const both = programs.flatMap((code) => {
      const alone = watchedProgram(code.replaceAll(/^ *turn\(\)\n/gm, ''));
      return alone ? [[[code, alone], 'f()'] as const] : [];
    });
    const said = await outcomes(both);
    const ended = said.filter(([own]) => !own?.startsWith('TooMany'));
    expect(ended.filter(([own, other]) => own !== other)).toEqual([]);
    const endless = said.filter(([own]) => own?.startsWith('TooMany'));
    const found = endless.filter(([, other]) => isEndless(other ?? ''));
    // Neither is a rare case here.
    expect(ended.length).toBeGreaterThan(300);
    expect(found.length).toBeGreaterThan(20);
    console.log(
      `${both.length} programs: ${ended.length} end; of ${endless.length} others ${found.length} are found endless`,
    );
  });
});
