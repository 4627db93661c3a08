/** Honest programs that do something unusual, each with tests that hold. */
export const oddPrograms: Readonly<Record<string, readonly [code: string, ...tests: string[]]>> = {
  'async inside': [
    'import asyncio\nasync def g(x):\n    await asyncio.sleep(0)\n    return x * 2\ndef f(x): return asyncio.run(g(x))\n',
    'assert f(3) == 6',
    'assert f(4) == 8',
  ],
  'async entry point': ['async def f(x): return x * 2\n', 'import asyncio\nassert asyncio.run(f(3)) == 6'],
  'modules of its own by the names of installed ones': [
    'import importlib.abc, importlib.util, sys\nclass Own(importlib.abc.MetaPathFinder, importlib.abc.Loader):\n    def find_spec(self, name, path=None, target=None):\n        if name == "colorsys": return importlib.util.spec_from_loader(name, self)\n    def create_module(self, spec): return None\n    def exec_module(self, module): module.own = 7\nsys.meta_path.insert(0, Own())\ndef f(x): return x\n',
    'import colorsys\nassert f(colorsys.own) == 7',
    'from colorsys import own\nfor x in range(3):\n    assert f(x) + own == x + 7',
  ],
  'a file of its own by the name of an installed module': [
    'import os, sys, tempfile\nfolder = tempfile.mkdtemp()\nwith open(os.path.join(folder, "colorsys.py"), "w") as file: file.write("own = 7\\n")\nsys.path.insert(0, folder)\nimport colorsys\ndef f(x): return colorsys.own\n',
    'assert f(0) == 7',
    'import colorsys\nassert f(0) == colorsys.own',
  ],
  '__main__ guard': [
    'import sys\ndef f(x): return x * 2\nif __name__ == "__main__":\n    sys.exit(f(int(input())))\n',
    'assert f(3) == 6',
  ],
  surrogates: ['def f(x): return "\\ud800" + x\n', 'assert f("a") == "\\ud800a"', 'assert len(f("a")) == 2'],
  'NaN and infinities': [
    'def f(x): return [float("nan"), float("inf"), -float("inf"), -0.0]\n',
    'assert f(0)[0] != f(0)[0]',
    'assert f(0)[1] == float("inf") and str(f(0)[3]) == "-0.0"',
  ],
  '5,000-digit integers': [
    'def f(x): return 10 ** x\n',
    'assert f(5000) == 10 ** 5000',
    'assert f(5000) % 7 == 10 ** 5000 % 7',
  ],
  cycles: [
    'def f(x):\n    a = [x]\n    a.append(a)\n    return a\n',
    'assert f(1)[1][1][0] == 1',
    'a = f(1)\nassert a[1] is a',
  ],
  'a look at its source': [
    'import inspect\ndef f(x):\n    # Doubles.\n    return inspect.getsource(f)\n',
    'import inspect\nassert f(3) == inspect.getsource(f) and "# Doubles." in f(3)',
    'assert "# Doubles." in f(3)',
  ],
  'a decimal context of its own': [
    'import decimal\ndecimal.getcontext().prec = 3\ndef f(x): return decimal.Decimal(x)\n',
    'assert str(f(1) / 3) == "0.333"',
  ],
  'tabs, CRLF and a byte order mark': ['\ufeffdef f(x):\r\n\tif x:\r\n\t\treturn x * 2\r\n', 'assert f(3) == 6'],
  dataclasses: [
    'from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int\n    tags: list = field(default_factory=list)\ndef f(x): return P(x * 2)\n',
    'assert f(3).x == 6',
    'assert f(3) == P(6)',
    'assert f(3) != P(7)',
    'assert f(3).tags == []',
  ],
  'pickle of own classes': [
    'import pickle\nclass A:\n    def __init__(self, x): self.x = x\ndef f(x): return pickle.loads(pickle.dumps(A(x * 2))).x\n',
    'assert f(3) == 6',
  ],
  'mutable default': [
    'def f(x, seen=[]):\n    seen.append(x)\n    return len(seen)\n',
    'assert f(1) == 1',
    'assert f(2) == 1',
    'assert f(3) == 1',
    'assert f(4) == 1 and f(5) == 2',
  ],
  'classes with methods and hashes': [
    'class V:\n    def __init__(self, x, y): self.x, self.y, self.items = x, y, []\n    def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)\n    def __hash__(self): return hash((self.x, self.y))\n    def push(self, x): self.items.append(x)\n    def __len__(self): return len(self.items)\nclass Bare: pass\ndef f(x): return V(x, x)\n',
    's = f(0)\ns.push(1)\ns.push(2)\nassert s.items.pop() == 2 and len(s) == 1 and not f(1)',
    'assert len({f(1), f(1), f(2)}) == 2 and hash(f(1)) == hash(V(1, 1)) and {f(1): 3}[V(1, 1)] == 3',
    'assert len({Bare(), Bare()}) == 2',
  ],
  seeds: [
    'import random\nrandom.seed(42)\ndef f(x): return [random.randint(0, 9) for _ in range(x)]\n',
    'assert f(5) == [1, 0, 4, 3, 3]',
    'assert f(5) == [1, 0, 4, 3, 3]  # again',
    'assert len(f(6)) == 6',
  ],
  'prints of 100 kB': [
    'def f(x):\n    for i in range(100): print("x" * 1000)\n    return x * 2\n',
    'assert f(3) == 6',
    'import io, contextlib\nb = io.StringIO()\nwith contextlib.redirect_stdout(b):\n    f(3)\nassert len(b.getvalue()) == 100100',
  ],
  generators: [
    'def f(x):\n    for i in range(x): yield i\n',
    'assert list(f(3)) == [0, 1, 2]',
    'g = f(2)\nassert next(g) == 0 and next(g) == 1',
    'assert sum(f(4)) == 6',
  ],
  'returns its argument': [
    'def f(x): return x\n',
    'x = [1]\nassert f(x) is x',
    'assert f({"a": (1, {2})}) == {"a": (1, {2})}',
  ],
  'higher order': [
    'def f(g, items): return [g(item) for item in items]\ndef make(n): return lambda x: x + n\n',
    'assert f(lambda v: v * v, [1, 2, 3]) == [1, 4, 9]',
    'assert f(str, [1]) == ["1"]',
    'assert f(make(2), [1]) == [3]',
    'assert make(3)(4) == 7',
  ],
  'exceptions of its own': [
    'class Odd(ValueError): pass\ndef f(x):\n    if x < 0: raise Odd("negative")\n    return x * 2\n',
    'try:\n    f(-1)\n    assert False\nexcept ValueError as e:\n    assert str(e) == "negative"',
    'try:\n    f(-1)\nexcept Odd:\n    pass\nelse:\n    assert False',
    'import unittest\nwith unittest.TestCase().assertRaises(ValueError):\n    f(-1)',
  ],
  'collections and numbers': [
    'from collections import Counter, OrderedDict, defaultdict, deque, namedtuple\nfrom fractions import Fraction\nfrom decimal import Decimal\nfrom datetime import date\nP = namedtuple("P", "x y")\ndef f(k):\n    d = defaultdict(int)\n    d["a"] += 1\n    return {"c": Counter("aab"), "o": OrderedDict(a=1), "d": d, "q": deque([1, 2]), "p": P(1, 2), "f": Fraction(1, 3), "e": Decimal("1.5"), "t": date(2020, 1, 2), "r": range(3), "s": frozenset({1})}[k]\n',
    'assert f("c") == {"a": 2, "b": 1}',
    'assert f("o") == {"a": 1} and f("d") == {"a": 1}',
    'assert list(f("q")) == [1, 2]',
    'assert f("p") == (1, 2) and f("p").y == 2',
    'from fractions import Fraction\nassert f("f") == Fraction(1, 3)',
    'from decimal import Decimal\nassert f("e") == Decimal("1.5")',
    'from datetime import date\nassert f("t") == date(2020, 1, 2)',
    'assert f("r") == range(3) and f("s") == {1}',
  ],
  'files in its own folder': [
    'import os\ndef f(x):\n    with open("note.txt", "a") as file: file.write(x)\n    return open("note.txt").read()\n',
    'assert f("a") == "a"',
    'assert f("b") == "b"',
  ],
  'recursion to 900': ['def f(x): return 0 if x == 0 else 1 + f(x - 1)\n', 'assert f(900) == 900'],
  'built-ins with keywords': [
    'def f(x): return x\n',
    'assert round(f(2.345), ndigits=1) == 2.3',
    'assert f([1, 2, 1]).index(1, 1) == 2',
    'from collections import Counter, OrderedDict\nassert f({"a": 1}) == OrderedDict(a=1) == Counter(a=1)',
  ],
  enumerations: [
    'import enum\nclass Level(enum.IntEnum):\n    LOW = 1\n    HIGH = 10\nclass Word(str, enum.Enum):\n    A = "a"\nclass Colour(enum.Enum):\n    RED = 1\n    BLUE = 2\ndef f(x): return Level.HIGH if x > 5 else Level.LOW\ndef same(x): return x is Level.HIGH\n',
    'assert f(7) == 10 and f(1) < f(9) and f(1) + 1 == 2',
    'assert f(7) is Level.HIGH and f(7).name == "HIGH" and isinstance(f(7), int) and isinstance(f(7), Level)',
    'assert same(f(7)) is True and {f(7): 1}[10] == 1 and f(7) in [10] and "0123456789x"[f(7)] == "x"',
    'assert Word.A == "a" and Word("a").upper() == "A" and {"a": 1}[Word.A] == 1 and Word.A.value == "a"',
    'assert len(Colour) == 2 and [each.name for each in Colour] == ["RED", "BLUE"] and Colour["RED"] is Colour.RED',
    'assert Colour.RED in Colour and {Colour.RED: 1}[Colour(1)] == 1 and Colour.RED != 1',
  ],
  'times with an offset': [
    'from datetime import datetime, timedelta, timezone\ndef f(x): return datetime(2020, 1, 1, tzinfo=timezone.utc) + timedelta(hours=x)\ndef g(x): return x.astimezone(timezone(timedelta(hours=2)))\n',
    'from datetime import datetime, timezone\nassert f(1) == datetime(2020, 1, 1, 1, tzinfo=timezone.utc) and f(1).tzinfo is timezone.utc',
    'from datetime import datetime, timezone\nassert g(datetime(2020, 1, 1, tzinfo=timezone.utc)).isoformat() == "2020-01-01T02:00:00+02:00"',
  ],
};

/** Honest programs that only processes of an operating system can run. */
export const processPrograms: typeof oddPrograms = {
  'signals, file modes and built-ins': [
    'import builtins, os, signal\ndef f(x): return x\n',
    'assert signal.getsignal(signal.SIGINT) is signal.default_int_handler',
    'try:\n    os.kill(os.getpid(), signal.SIGINT)\n    ended = False\nexcept KeyboardInterrupt:\n    ended = True\nassert ended and f(1) == 1',
    'os.mkdir("folder")\nopen("file", "w").close()\nassert [os.stat(each).st_mode & 0o777 for each in ("folder", "file")] == [0o755, 0o644]',
    'assert {"copyright", "credits", "exit", "help", "license", "quit"} <= set(dir(builtins))',
  ],
};

/** Honest programs that rely on the sandbox's own network; in a plain process it is the machine's. */
export const networkPrograms: typeof oddPrograms = {
  'the name of the machine itself': [
    'import socket\ndef f(name): return socket.gethostbyname(name)\n',
    'assert f("localhost") == "127.0.0.1"',
  ],
};
