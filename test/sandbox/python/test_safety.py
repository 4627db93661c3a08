import abc
import datetime
import os
import re
import sys
import typing
import unittest

sys.path.insert(0, os.environ["RUNNER"])

from cell import LoadedProgram  # noqa: E402
from safety import containment, guarded_eval, guarded_type  # noqa: E402

CONTAINED = [
    "def f(x): return sorted(x)[::-1]",
    "from typing import List\nimport math\ndef f(x: List[int]) -> int:\n    return math.floor(sum(x))",
    "CACHE = {}\ndef f(x):\n    global CACHE\n    CACHE[x] = 1\n    return len(CACHE)",
    "import random\ndef f(x):\n    random.seed(x)\n    return random.randint(0, 9)",
    "def f(x): return type(x) == int and type(x[0]) == str",
    "def f(x): return '{} {:>3}'.format(x, 1)",
    "def f(x):\n    for i in x: yield i",
    "from math import *\nfrom typing import *\ndef f(x): return floor(x)",
    "import math\nm = math\ndef f(x): return m",
    "def f(x): return hashlib.md5(x)",
    "import no_such_package\ndef f(x): return 1",
    "def f(x):\n    try:\n        return 1 / x\n    except ZeroDivisionError as e:\n        return str(e)",
    "import os\ndef f(x): return x",
]
LEAKING = [
    "del eval\ndef f(x): return eval('1')",
    "try: raise ValueError\nexcept ValueError as eval: pass\ndef f(x): return eval('1')",
    "S = '{0.__globals__}'\ndef f(x): return (S or '{}').format(f)",
    "def f(x): return (x if x else '{}').format(f)",
    "import time\ndef f(x): return time.process_time()",
    "import time\ndef f(x): return time.perf_counter()",
    "from time import monotonic",
    "from datetime import datetime\ndef f(x): return datetime.now()",
    "import math\nmath.pi = 3",
    "import string\ndel string.digits",
    "class A:\n    def set(self): self.x = 1\nimport math\nA.set(math)",
    "import os\nos.environ['X'] = '1'",
    "from os import environ",
    "import sys\nsys.modules['x'] = 1",
    "__builtins__['len'] = None",
    "__import__('math').pi = 3",
    "exec('import math; math.pi = 3')",
    "setattr(list, 'x', 1)",
    "getattr(f, '__globals__')",
    "def f(): pass\nf.__globals__['__builtins__']['len'] = None",
    "().__class__.__base__.__subclasses__()",
    "import __future__\n__future__.all_feature_names.append('x')",
    "import collections.abc\ncollections.abc.Sequence.register(int)",
    "import functools, typing\nfunctools.update_wrapper(typing.List, len)",
    "g = (1 for _ in [1])\ng.gi_frame.f_builtins['len'] = None",
    "class A:\n    def __del__(self): pass",
    "def f():\n    try:\n        yield 1\n    finally:\n        while True: pass",
    "import random\nx = random._inst",
    "from random import *",
    "open('x', 'w')",
    "x = input()",
    "import threading",
    "import decimal\ndecimal.getcontext().prec = 3",
    "async def f(): pass",
    "import operator\noperator.attrgetter('a')",
    "from typing import no_type_check",
    "import json\njson.JSONEncoder.x = 1",
    "try:\n    import math\n    math.nope\nexcept AttributeError as e:\n    e.obj",
    "import typing\ntyping.runtime_checkable(int)",
    "import typing\ntyping.sys.modules['x'] = 1",
    "from typing import sys",
]
SLY = [
    "def f(x):\n    return os.getpid()\nimport os",
    "import os as m\nimport math as m\ndef f(x): return m.getpid()",
    "def _(exec, open, getattr): pass\ndef f(x): exec('1')",
    "if 0: open = 1\ndef f(x): return open('x')",
    "def f(x):\n    match x:\n        case object(__globals__=g): return g",
    "import \uff52andom\ndef f(x): return random._inst",
    "import copy\nclass A:\n    def __reduce_ex__(self, p): return (f, ())\ncopy.copy(A())",
    "def f(x): return type('A', (), {})",
    "t = type\ndef f(x): return t(*x)",
    "def f(x): return type(*x)",
    "def f(x): return '{0.gi_frame}'.format(x)",
    "def f(x): return x.format(x)",
    "def f(x): return ''.format_map(x)",
    "def f(x): return id(x)",
    "import re\ndef f(x): return re.purge()",
    "from itertools import *\nfrom os import *",
    "def f(x):\n    with x: pass",
    "def f(x): x.y = 1",
    "def f(x): del x.y",
    "def f(x, y): return (y if x else '{}').format(f)",
    "def f(x): return ('{0.gi_frame}' if x else '{}').format(f)",
    "from typing import *\ndef g(a: '1'): pass\ndef f(x): return get_type_hints(g)",
    "from typing import *\n@overload\ndef f(x): pass",
    "from typing import *\ndef f(x): return NamedTuple('P', [('x', int)])",
    "def f(x): return [object() for _ in x]",
    "def f(x): return hash(f)",
]


