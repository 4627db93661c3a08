"""Programs and tests from a grammar that favours what lasts: globals, defaults, caches, generators, imports, classes.

``generate(random)`` gives ``(program, tests)``; the same generator gives the same. Nothing here asks for the time, for
an address or for chance beyond ``random``, which every cell starts alike.
"""

IMPORTS = """
import math
import re
import random
import itertools
import collections
import functools
import string
import copy
import heapq
import bisect
import operator
import json
import datetime
import fractions
import statistics
import typing
import math as m, itertools as it
import math as t, string as t
import os
import sys
import time
from math import *
from itertools import *
from typing import *
from heapq import *
from typing import List, Dict, Optional, Tuple
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from functools import lru_cache, reduce, partial
from random import randint, shuffle
from copy import deepcopy
from fractions import Fraction
import no_such_module
import hashlib
from __future__ import annotations
""".strip().split("\n")

#: At module level; a name that they use is bound before or after them, or never.
STATE = r"""
LOG = []
SEEN = {}
COUNT = 0
KNOWN = {1, 2}
BOX = [[0], [1]]
NAMES = ('a', 'b')
ticks = itertools.count()
cycle = itertools.cycle([1, 2, 3])
CODE = re.compile(r'(\d+)')
Point = namedtuple('Point', 'x y')
Point = collections.namedtuple('Point', ['x', 'y'])
TREE = collections.defaultdict(list)
QUEUE = collections.deque([1, 2], maxlen=3)
\u212bngstr\u00f6m = 3
\uff35NI = 'wide'
\u2113ist = [5]
numbers = (n * n for n in range(9))
squares = iter([4, 9, 16])
add = lambda a, b=[]: (b.append(a), sum(b))[1]
random.seed(7)
START = random.random()
PICK = random.randint(1, 99)
len = len
sum = max
TABLE = {k: [] for k in range(3)}
COUNTS = Counter('abca')
pile = [3, 1, 2]; heapq.heapify(pile)
state = {'n': 0, 'deep': {'n': [0]}}
del NAMES
ALIAS = LOG
MAKER = type('Made', (), {'n': 0})
KIND = int
""".strip().split("\n")

#: Definitions; ``@`` in front of a line stands for a decorator that is drawn.
HELPERS = r"""
def helper(n, seen=[]):
    seen.append(n)
    return len(seen)
---
def helper(n, known={}):
    known[n] = known.get(n, 0) + 1
    return sorted(known.items())
---
@lru_cache(maxsize=None)
def helper(n):
    LOG.append(n)
    return n if n < 2 else helper(n - 1) + helper(n - 2)
---
@functools.lru_cache(None)
def helper(n):
    global COUNT
    COUNT += 1
    return COUNT + n
---
def helper(n):
    global COUNT
    COUNT = COUNT + n
    return COUNT
---
def helper(n):
    global helper
    old = helper
    helper = lambda k: -k
    return old.__name__ + str(n)
---
def helper(n):
    yield n
    LOG.append(n)
    yield from range(n)
---
def helper(n):
    try:
        yield n
    finally:
        LOG.append('closed')
---
def make():
    total = 0
    def inner(k):
        nonlocal total
        total += k
        return total
    return inner
helper = make()
---
def twice(fn):
    calls = []
    def inner(*args, **named):
        calls.append(args)
        return fn(*args, **named), len(calls)
    return inner
@twice
def helper(n):
    return n * 2
---
def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
helper = lambda n: depth(n)
---
def helper(n):
    match n:
        case 0 | 1:
            return 'small'
        case [first, *rest]:
            return first
        case {'k': v}:
            return v
        case _ if n > 3:
            return 'large'
        case _:
            return None
---
def helper(n):
    match n:
        case int(real=r):
            return r
        case str():
            return 's'
---
class Node:
    made = 0
    def __init__(self, v):
        Node.made += 1
        self.v = v
    def __repr__(self):
        return 'Node(%r, %d)' % (self.v, Node.made)
def helper(n):
    return repr(Node(n))
---
class Meta(type):
    seen = []
    def __new__(cls, name, bases, space):
        Meta.seen.append(name)
        return super().__new__(cls, name, bases, space)
class Made(metaclass=Meta):
    pass
def helper(n):
    return len(Meta.seen) + n
---
class Field:
    def __set_name__(self, owner, name):
        self.name = name
    def __get__(self, obj, owner=None):
        return self.name if obj is None else obj.__dict__.get(self.name, 0)
    def __set__(self, obj, value):
        obj.__dict__[self.name] = value
class Owner:
    size = Field()
def helper(n):
    o = Owner()
    o.size = n
    return o.size, Owner.size
---
def helper(n):
    helper.calls = getattr(helper, 'calls', 0) + 1
    return helper.calls
---
def helper(n):
    math.tau = n
    return math.tau
---
def helper(n):
    d = {}
    eval('1', d)
    return sorted(k for k in d)
---
def helper(n):
    try:
        return undefined_name
    except NameError as e:
        LOG.append(str(e))
        return str(e), e.args
---
def helper(n):
    return '{} {:>4} {!r}'.format(n, n, str(n)) + f'{n:>{3}}' + '%03d' % n
---
def helper(n):
    string.digits, out = string.digits, string.digits
    return out
""".strip().split("\n---\n")

