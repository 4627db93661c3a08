"""The judge's side of ``whole_module``: believes failures at once, and success only as far as it can be checked."""

import os

from channel import CandidateGone
from codec import CodecError, decode, encode
from verdict import ERROR, FAIL, MEMORY, NOT_RUN, PASS, Cell, gone_cell

KEY_BYTES = 32
#: No module has more tests that fail; a program could send for ever.
MOST_FRAMES = 100_000


def run_whole_cell(host, program, test, limits):
    """The cell of a test that runs in the program's process; always weak."""
    if host.missing:
        # No word about the program: what the tests are about is not there.
        return Cell(NOT_RUN, "the sandbox lacks the Python package %s" % ", ".join(host.missing))
    key = os.urandom(KEY_BYTES)
    session = host.open_session(program, limits, "whole")
    failures, done = [], None
    try:
        session.channel.send(encode((test.form, test.source, key)))
        for _ in range(MOST_FRAMES):
            kind, *fields = read_frame(session.receive())
            if kind == "done":
                done = fields
                break
            failures.append(fields)
    except (CandidateGone, CodecError, ValueError):
        pass
    finally:
        gone = session.close()
    cell = judge(failures, done, key, gone)
    cell.weak = True
    return cell


def read_frame(data):
    """A tuple of plain values of the two kinds that there are; raises ``ValueError`` for anything else."""
    frame = decode(data)
    if type(frame) is tuple and len(frame) == 4:
        kind, first, second, third = frame
        if kind == "failed" and first in (FAIL, ERROR, MEMORY) and type(second) is type(third) is str:
            return frame
        if kind == "done" and type(first) is bytes and type(second) is type(third) is int:
            return frame
    raise ValueError("no frame of a whole module")


def judge(failures, done, key, gone):
    if done is None and gone[0] not in ("exited", "signalled"):
        return gone_cell(gone)
    if failures:
        verdict, where, text = failures[0]
        if where:
            text = "%s: %s" % (where.replace("__test__.", "", 1), text)
        if done is not None and len(failures) > 1:
            text += " (and %d more)" % (len(failures) - 1)
        return Cell(verdict, text)
    if done is None:
        return gone_cell(gone)
    claimed, ran, skipped = done
    if claimed != key:
        return Cell(ERROR, "the program made up its own result")
    if ran - skipped < 1:
        return Cell(ERROR, "no test ran")
    return Cell(PASS)
