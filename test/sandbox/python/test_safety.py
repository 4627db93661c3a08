import os
import sys
import unittest

sys.path.insert(0, os.environ["RUNNER"])

from purity import is_pure  # noqa: E402
from safety import ONLY_AST, guarded_eval, is_contained, is_plainly_contained  # noqa: E402

CONTAINED = [
    "def f(x): return sorted(x)[::-1]",
    "from typing import List\nimport math\ndef f(x: List[int]) -> int:\n    return math.floor(sum(x))",
    "CACHE = {}\ndef f(x):\n    global CACHE\n    CACHE[x] = 1\n    return len(CACHE)",
    "import random\ndef f(x):\n    random.seed(x)\n    return random.randint(0, 9)",
    "class A:\n    def __init__(self): pass\n    def size(self): return 1\ndef f(x): return A().size()",
    "import no_such_package\ndef f(x): return 1",
    "def f(x):\n    try:\n        return 1 / x\n    except ZeroDivisionError as e:\n        return str(e)",
    "import os\ndef f(x): return x",
]
LEAKING = [
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
    "import math\nm = math\ndef f(x): return m",
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
PURE = [
    "assert f(1) == 2",
    "assert sorted(f([1])) == [1], 'message'",
    "import math\nassert math.isclose(f(1), 2.0)",
    "def check(candidate):\n    for i in range(10):\n        assert candidate(i) == i ** 2 or True\ncheck(f)".replace(" ** 2", " * 2"),
    "assert ____ == f(2)",
]
NOT_PURE = [
    "import os\nassert f(1)",
    "assert f(10 ** 10 ** 10)".replace("10 ** 10 ** 10", "10 ** (10 ** 10)"),
    "assert sum(range(10 ** 12)) == f(1)",
    "assert f(1) ** f(2)",
    "assert open('x')",
    "assert f.__globals__",
    "assert ''.format(f)",
    "len = 1\nassert f(1)",
    "try:\n    f(1)\nexcept:\n    pass",
    "class A: pass",
    "assert sum(iter(int, 1)) == f(1)",
    "import math\nassert math.factorial(10 ** 5) == f(1)",
]


def tree(code):
    return compile(code, "<test>", "exec", ONLY_AST)


class Containment(unittest.TestCase):
    def test_contained(self):
        for code in CONTAINED:
            self.assertTrue(is_contained(tree(code)), code)

    def test_leaking(self):
        for code in LEAKING:
            self.assertFalse(is_contained(tree(code)), code)

    def test_the_quick_pass_never_says_more_than_the_thorough_one(self):
        # A pure module as a value is harmless; the thorough pass does not know which module a name is.
        for code in set(LEAKING) - {"import math\nm = math\ndef f(x): return m"}:
            self.assertFalse(is_plainly_contained(compile(code, "<test>", "exec")), code)
        settled = [code for code in CONTAINED if is_plainly_contained(compile(code, "<test>", "exec"))]
        self.assertIn(CONTAINED[1], settled)


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
    "import numpy as np\nm = np",
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
    "from torch import nn\nm = nn",
    "import torch.nn.functional\ndef f(x): return torch.nn.functional.relu(x)",
    "import numpy as np\ndef f(x): return np.linalg.inv(x)",
]


class HeavyPackages(unittest.TestCase):
    def setUp(self):
        """As if they were installed, which this test does not ask for."""
        self.added = [name for name in ("numpy", "pandas", "sklearn", "torch") if name not in sys.modules]
        for name in self.added:
            sys.modules[name] = type(sys)(name)

    def tearDown(self):
        for name in self.added:
            del sys.modules[name]

    def test_computing_alone_is_contained_and_says_with_what(self):
        for code in HEAVY:
            self.assertEqual(is_contained(tree(code)), "heavy", code)

    def test_all_else_is_not(self):
        for code in TOO_HEAVY:
            self.assertIs(is_contained(tree(code)), False, code)

    def test_the_quick_pass_settles_none_of_them(self):
        for code in HEAVY + TOO_HEAVY:
            self.assertFalse(is_plainly_contained(compile(code, "<test>", "exec")), code)

    def test_words_of_light_programs_do_not_count(self):
        self.assertIs(is_contained(tree("def f(x): return 'to_csv' + x.query")), True)


class GuardedEval(unittest.TestCase):
    def test_expressions_see_their_caller_and_others_leave(self):
        class Left(Exception):
            pass

        def leave():
            raise Left()

        space = {"eval": guarded_eval(leave), "os": os}
        exec("def f(x):\n    y = 2\n    return eval('x + y * len([x])')\ndef g(text):\n    return eval(text)", space)
        self.assertEqual(space["f"](1), 3)
        self.assertEqual(space["g"](" 1 + 1"), 2)
        for text in ("os.environ.clear()", "__import__('os')", "g.__globals__", "exec('1')", "(lambda: os)()"):
            with self.assertRaises(Left, msg=text):
                space["g"](text)
        with self.assertRaises(SyntaxError):
            space["g"]("x = 1")


class Purity(unittest.TestCase):
    def test_pure(self):
        import ast

        for code in PURE:
            self.assertTrue(is_pure(ast.walk(ast.parse(code))), code)

    def test_not_pure(self):
        import ast

        for code in NOT_PURE:
            self.assertFalse(is_pure(ast.walk(ast.parse(code))), code)


if __name__ == "__main__":
    unittest.main()