def seen(code):
    try:
        return containment(compile(code, "<test>", "exec"))
    except SyntaxError:
        # ``match`` before Python 3.10.
        return False


class Containment(unittest.TestCase):
    def test_contained(self):
        for code in CONTAINED:
            self.assertIs(seen(code), True, code)

    def test_leaking(self):
        for code in LEAKING:
            self.assertIs(seen(code), False, code)

    def test_spelling_scopes_and_aliases_play_no_part(self):
        for code in SLY:
            self.assertIs(seen(code), False, code)


HEAVY = [
    "import numpy as np\ndef f(x): return np.sum(x)",
    "import numpy as np, math\ndef f(x): return math.floor(np.mean(x))",
    "import pandas as pd\ndef f(x):\n    d = pd.DataFrame(x)\n    d['a'] = d['a'].apply(lambda v: v + 1)\n    return d.to_dict()",
    "from sklearn.linear_model import LinearRegression\ndef f(x): return LinearRegression().fit(x, x).coef_",
    "from sklearn.metrics import accuracy_score\ndef f(x): return accuracy_score(x, x)",
    "from numpy.linalg import inv\ndef f(x): return inv(x)",
    "from numpy import linalg\ndef f(x): return linalg.inv(x)",
    "import torch\nfrom torch import nn\ndef f(x):\n    with torch.no_grad():\n        return nn.Linear(2, 1)(torch.tensor(x))",
    "import torch.nn as nn, torch.nn.functional as F\ndef f(x): return F.relu(nn.ReLU()(x))",
]
TOO_HEAVY = [
    "import numpy as np\ndef f(x): return np.random.rand()",
    "import numpy as np\nnp.pi = 3",
    "import numpy as np\nnp.seterr(all='raise')",
    "import numpy as np\ndef f(x): return np.lib.stride_tricks.as_strided(x)",
    "import numpy as np\ndef f(x): return np.array(x).tofile('x')",
    "import numpy as np\ndef f(x): return np.array(x).ctypes",
    "import numpy.linalg\ndef f(x): return numpy.linalg.inv(x)",
    "from numpy import *\ndef f(x): return x",
    "from numpy import random",
    "import pandas as pd\npd.set_option('a', 1)",
    "import pandas as pd\ndef f(x): return pd.read_csv(x)",
    "import pandas as pd\ndef f(x): return pd.Series(x).to_csv('x')",
    "import pandas as pd\ndef f(x): return pd.Series(x).agg('to_csv', path_or_buf='x')",
    "import pandas as pd\ndef f(x): return pd.DataFrame(x).eval('a = 1')",
    "import pandas as pd\npd.Series.mine = 1",
    "import sklearn\nsklearn.set_config(print_changed_only=False)",
    "from sklearn import set_config",
    "from sklearn.linear_model import _base",
    "from sklearn.datasets import load_iris",
    "from sklearn.ensemble import RandomForestClassifier as R\ndef f(x): return R(n_jobs=4)",
    "import torch\ndef f(x): return torch.save(x, 'x')",
    "import torch\ntorch.set_default_dtype(torch.float64)",
    "from torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layer = nn.Linear(1, 1)",
    "import torch.nn.functional\ndef f(x): return torch.nn.functional.relu(x)",
    "import numpy as np\ndef f(x): return np.linalg.inv(x)",
]


#: Names of these packages that are not for programs that share a process.
OTHERS = "random seterr lib linalg set_option read_csv set_config save set_default_dtype nn functional".split()


