"""What both interpreters load before their state is kept: one image serves judge and programs."""

import gc
import os
import sys
import types

import asyncio_loop
import judge_side
# What JavaScript calls.
from judge_side import run_job
from program_side import load, load_together, run, run_together, script

FOLDER = "/runner"


def settle():
    """The last thing before the snapshot: hides the runner and leaves what a program of its own would find."""
    names = [name for name, module in sys.modules.items() if (getattr(module, "__file__", None) or "").startswith(FOLDER)]
    judge_side.own_modules = {name: sys.modules.pop(name) for name in names}
    asyncio_loop.install()
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = [""]
    sys.path.remove(FOLDER)
    for name in os.listdir(FOLDER):
        os.unlink("%s/%s" % (FOLDER, name))
    os.rmdir(FOLDER)
    gc.collect()
    gc.freeze()
