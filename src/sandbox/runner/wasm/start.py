"""What both interpreters load before their state is kept, and what JavaScript calls: functions of bytes.

One image serves judge and programs. No program survives the snapshot that JavaScript puts back after each of them (see
``candidate-role.mjs``), so there is no process to end here.
"""

import gc
import marshal
import os

import asyncio_loop
import judge_side
from cell import LoadedProgram, answer_plan, clean_process, remember_compiled
from judge_side import run_job
from script import run_script
from together import Cell

FOLDER = "/runner"

remember_compiled()
loaded = None
cell, frames = None, []


def load(data):
    """Compiles a program, ``marshal`` of (code, setup)."""
    global loaded
    loaded = LoadedProgram(marshal.loads(data))
    return b""


def run(plan):
    """The answer of one cell; cells share the interpreter until it is put back."""
    return answer_plan(loaded, plan)


def load_together(data):
    """Loads a program for the together lane, ``marshal`` of (program, form, imports): ``+`` where it loaded, else ``-`` and frames."""
    global cell
    program, form, imports = marshal.loads(data)
    compiled = LoadedProgram(program, imports)
    compiled.load_imports()
    cell = Cell(frames.append)
    return b"+" if cell.load(form, compiled, program) else b"-" + _joined()


def run_together(data):
    """Runs the test, ``marshal`` of (source, method, token): ``+`` and frames."""
    cell.run(*marshal.loads(data))
    return b"+" + _joined()


def _joined():
    return b"".join(len(frame).to_bytes(4, "little") + frame for frame in frames)


def script(data):
    """Runs a program as ``python program.py`` would, on standard input and output; gives the exit code."""
    return b"%d" % run_script(marshal.loads(data))


def settle():
    """The last thing before the snapshot: hides the runner and leaves what a program of its own would find."""
    judge_side.own_modules = clean_process(FOLDER)
    asyncio_loop.install()
    for name in os.listdir(FOLDER):
        os.unlink("%s/%s" % (FOLDER, name))
    os.rmdir(FOLDER)
    gc.collect()
    gc.freeze()
