"""What a zygote loads before it forks, and what it hides from programs."""

import os
import sys
import types


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
