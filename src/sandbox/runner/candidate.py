"""What a process forked from the zygote does. Each function of ``KINDS`` serves the judge over descriptors; none returns, but
``load_modules``, for copies of the zygote.

``cells`` gets ``(program, plans)`` and answers with frames, ``CLAIM`` and the answer's bytes, one per plan in their order. One without
an answer comes first, once what the program imports is loaded and the cells begin.
"""

import marshal
import os
import struct
import sys
import time

from cell import LoadedProgram, answer_plan
from channel import DONE, FULL, ChannelClosed, PipeChannel
from codec import encode
from script import run_script
from together import Cell

#: CPU ns of the process when the cell was done, as it says.
CLAIM = struct.Struct("<Q")
#: Of all answers of one process.
MOST_BYTES = 36 * 1024 * 1024
_exit, _now = os._exit, time.process_time_ns


def cells(zygote, fd):
    channel = PipeChannel(fd)
    program, plans = marshal.loads(channel.receive())
    loaded = LoadedProgram(program)
    loaded.load_imports()
    zygote.confine()
    channel.send(CLAIM.pack(_now()))
    sent = 0
    for count, plan in enumerate(plans):
        data = answer_plan(loaded, plan)
        if sent + len(data) > MOST_BYTES:
            if count:
                _exit(FULL)
            data = b"uthe results are too large"
        sent += len(data)
        channel.send(CLAIM.pack(_now()) + data)
    _exit(DONE)


def together(zygote, fd):
    """Program and test in this one process: ``("ready",)`` first, then the frames of ``together``."""
    channel = PipeChannel(fd)
    try:
        program, form, imports = marshal.loads(channel.receive())
        loaded = LoadedProgram(program, imports)
        loaded.load_imports()
        zygote.confine()
        cell = Cell(channel.send)
        channel.send(encode(("ready",)))
        if cell.load(form, loaded, program):
            cell.run(*marshal.loads(channel.receive()))
    except ChannelClosed:
        pass
    _exit(DONE)


def script(zygote, fd, stdin, stdout, stderr):
    """The program as ``__main__`` on the given descriptors."""
    program = marshal.loads(PipeChannel(fd).receive())
    os.close(fd)
    zygote.confine()
    for target, source in enumerate((stdin, stdout, stderr)):
        os.dup2(source, target)
        os.close(source)
    _exit(run_script(program))


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


KINDS = {"cells": cells, "together": together, "script": script, "preload": load_modules}
