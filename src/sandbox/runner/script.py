"""Runs a program the way ``python program.py`` would."""

import gc
import io
import sys

from cell import ALIASES, LoadedProgram

#: As many digits as LiveCodeBench's own grader lets an integer have.
MOST_DIGITS = 50_000


def run_script(program):
    """The exit code of a program run as ``__main__`` on descriptors 0 to 2."""
    for fd, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        stream = open_stream(fd, name, mode)
        setattr(sys, name, stream)
        setattr(sys, "__%s__" % name, stream)
    sys.argv = ["program.py"]
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(MOST_DIGITS)
    code = 0
    try:
        LoadedProgram(program, name="__main__").fresh()
    except SystemExit as leaving:
        code = leaving.code if type(leaving.code) is int else 0 if leaving.code is None else 1
    except BaseException as error:
        code = 1
        try:
            sys.stderr.write("%s: %s\n" % (type(error).__name__, error))
        except BaseException:
            pass
    for finish in (
        lambda: sys.modules["threading"]._shutdown(), lambda: sys.modules["atexit"]._run_exitfuncs(),
        # What the program's names hold ends with it.
        lambda: [sys.modules.pop(name) for name in ("__main__", *ALIASES)], gc.collect, lambda: sys.stdout.flush(), lambda: sys.stderr.flush(),
    ):
        try:
            finish()
        except BaseException:
            pass
    return code & 0xFF


def open_stream(fd, name, mode):
    """A standard stream with all that the interpreter's own has."""
    raw = io.FileIO(fd, mode + "b", closefd=False)
    raw.name = "<%s>" % name
    binary = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    errors = "backslashreplace" if fd == 2 else "surrogateescape"
    stream = io.TextIOWrapper(binary, encoding="utf-8", errors=errors, newline="\n")
    stream.mode = mode
    return stream