#: Statements of ``f``; ``R`` collects what it returns.
STEPS = r"""
LOG.append(x); R.append(len(LOG))
SEEN[x] = SEEN.get(x, 0) + 1; R.append(dict(SEEN))
KNOWN.add(x); R.append(sorted(KNOWN))
BOX[0].append(x); R.append(copy.deepcopy(BOX))
ALIAS.extend([x, x]); R.append(ALIAS[:])
R.append(next(ticks))
R.append([next(cycle) for _ in range(x)])
R.append(next(numbers, 'end'))
R.append(list(squares))
R.append(add(x))
R.append(helper(x))
R.append(list(helper(x)))
R.append(next(helper(x)))
R.append([helper(k) for k in range(4)])
R.append(helper(x)); R.append(helper(x))
R.append(helper(n=x))
R.append(make()(x))
R.append(random.random())
R.append(random.randint(1, 1000))
R.append(random.choice('abcdef'))
random.seed(x); R.append(random.getrandbits(20))
R.append(random.gauss(0, 1))
p = list(range(6)); random.shuffle(p); R.append(p)
R.append(START)
R.append(PICK)
R.append(randint(1, 10 ** 6))
R.append(CODE.findall('a1b22' * x))
R.append(re.sub(r'(\w)(\d)', lambda g: g.group(2) + g.group(1), 'a1b2c3'))
R.append(re.search('(?P<k>b+)', 'abbb').groupdict())
R.append(re.split('[,;]', 'a,b;c'))
R.append(Point(x, 2))
R.append(Point(x, 2).x)
R.append(Point(1, y=x)._asdict())
TREE[x].append(x); R.append(dict(TREE))
QUEUE.append(x); R.append(list(QUEUE))
COUNTS.update(str(x)); R.append(COUNTS.most_common(2))
heapq.heappush(pile, x); R.append(pile[:])
state['n'] += x; state['deep']['n'].append(x); R.append(copy.copy(state))
R.append([\u212bngstr\u00f6m, '\u017f'.upper()])
R.append(UNI)
list.append(R, x)
\u017fum_ = 3; R.append(sum_)
R.append(eval('x + 1'))
R.append(eval('[k * x for k in range(3)]', None, {'x': x}))
R.append(eval('len(LOG)'))
R.append(eval('LOG.append(x) or len(LOG)'))
R.append(eval('2 ** %d' % x))
R.append(eval('type(x)') is int)
R.append(eval('__import__("math").floor(2.5)'))
R.append(eval('x', {'x': 3}))
R.append(type(x).__name__)
R.append(type(x) == int)
R.append(type(KIND) is int)
R.append(type(type(x)).__name__)
R.append(isinstance(x, int) and callable(f))
R.append(len(str(x)) + sum([1, 2, x]))
R.append({v for v in (x, x + 1)})
R.append(len({Fraction(x, 2), Fraction(1, 2)}))
R.append(sorted({Point(x, 1), Point(x, 1), Point(1, x)}))
R.append({frozenset([x]), frozenset([1])})
R.append(len({lambda: 1, lambda: 1}))
R.append(functools.reduce(operator.add, range(x + 1)))
R.append(partial(pow, 2)(x))
R.append(list(itertools.accumulate(range(x))))
R.append(list(itertools.permutations(range(3), 2))[:x])
R.append([k for k, g in itertools.groupby('aabbc')])
R.append(list(zip(*[iter(range(6))] * 2)))
R.append(copy.deepcopy({'a': [x], 'b': (x,)}))
R.append(json.loads(json.dumps({'x': [x, None]})))
R.append(str(datetime.date(2020, 1, 1) + datetime.timedelta(days=x)))
R.append(statistics.mean([1, x, 3]))
R.append(bisect.insort(BOX[1], x) or BOX[1])
R.append(math.floor(x / 2) + m.gcd(x, 4))
R.append(t.pi)
R.append(t.digits)
R.append(os.sep + str(sys.maxsize > 0))
R.append(os.getpid() > 0)
sys.setrecursionlimit(900 + x)
R.append(floor(x + .5))
R.append(hashlib.md5(str(x).encode()).hexdigest())
R.append(bytearray(b'a') * x)
global COUNT; COUNT += 1; R.append(COUNT)
global LOG; LOG = LOG + [x]; R.append(LOG)
global len; len = lambda v: 7; R.append(len([]))
global KIND; KIND = str; R.append(KIND(x))
global TABLE; del TABLE
R.append(sorted(TABLE))
R.append(1 / (x - 2))
raise ValueError(x, len(LOG))
raise KeyError('k%d' % x) from None
assert x != 3, 'three'
if x > 2: return R[-1:]
import math
from string import digits as d; R.append(d[:x])
import heapq as math2; R.append(math2.nlargest(1, [x, 2]))
del R[:1]
R += [*range(x), *'ab']
a, *b = [x, 1, 2]; R.append((a, b))
R[:] = R[::-1]
R.append(lambda: x)
R.append(f)
R.append(print(x, end='') or 'printed')
R.append((lambda k, acc=[]: acc.append(k) or acc)(x))
R.append([y := x + 1, y ** 2])
R.append(float('nan') != x)
R.append(x if x % 2 else {'odd': None})
R.append(sys.modules.get('math') is not None)
R.append(globals().get('COUNT'))
R.append(f.__defaults__)
R.append('{0}{0!r:>5}'.format(x))
R.append(('{}' if x > 2 else '<{}>').format(x))
R.append(str(x).encode().hex())
R.append([k.upper() for k in map(str, 'ab')])
R.append(unknown_thing(x))
R.append(max(SEEN.items(), default=None))
R.append(Counter(str(x) * 2))
R.append(OrderedDict([(x, 1), (0, 2)]))
R.append(deque([x], 2))
R.append(defaultdict(int, {x: 1}))
g = (k for k in [x]); R.append(next(g)); R.append(g.gi_frame is None)
R.append((i for i in BOX))
R.append(complex(x, 1) * 2)
R.append(int(str(x) * 3) // 7)
""".strip().split("\n")

