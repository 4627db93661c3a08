"""Runs a program as a script in a candidate process."""

import io
import os
import sys

from cell import LoadedProgram


def run_script(program):
    """Runs a program the way ``python program.py`` would; never returns."""
    for fd, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        raw = os.fdopen(fd, mode + "b", closefd=False)
        setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape" if fd == 0 else "backslashreplace"))
        setattr(sys, "__%s__" % name, getattr(sys, name))
    sys.argv = ["program.py"]
    code = 0
    try:
        LoadedProgram(program).run_main()
    except SystemExit as leaving:
        code = leaving.code if type(leaving.code) is int else 0 if leaving.code is None else 1
    except BaseException as error:
        code = 1
        try:
            sys.stderr.write("%s: %s\n" % (type(error).__name__, error))
        except BaseException:
            pass
    try:
        threading = sys.modules.get("threading")
        if threading is not None:
            threading._shutdown()
        sys.modules["atexit"]._run_exitfuncs() if "atexit" in sys.modules else None
    except BaseException:
        pass
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass
    os._exit(code & 0xFF)
