import { keptSecond } from './kept-second.ts';

/** A program, or a test, that tries to get more than its due, and what ought to come of it. */
export interface AttackCase {
  readonly aim: 'grammar' | 'answers' | 'containment' | 'state';
  readonly name: string;
  readonly code: string;
  readonly tests: readonly string[];
  readonly verdicts: readonly string[];
  /** Indexes of the tests whose verdict is weak. */
  readonly weak?: readonly number[];
  /** A sandbox where this is not a channel that could be closed, and why. */
  readonly but?: readonly (readonly [sandbox: string, why: string])[];
}

const all = (count: number, verdict: string): readonly string[] => Array<string>(count).fill(verdict);

const ANSWERS = 'def f(x): return x * 2\n';

/** Tests that would decide something by code of their own, were they run; one answer, 6, is right. */
const grammar: readonly AttackCase[] = (
  [
    ['powers of powers', 'assert f(3) ** (10 ** 9) == 1', 'fail', false],
    ['a wide format', "assert f'{f(3):1000000000}' == 'x'", 'fail', true],
    ['a comparison that is always true', 'assert f(3) == f(3) or f(3)', 'pass', false],
    ['a list as long as memory', 'assert [f(3)] * 10 ** 10 == []', 'fail', true],
    ['built-ins by name', "assert f.__globals__['__builtins__']", 'error', true],
    ['a class of its own', 'class A:\n    def __eq__(self, other): return True\nassert f(3) == A()', 'pass', true],
    ['an import of the machine', 'import os\nassert f(3) == 6 and os.sep', 'pass', true],
    ['a test that ends its process', 'import os\nos._exit(0)\nassert f(3) == 7', 'error', true],
    ['a test that overwrites the program', 'f = lambda x: 6\nassert f(3) == 6', 'pass', true],
    // FIXME: `type` with three arguments is an error, not weak, where Python makes a class:
    // assert f(3) == type('A', (), {'__eq__': lambda s, o: True})()
  ] as const
).flatMap(([name, test, verdict, weak]): AttackCase[] =>
  // What of a costly test is decided where depends on its cost alone; that it passes for a wrong reason never may.
  verdict === 'pass' && weak !== undefined
    ? [{ aim: 'grammar' as const, name, code: ANSWERS, tests: [test], verdicts: ['pass'], weak: weak ? [0] : [] }]
    : [{ aim: 'grammar' as const, name, code: ANSWERS, tests: [test], verdicts: [] }],
);

const answer = (
  name: string,
  code: string,
  tests: readonly string[],
  verdicts: readonly string[],
  weak = [] as number[],
) => ({
  aim: 'answers' as const,
  name,
  code,
  tests,
  verdicts,
  weak,
});

const answers: readonly AttackCase[] = [
  answer(
    'NaN is not itself',
    "def f(x): return float('nan')\n",
    ['assert f(1) == f(1)', 'assert f(1) != f(1)'],
    ['fail', 'pass'],
  ),
  answer(
    'a subclass that equals all',
    'class A(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\ndef f(x): return A(7)\n',
    ['assert f(1) == 6', 'assert f(1) == 7'],
    ['fail', 'pass'],
    [0, 1],
  ),
  answer(
    'an exception by the name of another',
    "def f(x): raise type('TypeError', (ValueError,), {})('no')\n",
    ['try:\n    f(1)\nexcept TypeError:\n    pass'],
    ['error'],
  ),
  answer('an assertion of the program', 'def f(x): raise AssertionError()\n', ['assert f(1) == 2'], ['error']),
  answer(
    'the end of all loops',
    'def f(x): raise StopIteration()\n',
    ['assert [f(x) for x in [1, 2]] == []'],
    ['error'],
  ),
  answer(
    'an exit as an exception',
    'def f(x): raise SystemExit(0)\n',
    ['assert f(1) == 2', 'x = f(1)'],
    ['error', 'error'],
  ),
  answer('an interrupt', 'def f(x): raise KeyboardInterrupt()\n', ['assert f(1) == 2'], ['error']),
  answer('equal cycles', 'def f(x):\n    a = []\n    a.append(a)\n    return a\n', ['assert f(1) == f(2)'], ['error']),
  answer(
    'structure shared 2^140 times',
    'def f(x):\n    a = [1]\n    for _ in range(140): a = [a, a]\n    return a\n',
    ['assert f(1) == f(2)', 'assert f(1) == [1]'],
    ['pass', 'fail'],
  ),
  answer(
    'an integer of 31 million bits',
    'def f(x): return 1 << 31_000_000\n',
    ['assert f(1) == 1', 'assert f(1) > 1'],
    ['fail', 'pass'],
  ),
  answer(
    'a named tuple with a name of 7 MB',
    "from collections import namedtuple\ndef f(x): return namedtuple('A' * 7_000_000, 'x')(1)\n",
    ['assert f(1) == (1,)'],
    ['error'],
  ),
  answer(
    'keys of one hash',
    'def f(x): return {i * (2 ** 61 - 1) * (2 ** 31 - 1) for i in range(3000)}\n',
    ['assert f(1) == {1}'],
    ['error'],
  ),
];

