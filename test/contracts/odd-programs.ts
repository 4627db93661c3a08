/** An honest program that does something unusual, with tests that hold. */
export interface OddProgram {
  readonly name: string;
  readonly code: string;
  readonly tests: readonly string[];
}

export const oddPrograms: readonly OddProgram[] = [
  {
    name: 'async inside',
    code: 'import asyncio\nasync def g(x):\n    await asyncio.sleep(0)\n    return x * 2\ndef f(x): return asyncio.run(g(x))\n',
    tests: ['assert f(3) == 6', 'assert f(4) == 8'],
  },
  {
    name: 'async entry point',
    code: 'async def f(x): return x * 2\n',
    tests: ['import asyncio\nassert asyncio.run(f(3)) == 6'],
  },
  {
    name: '__main__ guard',
    code: 'import sys\ndef f(x): return x * 2\nif __name__ == "__main__":\n    sys.exit(f(int(input())))\n',
    tests: ['assert f(3) == 6'],
  },
  {
    name: 'surrogates',
    code: 'def f(x): return "\\ud800" + x\n',
    tests: ['assert f("a") == "\\ud800a"', 'assert len(f("a")) == 2'],
  },
  {
    name: 'NaN and infinities',
    code: 'def f(x): return [float("nan"), float("inf"), -float("inf"), -0.0]\n',
    tests: ['assert f(0)[0] != f(0)[0]', 'assert f(0)[1] == float("inf") and str(f(0)[3]) == "-0.0"'],
  },
  {
    name: '5,000-digit integers',
    code: 'def f(x): return 10 ** x\n',
    tests: ['assert f(5000) == 10 ** 5000', 'assert f(5000) % 7 == 10 ** 5000 % 7'],
  },
  {
    name: 'cycles',
    code: 'def f(x):\n    a = [x]\n    a.append(a)\n    return a\n',
    tests: ['assert f(1)[1][1][0] == 1', 'a = f(1)\nassert a[1] is a'],
  },
  {
    name: 'a look at its source',
    code: 'def f(x):\n    # Doubles.\n    return x * 2\n',
    tests: ['import inspect\nassert "# Doubles." in inspect.getsource(f)'],
  },
  { name: 'tabs', code: 'def f(x):\n\tif x:\n\t\treturn x * 2\n\treturn 0\n', tests: ['assert f(3) == 6'] },
  { name: 'CRLF', code: 'def f(x):\r\n    y = x\r\n    return y * 2\r\n', tests: ['assert f(3) == 6'] },
  { name: 'byte order mark', code: '\ufeffdef f(x):\n    return x * 2\n', tests: ['assert f(3) == 6'] },
  {
    name: 'dataclasses',
    code: 'from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int\n    tags: list = field(default_factory=list)\ndef f(x): return P(x * 2)\n',
    tests: ['assert f(3).x == 6', 'assert f(3) == P(6)', 'assert f(3) != P(7)', 'assert f(3).tags == []'],
  },
  {
    name: 'pickle of own classes',
    code: 'import pickle\nclass A:\n    def __init__(self, x): self.x = x\ndef f(x): return pickle.loads(pickle.dumps(A(x * 2))).x\n',
    tests: ['assert f(3) == 6'],
  },
  {
    name: 'mutable default',
    code: 'def f(x, seen=[]):\n    seen.append(x)\n    return len(seen)\n',
    tests: ['assert f(1) == 1', 'assert f(2) == 1', 'assert f(3) == 1', 'assert f(4) == 1 and f(5) == 2'],
  },
  {
    name: 'module counter',
    code: 'COUNT = 0\ndef f(x):\n    global COUNT\n    COUNT += 1\n    return COUNT\n',
    tests: ['assert f(0) == 1', 'assert f(0) == 1  # again', 'assert f(1) == 1'],
  },
  {
    name: 'seeds',
    code: 'import random\nrandom.seed(42)\ndef f(x): return [random.randint(0, 9) for _ in range(x)]\n',
    tests: ['assert f(5) == [1, 0, 4, 3, 3]', 'assert f(5) == [1, 0, 4, 3, 3]  # again', 'assert len(f(6)) == 6'],
  },
  {
    name: 'prints of 100 kB',
    code: 'def f(x):\n    for i in range(100): print("x" * 1000)\n    return x * 2\n',
    tests: [
      'assert f(3) == 6',
      'import io, contextlib\nb = io.StringIO()\nwith contextlib.redirect_stdout(b):\n    f(3)\nassert len(b.getvalue()) == 100100',
    ],
  },
  {
    name: 'generators',
    code: 'def f(x):\n    for i in range(x): yield i\n',
    tests: [
      'assert list(f(3)) == [0, 1, 2]',
      'g = f(2)\nassert next(g) == 0 and next(g) == 1',
      'assert sum(f(4)) == 6',
    ],
  },
  {
    name: 'changes its argument',
    code: 'def f(x):\n    x.sort()\n    x.append(9)\n',
    tests: ['x = [3, 1]\nf(x)\nassert x == [1, 3, 9]', 'x = [[2, 1]]\ny = x[0]\nf(y)\nassert x == [[1, 2, 9]]'],
  },
  {
    name: 'returns its argument',
    code: 'def f(x): return x\n',
    tests: ['x = [1]\nassert f(x) is x', 'assert f({"a": (1, {2})}) == {"a": (1, {2})}'],
  },
  {
    name: 'higher order',
    code: 'def f(g, items): return [g(item) for item in items]\ndef make(n): return lambda x: x + n\n',
    tests: [
      'assert f(lambda v: v * v, [1, 2, 3]) == [1, 4, 9]',
      'assert f(str, [1]) == ["1"]',
      'assert f(make(2), [1]) == [3]',
      'assert make(3)(4) == 7',
    ],
  },
  {
    name: 'exceptions of its own',
    code: 'class Odd(ValueError): pass\ndef f(x):\n    if x < 0: raise Odd("negative")\n    return x * 2\n',
    tests: [
      'try:\n    f(-1)\n    assert False\nexcept ValueError as e:\n    assert str(e) == "negative"',
      'try:\n    f(-1)\nexcept Odd:\n    pass\nelse:\n    assert False',
      'import unittest\nwith unittest.TestCase().assertRaises(ValueError):\n    f(-1)',
    ],
  },
  {
    name: 'collections and numbers',
    code: 'from collections import Counter, OrderedDict, defaultdict, deque, namedtuple\nfrom fractions import Fraction\nfrom decimal import Decimal\nfrom datetime import date\nP = namedtuple("P", "x y")\ndef f(k):\n    d = defaultdict(int)\n    d["a"] += 1\n    return {"c": Counter("aab"), "o": OrderedDict(a=1), "d": d, "q": deque([1, 2]), "p": P(1, 2), "f": Fraction(1, 3), "e": Decimal("1.5"), "t": date(2020, 1, 2), "r": range(3), "s": frozenset({1})}[k]\n',
    tests: [
      'assert f("c") == {"a": 2, "b": 1}',
      'assert f("o") == {"a": 1} and f("d") == {"a": 1}',
      'assert list(f("q")) == [1, 2]',
      'assert f("p") == (1, 2) and f("p").y == 2',
      'from fractions import Fraction\nassert f("f") == Fraction(1, 3)',
      'from decimal import Decimal\nassert f("e") == Decimal("1.5")',
      'from datetime import date\nassert f("t") == date(2020, 1, 2)',
      'assert f("r") == range(3) and f("s") == {1}',
    ],
  },
  {
    name: 'classes with methods',
    code: 'class Stack:\n    def __init__(self): self.items = []\n    def push(self, x): self.items.append(x)\n    def pop(self): return self.items.pop()\n    def __len__(self): return len(self.items)\ndef f(x): return Stack()\n',
    tests: [
      's = f(0)\ns.push(1)\ns.push(2)\nassert s.pop() == 2 and len(s) == 1',
      's = Stack()\ns.push(5)\nassert s.items == [5]',
    ],
  },
  {
    name: 'helper that the test names',
    code: 'import math\ndef poly(xs, x): return sum(c * x ** i for i, c in enumerate(xs))\ndef f(xs): return -xs[0] / xs[1]\n',
    tests: ['assert math.fabs(poly([1, 2], f([1, 2]))) < 1e-4'],
  },
  {
    name: 'typing, future and type variables',
    code: 'from __future__ import annotations\nfrom typing import Generic, List, Optional, TypeVar\nT = TypeVar("T")\nclass Box(Generic[T]):\n    def __init__(self, v: T): self.v = v\ndef f(x: Optional[int]) -> List[int]: return [Box(x).v] * 2\n',
    tests: ['assert f(3) == [3, 3]'],
  },
  {
    name: 'files in its own folder',
    code: 'import os\ndef f(x):\n    with open("note.txt", "a") as file: file.write(x)\n    return open("note.txt").read()\n',
    tests: ['assert f("a") == "a"', 'assert f("b") == "b"'],
  },
  {
    name: 'recursion to 900',
    code: 'def f(x): return 0 if x == 0 else 1 + f(x - 1)\n',
    tests: ['assert f(900) == 900'],
  },
  {
    name: 'arguments changed in place',
    code: 'def f(x):\n    x.pop()\ndef g(x): x["b"] = 2\ndef h(x):\n    x[0].append(1)\ndef k(x): x.move_to_end("a")\n',
    tests: [
      'from collections import deque\nq = deque([1, 2])\nf(q)\nassert list(q) == [1]',
      'from collections import OrderedDict\nd = OrderedDict(a=1)\ng(d)\nk(d)\nassert list(d.items()) == [("b", 2), ("a", 1)]',
      'from collections import Counter\nc = Counter(a=1)\ng(c)\nassert c == {"a": 1, "b": 2}',
      'from collections import defaultdict\nd = defaultdict(list, a=[1])\ng(d)\nassert d == {"a": [1], "b": 2} and d["c"] == []',
      'from collections import deque\nq = deque([[], 2])\nh(q)\nassert q == deque([[1], 2])',
    ],
  },
  {
    name: 'functions that change what they are handed',
    code: 'from collections import deque\ndef walk(tree, visit):\n    out = []\n    for each in tree: visit(each, out)\n    return out\ndef f(q, use):\n    q.append(1)\n    use(q)\n    q.append(2)\ndef g(use):\n    q = deque([1])\n    use(q)\n    return list(q)\n',
    tests: [
      'assert walk([1, 2], lambda each, out: out.append(each * 2)) == [2, 4]',
      'q = []\nf(q, lambda x: x.append("m"))\nassert q == [1, "m", 2]',
      'assert g(lambda q: q.appendleft(3)) == [3, 1]',
    ],
  },
  {
    name: 'functions that are handed functions',
    code: 'def f(use): return use(lambda s: s * 2)\ndef g(use, n): return use(n) if n == 0 else g(lambda m: use(m) + 1, n - 1)\n',
    tests: [
      'assert f(lambda write: write("a")) == "aa"',
      'assert f(lambda write: write(write("a"))) == "aaaa"',
      'assert g(lambda n: n, 3) == 3',
    ],
  },
  {
    name: 'built-ins with keywords',
    code: 'def f(x): return x\n',
    tests: [
      'assert round(f(2.345), ndigits=1) == 2.3',
      'assert f([1, 2, 1]).index(1, 1) == 2',
      'from collections import Counter, OrderedDict\nassert f({"a": 1}) == OrderedDict(a=1) == Counter(a=1)',
    ],
  },
  {
    name: 'texts of objects',
    code: 'from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\nclass V:\n    def __init__(self, x): self.x = x\n    def __repr__(self): return f"V({self.x})"\n    def __format__(self, form): return form + str(self.x)\n    def __abs__(self): return abs(self.x)\n    def __neg__(self): return V(-self.x)\n    def __matmul__(self, other): return self.x * other.x\ndef f(x): return P(x)\n',
    tests: [
      'assert repr(f(3)) == "P(x=3)" == str(f(3))',
      'assert [str(V(1)), f"{V(2):>}", "%r" % V(3), "{!r}".format(V(4))] == ["V(1)", ">2", "V(3)", "V(4)"]',
      'assert (abs(V(-3)), (-V(2)).x, V(2) @ V(3)) == (3, -2, 6)',
      'assert vars(f(3)) == {"x": 3}',
      'p = f(3)\np.x = 4\nassert p.x == 4 and p == P(4)',
    ],
  },
  {
    name: 'objects and their classes',
    code: 'import abc, collections, typing\nclass Shape(abc.ABC):\n    @abc.abstractmethod\n    def area(self): ...\nclass Square(Shape):\n    def area(self): return 4\n@typing.runtime_checkable\nclass Sized(typing.Protocol):\n    def area(self): ...\nclass Other: pass\nPt = collections.namedtuple("Pt", "x y")\nclass Stack(typing.Generic[typing.TypeVar("T")]):\n    def size(self): return 0\ndef f(x): return Square() if x else Other()\n',
    tests: [
      'assert isinstance(f(1), Shape) and isinstance(f(1), Square) and isinstance(f(1), Sized)',
      'assert not isinstance(f(0), Shape) and not isinstance(f(0), Sized) and not isinstance(3, Shape)',
      'assert isinstance(Pt(1, 2), Pt) and not isinstance((1, 2), Pt)',
      'assert Stack[int]().size() == 0',
    ],
  },
  {
    name: 'enumerations',
    code: 'import enum\nclass Level(enum.IntEnum):\n    LOW = 1\n    HIGH = 10\nclass Word(str, enum.Enum):\n    A = "a"\nclass Colour(enum.Enum):\n    RED = 1\n    BLUE = 2\ndef f(x): return Level.HIGH if x > 5 else Level.LOW\ndef same(x): return x is Level.HIGH\n',
    tests: [
      'assert f(7) == 10 and f(1) < f(9) and f(1) + 1 == 2',
      'assert f(7) is Level.HIGH and f(7).name == "HIGH" and isinstance(f(7), int) and isinstance(f(7), Level)',
      'assert same(f(7)) is True and {f(7): 1}[10] == 1 and f(7) in [10] and "0123456789x"[f(7)] == "x"',
      'assert Word.A == "a" and Word("a").upper() == "A" and {"a": 1}[Word.A] == 1 and Word.A.value == "a"',
      'assert len(Colour) == 2 and [each.name for each in Colour] == ["RED", "BLUE"] and Colour["RED"] is Colour.RED',
      'assert Colour.RED in Colour and {Colour.RED: 1}[Colour(1)] == 1 and Colour.RED != 1',
    ],
  },
  {
    name: 'hashes of objects',
    code: 'class V:\n    def __init__(self, x, y): self.x, self.y = x, y\n    def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)\n    def __hash__(self): return hash((self.x, self.y))\nclass Bare:\n    def __init__(self, x): self.x = x\ndef f(x): return V(x, x)\n',
    tests: [
      'assert len({f(1), f(1), f(2)}) == 2 and hash(f(1)) == hash(V(1, 1)) and {f(1): 3}[V(1, 1)] == 3',
      'assert len({Bare(1), Bare(1)}) == 2',
    ],
  },
  {
    name: 'attributes of exceptions',
    code: 'class AppError(Exception):\n    def __init__(self, text, code):\n        super().__init__(text)\n        self.code = code\ndef f(x):\n    if x == 0: raise KeyError("one")\n    if x == 1: raise ValueError("zero", 0)\n    if x == 2: raise OSError(2, "no file")\n    raise AppError("bad", 4)\n',
    tests: [
      'try:\n    f(3)\nexcept AppError as error:\n    assert (error.code, str(error), error.args) == (4, "bad", ("bad",))\nelse: assert False',
      'try:\n    f(0)\nexcept KeyError as error:\n    assert error.args == ("one",) and str(error) == "\'one\'"\nelse: assert False',
      'try:\n    f(1)\nexcept ValueError as error:\n    assert error.args == ("zero", 0)\nelse: assert False',
      'try:\n    f(2)\nexcept OSError as error:\n    assert error.errno == 2',
      'try:\n    f(3)\nexcept AppError as error:\n    assert not hasattr(error, "missing")\nelse: assert False',
    ],
  },
  {
    name: 'attributes of functions',
    code: 'import functools\n@functools.lru_cache(None)\ndef f(x):\n    """Twice."""\n    return x * 2\ndef counted(x):\n    counted.calls += 1\n    return x\ncounted.calls = 0\n',
    tests: [
      'f(1)\nf(1)\nassert f.cache_info().hits == 1 and f.__doc__ == "Twice." and f.__name__ == "f"',
      'counted(1)\ncounted(2)\nassert counted.calls == 2',
      'class A:\n    method = f\nimport types\nassert callable(f) and not isinstance(f, types.FunctionType) and list(map(f, [1, 2])) == [2, 4]',
    ],
  },
  {
    name: 'arguments that are deques and the like, changed in place',
    code: 'def f(q):\n    q.append([4])\n    q.rotate(1)\n    return q\ndef count(c, text): c.update(text)\ndef group(d, key, value): d[key].append(value)\ndef last(o, key): o.move_to_end(key)\n',
    tests: [
      'from collections import deque\nq = deque([1, 2])\nassert list(f(q)) == [[4], 1, 2] == list(q)',
      'from collections import deque\ninner = [1]\nq = deque([inner])\nf(q)\nassert q[1] is inner',
      'from collections import Counter\nc = Counter()\ncount(c, "aab")\nassert c["a"] == 2 and c["z"] == 0',
      'from collections import defaultdict\nd = defaultdict(list)\ngroup(d, "a", 1)\nassert d == {"a": [1]} and d["b"] == []',
      'from collections import OrderedDict\no = OrderedDict([(1, 2), (3, 4)])\nlast(o, 1)\nassert list(o) == [3, 1]',
      'from collections import OrderedDict\nassert OrderedDict(a=1) == {"a": 1}',
    ],
  },
  {
    name: 'callbacks that are handed callbacks',
    code: 'def f(each): return each(lambda x: x + 1)\nclass Source:\n    x = 4\n    def __init__(self, notify): self.notify = notify\n    def go(self): return self.notify(self)\ndef nested(each, depth): return each(lambda: nested(each, depth - 1)) if depth else "end"\n',
    tests: [
      'assert f(lambda g: g(3)) == 4',
      'assert Source(lambda source: source.x).go() == 4',
      'assert nested(lambda more: more() + "!", 5) == "end!!!!!"',
    ],
  },
  {
    name: 'objects that methods change',
    code: 'from dataclasses import dataclass\n@dataclass\nclass V:\n    x: int\n    def move(self, by): self.x += by\nclass Box:\n    def __init__(self, v): self.v = v\ndef f(x): return V(x)\ndef move(v): v.move(1)\n',
    tests: [
      'v = f(1)\nassert v == V(1)\nv.move(1)\nassert v == V(2) and v != V(1)',
      'v = f(1)\nbox = Box(v)\nmove(v)\nassert box.v == V(2) and vars(v) == {"x": 2}',
    ],
  },
  {
    name: 'exceptions of libraries, and leaving',
    code: 'import json, sys\nfrom dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    x: int\nclass Stop(SystemExit): pass\ndef f(x): return json.loads(x)\ndef g(code): sys.exit(code)\ndef h(): raise Stop(4)\ndef k(): P(1).x = 2\n',
    tests: [
      'import json\ntry:\n    f("{")\n    assert False\nexcept json.JSONDecodeError as error:\n    assert error.pos == 1 and "property name" in error.msg',
      'import unittest, json\nclass T(unittest.TestCase):\n    def test(self):\n        with self.assertRaises(json.JSONDecodeError): f("{")',
      'try:\n    g(3)\n    assert False\nexcept SystemExit as error:\n    assert error.code == 3',
      'try:\n    h()\nexcept Exception:\n    assert False\nexcept BaseException as error:\n    assert type(error).__name__ == "Stop" and error.code == 4',
      'from dataclasses import FrozenInstanceError\ntry:\n    k()\n    assert False\nexcept FrozenInstanceError:\n    pass',
    ],
  },
  {
    name: 'times with an offset',
    code: 'from datetime import datetime, timedelta, timezone\ndef f(x): return datetime(2020, 1, 1, tzinfo=timezone.utc) + timedelta(hours=x)\ndef g(x): return x.astimezone(timezone(timedelta(hours=2)))\n',
    tests: [
      'from datetime import datetime, timezone\nassert f(1) == datetime(2020, 1, 1, 1, tzinfo=timezone.utc) and f(1).tzinfo is timezone.utc',
      'from datetime import datetime, timezone\nassert g(datetime(2020, 1, 1, tzinfo=timezone.utc)).isoformat() == "2020-01-01T02:00:00+02:00"',
    ],
  },
];
