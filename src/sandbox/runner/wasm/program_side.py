"""The program's side in WebAssembly: functions of bytes that JavaScript calls; see ``candidate-role.mjs``.

No program survives the snapshot that JavaScript puts back after each of them, so there is no process to end here.
"""

import marshal

from cell import LoadedProgram, answer_plan, remember_compiled
from script import run_script
from together import Cell

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
    compiled = LoadedProgram(program)
    compiled.load_imports(imports)
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