WRAPPERS = """
for k in range(2):
    %s
---
try:
    %s
except (ValueError, TypeError, KeyError) as error:
    R.append(str(error))
---
try:
    %s
except Exception as error:
    R.append(type(error).__name__)
    LOG.append(error)
---
if x %% 2:
    %s
else:
    R.append('even')
---
try:
    %s
finally:
    R.append('done')
---
while True:
    %s
    break
""".strip().split("\n---\n")

#: What a step or a helper needs, and where it comes from; most programs bind most of what they use.
ORIGINS = {line.split(" = ")[0].strip(): line for line in STATE if " = " in line}
MODULES = {
    **{name: "import " + name for name in "math re random itertools collections functools string copy heapq bisect operator"
       " json datetime statistics hashlib os sys".split()},
    "randint": "from random import randint", "reduce": "from functools import reduce",
    "Counter": "from collections import Counter", "deque": "from collections import deque",
    "OrderedDict": "from collections import OrderedDict", "defaultdict": "from collections import defaultdict",
    "namedtuple": "from collections import namedtuple", "lru_cache": "from functools import lru_cache",
    "partial": "from functools import partial", "Fraction": "from fractions import Fraction", "m": "import math as m",
}
TESTS = """
assert f({0}) == {1}
assert f({0}) is not None
assert len(f({0})) > {1}
assert f({0}) != f({1})
assert f({0})[0] == {1}
assert f({0}) == f({0})
assert str({1}) in str(f({0}))
""".strip().split("\n")


def words(text):
    word = ""
    for character in text + " ":
        if character.isalnum() or character == "_":
            word += character
        elif word:
            yield word
            word = ""


def bind(body, random):
    """Lines in front that bind what the body names; now and then one is missing, or comes behind."""
    front, behind, done, queue = [], [], set(), list(words(body))
    while queue:
        name = queue.pop()
        if name in done or name not in ORIGINS and name not in MODULES:
            continue
        done.add(name)
        line = (MODULES.get(name) or ORIGINS[name]).encode("ascii", "backslashreplace").decode("unicode_escape")
        queue += list(words(line))
        chance = random.random()
        if chance < 0.95:
            front.insert(0, line)
        elif chance < 0.98:
            behind.append(line)
    return front, behind


def step(random):
    text = random.choice(STEPS).encode("ascii", "backslashreplace").decode("unicode_escape")
    if random.random() < 0.2 and not text.startswith("global"):
        text = random.choice(WRAPPERS) % text
    return text.replace("\n", "\n    ")


def generate(random):
    steps = [step(random) for _ in range(random.randint(1, 5))]
    # A name is declared global before it is used.
    steps.sort(key=lambda text: not text.startswith("global"))
    helper = random.choice(HELPERS) if any("helper" in text or "make()" in text for text in steps) else ""
    default = random.choice(["R=None", "R=None", "R=None", "R=[]"])
    body = "def f(x, %s):\n    R = [] if R is None else R\n    %s\n    return R" % (default, "\n    ".join(steps))
    front, behind = bind(helper + "\n" + body, random)
    if random.random() < 0.15:
        front.insert(0, random.choice(IMPORTS))
    if random.random() < 0.15:
        front.append(random.choice(STATE).encode("ascii", "backslashreplace").decode("unicode_escape"))
    front.sort(key=lambda line: not line.startswith("from __future__"))
    code = "\n".join([*front, *([helper] if helper else []), body, *behind]) + "\n"
    tests = [random.choice(TESTS).format(*random.sample(range(7), 2)) for _ in range(random.randint(3, 4))]
    return code, tests
