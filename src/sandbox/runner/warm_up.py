"""What a zygote loads and runs before it forks, so that programs find it done, and what it hides from them."""

import marshal
import os
import sys
import types

from cell import MODULE_NAME, QUIET, LoadedProgram, answer_plan

WARM_UP = """
from typing import List
import math
def f(numbers: List[float], text: str) -> List[float]:
    '''Docstring'''
    result = []
    for i in range(len(numbers)):
        try:
            if numbers[i] > 1 and text.lower() in {"a": 1}:
                result.append(math.sqrt(numbers[i]))
        except ValueError as error:
            return [str(error)]
    return sorted(result)[::-1]
"""


def warm_up():
    """Loads what many programs import, and runs one, which then touches less memory in each fork."""
    for name in sorted({*QUIET, "random"}):
        __import__(name)
    sample = LoadedProgram((WARM_UP, ""))
    plan = marshal.dumps((None, (compile("f([2, 1.5], 'a')", "<call>", "eval"),), (), ()))
    for _ in range(20):
        answer_plan(sample, plan)
    sys.modules.pop(MODULE_NAME, None)


def load_modules(names):
    """Names of those that are not installed."""
    missing = []
    for name in names:
        try:
            __import__(name)
        except ModuleNotFoundError:
            missing.append(name)
        except BaseException:
            pass
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    return tuple(missing)


def clean_process():
    """Takes the runner's own modules out of sight: candidates see what a program of its own would see."""
    home = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != home]
    folder = home + os.sep
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(folder):
            del sys.modules[name]
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = [""]