class HeavyPackages(unittest.TestCase):
    def setUp(self):
        """As if they were installed, which this test does not ask for."""
        self.added = [name for name in ("numpy", "pandas", "sklearn", "torch") if name not in sys.modules]
        for name in self.added:
            sys.modules[name] = type(sys)(name)
            for other in OTHERS:
                setattr(sys.modules[name], other, None)

    def tearDown(self):
        for name in self.added:
            del sys.modules[name]

    def test_computing_alone_is_contained_and_says_with_what(self):
        for code in HEAVY:
            self.assertEqual(seen(code), "heavy", code)

    def test_all_else_is_not(self):
        for code in TOO_HEAVY:
            self.assertIs(seen(code), False, code)

    def test_words_of_light_programs_do_not_count(self):
        self.assertIs(seen("def f(x): return 'to_csv' + x.query"), False)


class Left(Exception):
    pass


def leave():
    raise Left()


class GuardedEval(unittest.TestCase):
    def test_expressions_see_their_caller_and_others_leave(self):
        space = {"eval": guarded_eval(leave), "os": os}
        exec("def f(x):\n    y = 2\n    return eval('x + y * len([x])')\ndef g(text):\n    return eval(text)", space)
        self.assertEqual(space["f"](1), 3)
        self.assertEqual(space["g"](" 1 + 1"), 2)
        for text in ("os.environ.clear()", "__import__('os')", "g.__globals__", "exec('1')"):
            with self.assertRaises(Left, msg=text):
                space["g"](text)
        with self.assertRaises(SyntaxError):
            space["g"]("x = 1")

    def test_nobody_elses_names_and_no_dict_that_would_receive_the_built_ins(self):
        space = self.shared("def f(x):\n    d = {}\n    eval('0', d)\n    return d['__builtins__']")
        with self.assertRaises(Left):
            space["f"](1)
        # The caller is this test, as it would be the runner's own code.
        with self.assertRaises(Left):
            self.shared("f = eval")["f"]("1")

    def test_what_makes_classes_is_no_answer_of_type(self):
        space = self.shared("def f(x): return type(x) == int\ndef g(x):\n    k = int\n    return type(k)\nh = lambda: eval('type(int)')\neval")
        self.assertIs(space["f"](1), True)
        for name, arguments in (("g", [1]), ("f", [int]), ("h", [])):
            with self.assertRaises(Left, msg=name):
                space[name](*arguments)

    def shared(self, code):
        loaded = LoadedProgram((code, ""), judge_containment=True)
        self.assertIs(loaded.contained, True)
        loaded.share(leave)
        return loaded.fresh("test_program")

    def test_nobody_gets_the_built_ins_or_the_names_of_another_module(self):
        class Left(Exception):
            pass

        def leave():
            raise Left()

        space = {"eval": guarded_eval(leave)}
        exec(
            "from heapq import nsmallest\n"
            "def own(): return eval('x + 1', {'__builtins__': {}}, {'x': 1})\n"
            "def given(): return eval('1', {})\n"
            "def real(): return eval('eval', {})\n"
            "def foreign(): return nsmallest(1, ['[(STATE := 5) for _ in [0]]'], key=eval)",
            space,
        )
        for name in ("own", "given", "real", "foreign"):
            with self.assertRaises(Left, msg=name):
                space[name]()


class OwnModule(unittest.TestCase):
    def test_the_name_of_the_module_that_a_program_is_run_as_is_no_import_that_fails(self):
        for name in ("candidate", "candidate_test", "__test__", "__main__"):
            for text in ("import %s\ndef f(x): return 1", "from %s import sys\ndef f(x): return 1", "def f(x):\n    import %s.b"):
                with self.subTest(text % name):
                    self.assertFalse(containment(compile(text % name, "<candidate>", "exec")))


class GuardedType(unittest.TestCase):
    def test_gives_no_class_that_a_program_could_not_name(self):
        def leave():
            raise ZeroDivisionError()

        kind = guarded_type(leave)
        for value in (1, None, ValueError("x"), datetime.date(2020, 1, 1)):
            self.assertIs(kind(value), type(value))
        for value in (int, type, type(sys.version_info), abc.ABC, kind, sys.stdin, re.I, typing.List, iter(())):
            with self.assertRaises(ZeroDivisionError):
                kind(value)


if __name__ == "__main__":
    unittest.main()
