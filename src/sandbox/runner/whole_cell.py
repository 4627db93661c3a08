"""The judge's side of ``whole_module``: believes failures at once, and success only as far as it can be checked."""

import os
import random

from channel import CandidateGone, ChannelClosed
from codec import CodecError, decode, encode
from decoys import decoy_of, script_decoy_of, spelled_alike
from split_rules import may_split, program_names
from verdict import ERROR, FAIL, MEMORY, NOT_RUN, PASS, Cell, gone_cell

KEY_BYTES = 32
#: No module has more tests that fail; a program could send for ever.
MOST_FRAMES = 100_000


def run_whole_cell(host, program, test, limits):
    """The cell of a test that runs in the program's process; always weak."""
    if host.missing:
        # No word about the program: what the tests are about is not there.
        return Cell(NOT_RUN, "the sandbox lacks the Python package %s" % ", ".join(host.missing))
    places = ("split", "shared") if may_split(test.form, test.source) else ("shared",)
    for place in places:
        source = spelled(test) if place == "shared" else test.source
        run = run_in(host, program, test.form, source, limits, place, test.given)
        if not run.needs_sharing:
            break
    cell = run.cell()
    if cell.verdict == PASS and place == "shared":
        cell = withstand_decoy(host, program, test, limits)
    cell.weak = True
    return cell


def spelled(test):
    """The module as its decoys are written; a method's belongs to files that lie there."""
    try:
        return spelled_alike(test.source) if test.form in ("unittest", "script") else test.source
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return test.source


def withstand_decoy(host, program, test, limits):
    """A pass, unless the program passes tests that nothing passes (see ``decoys``).

    The module itself runs once more among its decoys, in an order that nobody knows: a program that is right or wrong by
    chance comes through one time in sixteen at best.
    """
    chance = random.SystemRandom()
    if test.form == "method":
        return withstand_one(host, program, test, limits, chance)
    rounds = [True, False, False]
    chance.shuffle(rounds)
    for is_decoy in (not each for each in rounds):
        if is_decoy:
            cell = withstand_one(host, program, test, limits, chance)
        else:
            cell = run_in(host, program, test.form, spelled(test), limits, "shared").cell()
        if cell.verdict != PASS:
            return cell
    return cell


def withstand_one(host, program, test, limits, chance):
    """The cell of one decoy; a pass, too, where none can be made."""
    if test.form == "unittest":
        source, names = decoy_of(test.source, chance)
    else:
        source, names = (script_decoy_of(test.source, chance) if test.form == "script" else None), {""}
    if source is None or not names:
        return Cell(PASS)
    run = run_in(host, program, test.form, source, limits, "shared")
    failed = {where.replace("__test__.", "", 1).partition(" ")[0] for _, where, _ in run.failures}
    if names <= failed:
        return Cell(PASS)
    if run.done is None:
        return Cell(ERROR, "the program ended its process where a test must fail")
    missed = sorted(names - failed)[0]
    return Cell(ERROR, "the program passes a test that must fail%s" % (": " + missed if missed else ""))


class Run:
    """What one process told of one module."""

    def __init__(self, key):
        self.key, self.failures, self.done, self.gone, self.needs_sharing = key, [], None, None, False

    def cell(self):
        return judge(self.failures, self.done, self.key, self.gone)


def run_in(host, program, form, source, limits, place, given=""):
    run = Run(os.urandom(KEY_BYTES))
    imports = tuple((name, *path) for name, path in program_names(given)[0].items())
    session = host.open_session(program, limits, "whole")
    try:
        session.channel.send(encode(place))
        session.channel.send(encode((form, source, run.key, limits.timeout_ms / 1000.0, imports)))
        for _ in range(MOST_FRAMES):
            kind, *fields = read_frame(session.receive())
            if kind == "done":
                run.done = fields
                break
            if kind == "shared":
                run.needs_sharing = True
                break
            run.failures.append(fields)
    except (CandidateGone, ChannelClosed, CodecError, ValueError):
        pass
    finally:
        run.gone = session.close()
    return run


def read_frame(data):
    """A tuple of plain values of the two kinds that there are; raises ``ValueError`` for anything else."""
    frame = decode(data)
    if type(frame) is tuple and len(frame) == 4:
        kind, first, second, third = frame
        if kind == "failed" and first in (FAIL, ERROR, MEMORY) and type(second) is type(third) is str:
            return frame
        if kind == "shared" and first == second == "" and type(third) is str:
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