const CELLS = [1, 2, 3, 4, 5, 6, 8, 7].map((x) => `assert f(${x}) == 1`);

/** In every one a later cell, the one of 7, would answer otherwise had it anything of an earlier one. */
const kept = (aim: 'containment' | 'state', name: string, code: string): AttackCase => ({
  aim,
  name,
  code,
  tests: CELLS,
  verdicts: all(CELLS.length, 'pass'),
  weak: [],
});

const COUNT = '    s.append(1)\n    return len(s) if x == 7 else 1\n';
const MODULES = `"__import__('sys').modules.setdefault('zz', [])"`;

const containment: readonly AttackCase[] = [
  kept(
    'containment',
    'the built-ins that eval leaves in its globals',
    "def f(x):\n    d = {}\n    eval('1', d)\n    b = d['__builtins__']\n    b['_n'] = b.get('_n', 0) + 1\n    return b['_n'] if x == 7 else 1\n",
  ),
  kept('containment', 'the real eval, by eval', `def f(x):\n    s = eval('eval', {})(${MODULES})\n${COUNT}`),
  kept(
    'containment',
    'the names of another module, by eval',
    "from heapq import nsmallest\ndef f(x):\n    n = 1\n    try:\n        nsmallest(1, ['STATE'], key=eval)\n        n = 2\n    except NameError:\n        pass\n    nsmallest(1, ['[(STATE := 5) for _ in [0]]'], key=eval)\n    return n if x == 7 else 1\n",
  ),
  kept(
    'containment',
    'eval deleted by an except clause',
    `try:\n    raise ValueError\nexcept ValueError as eval:\n    pass\ndef f(x):\n    s = eval(${MODULES})\n${COUNT}`,
  ),
  kept(
    'containment',
    'a class from the type of a type, and a cache of types',
    "from typing import List\ndef f(x):\n    K = type(int)('K', (), {'__hash__': lambda s: 42, '__eq__': lambda s, o: True, '__call__': lambda s: 1, '__repr__': lambda s: str(x)})\n    text = repr(List[K()])\n    return 1 if x != 7 or '7' in text else 2\n",
  ),
  kept(
    'containment',
    'a format chosen at run time',
    "import re\nS = '{0.__globals__[_cache]}'\ndef f(x):\n    re.compile('cell%d' % x)\n    return 2 if x == 7 and 'cell3' in (S or '{}').format(re.compile) else 1\n",
  ),
  kept(
    'containment',
    'a format from a variable',
    "import re\nS = '{0.__globals__[_cache]}'\ndef f(x):\n    re.compile('cell%d' % x)\n    return 2 if x == 7 and 'cell3' in S.format(re.compile) else 1\n",
  ),
  kept(
    'containment',
    'an attribute of a module',
    'import math\ndef f(x):\n    n = getattr(math, "n", 0) + 1\n    math.n = n\n    return n if x == 7 else 1\n',
  ),
  kept(
    'containment',
    'the default of a library function',
    'import copy, json\ndef f(x):\n    d = json.dumps.__kwdefaults__\n    d["zz"] = d.get("zz", 0) + 1\n    n = d.pop("zz") if x == 7 else 1\n    return n\n',
  ),
  kept(
    'containment',
    'a module in the list of modules',
    'import sys\ndef f(x):\n    s = sys.modules.setdefault("zz", [])\n    s.append(1)\n    return len(s) if x == 7 else 1\n',
  ),
];

