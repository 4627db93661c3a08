import { expect, test } from 'vitest';
import { closedLoops } from '../../../src/python-source/loops/closed-loops.ts';
import { parsePython } from '../../../src/python-source/syntax/python-tree.ts';

const inFunction = (lines: string) => `def f(n):\n${lines.replaceAll(/^/gm, '    ')}\n`;
const namesIn = (code: string) => closedLoops(parsePython(code)).map(({ names }) => names.join(' '));

test.each([
  ['while True: pass', ''],
  ['while n:\n    n = n // 2', 'n'],
  ['while power < n:\n    power *= base', 'base n power'],
  [
    'while lo < hi:\n    mid = (lo + hi) // 2\n    if xs[mid] < n:\n        lo = mid\n    else:\n        hi = mid',
    'hi lo mid n xs',
  ],
  ['while len(repr(n)) % 7 == 0:\n    pass', 'len n repr'],
  ['while i in xs:\n    xs.append(math.gcd(i, n))', 'i math n xs'],
  ['while xs:\n    last = xs.pop()', 'last xs'],
  ['while x is not None:\n    x = sorted(xs, key=abs)[0]', 'abs sorted x xs'],
  ['while n:\n    if n > 3:\n        return g(n)\n    if n > 2:\n        raise ValueError(n)', 'n'],
  ['while n:\n    s = f"{n}" + "".join([str(x) for x in xs if x])', 'n s str x xs'],
])('the names of %j', (loop, names) => {
  expect(namesIn(inFunction(loop))).toEqual([names]);
});

test.each([
  ['yields', 'while n:\n    yield n'],
  ['catches', 'while n:\n    try:\n        n -= 1\n    except ValueError:\n        pass'],
  ['asks for identity', 'while n is m:\n    n = n'],
  ['asks for identity beside None', 'while n is m is not None:\n    n = n'],
  ['begins within a line', 'if n: \\\n    while n:\n        n = n'],
  ['has a block that begins within a line', 'while n:\n    \\\n    for n in n: pass'],
  ['sets an attribute', 'while n:\n    self.n = n - 1'],
  ['sets an attribute in passing', 'while n:\n    for self.n in n:\n        pass'],
  ['reads what is hidden', 'while n.__dict__:\n    pass'],
  ['names what a class would rename', 'while __n:\n    pass'],
  ['names what Python folds', 'while ﬁ:\n    ﬁ = n'],
  ['takes keys from a dict', 'while n:\n    d.pop(n, None)'],
  ['takes items from a dict', 'while n:\n    d.popitem()'],
  ['deletes', 'while n:\n    del d[n]'],
  ['binds within an expression', 'while (n := n - 1):\n    pass'],
  ['has functions of its own', 'while n:\n    n = (lambda: n)()'],
  ['imports', 'while n:\n    import x'],
  ['declares', 'while n:\n    global n'],
  ['waits', 'while n:\n    await n'],
  ['is not Python', 'while n:\n    n = = 1'],
])('none where a loop %s', (_, loop) => {
  expect(namesIn(inFunction(loop))).toEqual([]);
});

test('none where a loop has more names than anybody could follow', () => {
  const many = Array.from({ length: 60 }, (_, at) => `x${at}`).join(' + ');
  expect(namesIn(inFunction(`while ${many}:\n    pass`))).toEqual([]);
});

test('none outside of functions, nor where others may run in between', () => {
  expect(namesIn('while n:\n    n = n\n')).toEqual([]);
  expect(namesIn(inFunction('class A:\n    while n:\n        n = n'))).toEqual([]);
  for (const last of ['try:\n    f(1)\nexcept Exception:\n    pass', 'with suppress(Exception):\n    f(1)']) {
    expect(namesIn(`${inFunction('while n:\n    n = n')}\n${last}\n`)).toEqual([]);
  }
  for (const first of ['import threading', 'class A:\n    def __del__(self): pass', 'locals = 1']) {
    expect(namesIn(`${first}\n${inFunction('while n:\n    n = n')}`)).toEqual([]);
  }
});

test.each([
  ['while n:\n    k += 1\n    n //= 10', 'k | n'],
  ['while n:\n    k -= n % 10\n    m += k', 'm | k n'],
  ['while n:\n    k += k\n    m *= 2\n    xs[n] += 1', ' | k m n xs'],
])('what %j only adds to', (loop, said) => {
  const [found] = closedLoops(parsePython(inFunction(loop)));
  expect(`${found?.counters.join(' ')} | ${found?.names.join(' ')}`).toBe(said);
});

test('a loop in a loop, each with its own names', () => {
  const loop = 'while a:\n    b = 9\n    while b:\n        b -= 1';
  expect(namesIn(inFunction(loop))).toEqual(['a b', 'b']);
  expect(namesIn(inFunction(`while g:\n    yield a\n    while b:\n        b -= 1`))).toEqual(['b']);
});