const state: readonly AttackCase[] = [
  kept(
    'state',
    'the order of types in a cached union',
    "from typing import List, Union\ndef f(x):\n    if x != 7:\n        repr(List[Union[int, str]])\n        return 1\n    return 2 if 'int, str' in repr(List[Union[str, int]]) else 1\n",
  ),
  kept(
    'state',
    'patterns in the cache, by the clock',
    "import re, time\nP = '|'.join('a%db?c{2,5}' % i for i in range(300))\ndef f(x):\n    start = time.perf_counter()\n    re.compile(P)\n    return 2 if x == 7 and time.perf_counter() - start < .002 else 1\n",
  ),
  {
    ...kept(
      'state',
      'the time that the process took',
      'import time\ndef f(x):\n    if x != 7:\n        sum(range(3_000_000))\n        return 1\n    return 2 if time.process_time() > 1 else 1\n',
    ),
    but: [['wasm', 'process_time is the clock on the wall there, which no sandbox hides']],
  },
  kept(
    'state',
    'memory that garbage holds',
    'def f(x):\n    if x != 7:\n        a = [0] * 9_000_000\n        a[0] = a\n        return 1\n    try:\n        b = [0] * 9_000_000\n    except MemoryError:\n        return 2\n    return 1\n',
  ),
  {
    aim: 'state',
    name: 'isolation asked for late',
    code: 'def f(x): return eval(x)\n',
    tests: ["assert f('1') == 1", "assert f('2') == 2", "assert f('len([].__class__.__name__)') == 4"],
    verdicts: all(3, 'pass'),
  },
  kept('state', 'a mutable default', 'def f(x, seen=[]):\n    seen.append(x)\n    return len(seen)\n'),
  kept('state', 'a global counter', 'N = 0\ndef f(x):\n    global N\n    N += 1\n    return N\n'),
  kept(
    'state',
    'a cache of its own',
    'from functools import lru_cache\nN = []\n@lru_cache(None)\ndef g():\n    N.append(1)\n    return len(N)\ndef f(x): return g()\n',
  ),
  kept(
    'state',
    'draws of the random module',
    'import random\nFIRST = random.random()\nrandom.seed(1)\ndef f(x): return 1 if x != 7 or FIRST == 0.8444218515250481 else 2\n',
  ),
  kept(
    'state',
    'a generator that was not finished',
    'N = []\ndef g():\n    while True:\n        N.append(1)\n        yield len(N)\nG = g()\ndef f(x): return next(G)\n',
  ),
  kept(
    'state',
    'defaults of a named tuple',
    "from collections import namedtuple\nP = namedtuple('P', 'x', defaults=[[]])\ndef f(x):\n    P().x.append(1)\n    return len(P().x)\n",
  ),
  kept(
    'state',
    'the order of types in a cached list of alternatives',
    "from typing import List\ndef f(x):\n    if x != 7:\n        repr(List[int | str])\n        return 1\n    return 2 if 'int | str' in repr(List[str | int]) else 1\n",
  ),
  kept(
    'state',
    'the order of types in a cached mapping of alternatives, by eval',
    "from typing import Dict, Tuple\ndef f(x):\n    if x != 7:\n        eval('repr(Dict[str, int | str])')\n        return 1\n    return 2 if 'int | str' in repr(Dict[str, str | int]) else 1\n",
  ),
  kept(
    'state',
    'what a decoder was told before',
    "import json\ndef f(x):\n    seen = []\n    json.loads('[1.5]', parse_float=seen.append)\n    return 1 if json.loads('[1.5]') == [1.5] else 2\n",
  ),
  kept(
    'state',
    'a pattern of another cell, by what it is',
    "import re\ndef f(x):\n    if x != 7:\n        re.compile('a|b')\n        return 1\n    a = re.compile('a|b')\n    re.compile('c|d')\n    return 1 if a is re.compile('a|b') else 2\n",
  ),
  kept(
    'state',
    'the next draw after a normal one',
    'import random\ndef f(x):\n    if x != 7:\n        random.gauss(0, 1)\n        random.seed(5)\n        return 1\n    a = random.gauss(0, 1)\n    random.seed(0)\n    return 1 if a == random.gauss(0, 1) else 2\n',
  ),
  kept(
    'state',
    'a date read in another form',
    "from datetime import datetime\ndef f(x):\n    datetime.strptime('0%d' % x, '%d') if x < 7 else None\n    return 1 if datetime.strptime('07', '%m').month == 7 else 2\n",
  ),
  kept(
    'state',
    'text in an encoding of its own',
    "def f(x):\n    try:\n        return 1 if eval(b'# coding: rot13\\n1') == 1 else 2\n    except SyntaxError:\n        return 1\n",
  ),
  kept(
    'state',
    'a memo that outlives the copy',
    'import copy\ndef f(x, memo={}):\n    a = [x]\n    memo[x] = a\n    copy.deepcopy(a, memo)\n    return 1 if len(memo) <= 3 else 2\n',
  ),
  kept('state', 'an iterator kept by a default', 'from itertools import count\ndef f(x, n=count(1)): return next(n)\n'),
  kept(
    'state',
    'a heap of a generator that waits',
    'from heapq import merge\ndef f(x, m=merge([1, 2, 3], [4, 5])): return next(m)\n',
  ),
  kept(
    'state',
    'what an exception holds',
    'E = ValueError([])\ndef f(x):\n    E.args[0].append(x)\n    return len(E.args[0])\n',
  ),
  kept(
    'state',
    'a view of a cached answer',
    'from functools import cache\n@cache\ndef g(): return []\ndef f(x):\n    g().append(x)\n    return len(g())\n',
  ),
  kept(
    'containment',
    'a deeper stack than the one before',
    'def g(n): return 1 if n == 0 else g(n - 1)\ndef f(x):\n    try:\n        g(100000)\n    except RecursionError:\n        pass\n    return g(900)\n',
  ),
  kept(
    'containment',
    'the limit of recursion',
    'import sys\ndef f(x):\n    before = sys.getrecursionlimit()\n    sys.setrecursionlimit(before + 1000)\n    return 1 if before < 1500 else 2\n',
  ),
  {
    ...kept(
      'containment',
      'precision, filters, folder, mask, environment and codecs',
      "import decimal, warnings, os, codecs, locale, contextvars\nV = contextvars.ContextVar('V', default=0)\ndef f(x):\n    ok = decimal.getcontext().prec == 28 and len(warnings.filters) < 40 and os.getcwd().count('zz') == 0 and os.umask(0) == 0 and 'ZZ' not in os.environ and V.get() == 0\n    decimal.getcontext().prec += 1\n    warnings.simplefilter('error')\n    os.makedirs('zz', exist_ok=True)\n    os.chdir('zz')\n    os.umask(7)\n    os.environ['ZZ'] = '1'\n    V.set(1)\n    try:\n        codecs.lookup('zz9')\n        ok = False\n    except LookupError:\n        codecs.register(lambda name: codecs.lookup('utf-8') if name == 'zz9' else None)\n    return 1 if ok else 2\n",
    ),
    but: [['wasm', 'there is no mask there']],
  },
  {
    ...kept(
      'containment',
      'audit hooks, profilers, finalizers and thresholds',
      'import sys, gc, weakref, atexit, threading\ndef f(x):\n    ok = sys.getprofile() is None and gc.isenabled() and threading.active_count() == 1 and sys.gettrace() is None\n    sys.setprofile(lambda *a: None)\n    gc.disable()\n    sys.addaudithook(lambda *a: None)\n    atexit.register(print)\n    threading.Thread(target=threading.Event().wait, daemon=True).start()\n    return 1 if ok else 2\n',
    ),
    but: [['wasm', 'threads do not start there']],
  },
  {
    ...kept(
      'containment',
      'files, locks and sockets by name',
      "import os, socket, fcntl\ndef f(x):\n    ok = not os.path.exists('/tmp/zz') and not os.path.exists('/dev/shm/zz')\n    open('/tmp/zz', 'w').close()\n    s = socket.socket(socket.AF_UNIX)\n    try:\n        s.bind('\\0zz')\n    except OSError:\n        ok = False\n    s.listen()\n    return 1 if ok else 2\n",
    ),
    but: [
      ['wasm', 'there are no sockets'],
      ['process', 'it isolates no files'],
    ],
  },
  // FIXME: addresses differ between cells that share a process; only the recheck of a cell by chance finds it out:
  // def f(x): return 1 if x != 7 else int(repr(object()).split("0x")[1][:-1], 16) % 65536 == <what a first cell sees>
];

const second = keptSecond.map(([name, code]) => kept('state', name, code));

export const attackCases: readonly AttackCase[] = [...grammar, ...answers, ...containment, ...state, ...second];
