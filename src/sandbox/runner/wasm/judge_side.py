"""The judge side in WebAssembly: a ``CandidateHost`` that asks for candidates through one descriptor.

Every question and its answer is recorded outside, so that a job can be run again from its beginning with the same
answers: that is how ``isolate`` throws a copy of the judge away where nothing can be forked (see ``judge-role.mjs``).
"""

import contextlib
import json
import os
import struct
import sys

from channel import CandidateGone, CandidateHost, PlanReport, ScriptReport, Session
from codec import encode
from judge import Judge
from verdict import TooSlow

LINE = 3
SESSION_CELLS = 2
TIMEOUT = "timeout"


def ask(header, *parts):
    """Asks outside: (header, body) of the answer."""
    header["sizes"] = [len(part) for part in parts]
    head = json.dumps(header, separators=(",", ":")).encode("ascii")
    body = b"".join(parts)
    data = memoryview(struct.pack("<II", len(head) + len(body), len(head)) + head + body)
    while data:
        data = data[os.write(LINE, data):]
    total, length = struct.unpack("<II", _exactly(8))
    answer = _exactly(total)
    return json.loads(answer[:length]), answer[length:]


def _exactly(size):
    parts = []
    while size:
        part = os.read(LINE, size)
        if not part:
            raise SystemError("nobody answers")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


class WasmHost(CandidateHost):
    """Candidates in another interpreter, in another process."""

    def preload(self, modules):
        """Nothing: the interpreter of candidates has loaded all that it will."""

    def run_batch(self, program, plans, limits):
        return Batch(encode(program), plans, limits).run()

    def open_session(self, program, limits):
        ask(
            {"op": "session", "timeoutMs": limits.timeout_ms, "memoryMib": limits.memory_mib, "maxCells": SESSION_CELLS},
            encode(program),
        )
        return WasmSession()

    def run_script(self, program, stdin, limits):
        answer, stdout = ask(
            {"op": "script", "timeoutMs": limits.timeout_ms, "memoryMib": limits.memory_mib}, encode(program), stdin
        )
        if answer["kind"] in (TIMEOUT, "out-of-memory"):
            return ScriptReport(ended=answer["kind"])
        tail = answer["stderrTail"].strip()
        if answer["kind"] == "done" and answer["code"] == 1 and tail.startswith("MemoryError"):
            return ScriptReport(ended="out-of-memory")
        if answer["kind"] == "died":
            return ScriptReport(stdout if answer["complete"] else None, answer["code"], answer["detail"])
        return ScriptReport(stdout if answer["complete"] else None, answer["code"], tail)

    def isolate(self, function, limits):
        answer, data = ask({"op": "isolate", "timeoutMs": limits.timeout_ms + 1000})
        if not answer["known"]:
            try:
                data = function()
            except BaseException as error:
                data = b"!" + ("%s: %s" % (type(error).__name__, error)).encode("utf-8", "replace")
            # Does not come back: what the test left behind is undone, and the job starts over with this answer.
            ask({"op": "isolated"}, data)
        if answer.get("ended") == TIMEOUT:
            return PlanReport(None, TIMEOUT, "the test itself took too long")
        if data[:1] == b"!":
            return PlanReport(None, "died", data[1:].decode("utf-8", "replace"))
        if answer.get("ended"):
            return PlanReport(None, "died", answer.get("detail"))
        return PlanReport(data)


class WasmSession(Session):
    def __init__(self):
        self.ending = None

    def request(self, frame):
        answer, data = ask({"op": "say"}, frame)
        if answer["gone"]:
            raise CandidateGone("died")
        return data

    def close(self):
        """How it ended: (kind, status, text)."""
        if self.ending is None:
            answer, _ = ask({"op": "hang-up"})
            kind = answer["kind"]
            self.ending = (kind if kind == TIMEOUT else "exited", 0, answer["detail"])
        return self.ending


class Batch:
    """The plans of one candidate; after a first time-out later cells get a shorter limit, and another chance if due."""

    def __init__(self, program, plans, limits):
        self.program, self.plans, self.limits = program, plans, limits
        self.reports = [None] * len(plans)
        limit = limits.timeout_ms
        self.short_limit = limit if limits.never_shorten or limit <= 40 else max(20, limit / 4)
        self.timeouts = self.finished = 0
        self.slowest = 0.0
        self.shortened = []

    def run(self):
        self.run_cells(list(range(len(self.plans))), True)
        if self.shortened and (self.finished == 0 or self.slowest > self.short_limit / 10):
            self.run_cells(list(self.shortened), False)
        return self.reports

    def run_cells(self, pending, shorten):
        limits = self.limits
        most = limits.give_up_after_timeouts if shorten else None
        while pending:
            if most and self.timeouts >= most:
                for index in pending:
                    self.reports[index] = PlanReport(None, "not-run")
                return
            short = shorten and self.timeouts > 0
            answer, body = ask(
                {
                    "op": "batch",
                    "timeoutMs": self.short_limit if short else limits.timeout_ms,
                    "memoryMib": limits.memory_mib,
                },
                self.program,
                *[self.plans[index] for index in pending],
            )
            at = 0
            for index, size in zip(pending, answer["outcomes"]):
                self.reports[index] = PlanReport(body[at:at + size])
                at += size
            done = len(answer["outcomes"])
            self.finished += done
            self.slowest = max(self.slowest, answer["slowestMs"])
            pending = pending[done:]
            if not pending or answer["kind"] == "done":
                continue
            index, pending = pending[0], pending[1:]
            detail = answer["detail"] if answer["kind"] == "died" else None
            self.reports[index] = PlanReport(None, answer["kind"], detail)
            if answer["kind"] == TIMEOUT:
                self.timeouts += 1
                if short:
                    self.shortened.append(index)


@contextlib.contextmanager
def guard(seconds):
    """Stops the block from outside when it takes longer: then the job starts over, and this raises at once."""
    answer, _ = ask({"op": "guard", "timeoutMs": seconds * 1000})
    if answer.get("ended"):
        raise TooSlow()
    try:
        yield
    finally:
        ask({"op": "unguard"})


judge = Judge(WasmHost(), guard)
#: The runner's modules, which the judge imports from as it goes; no candidate ever shares this interpreter.
own_modules = {}


def _settle():
    sys.modules.update(own_modules)
    sys.set_int_max_str_digits(20_000)


def add_suite(data):
    """Compiles a suite, ``{"id", "suite"}`` as JSON; tells whether its tests may leave something behind."""
    _settle()
    message = json.loads(data)
    judge.add_suite(message["id"], message["suite"])
    tests = judge.suites[message["id"]].tests
    return b"isolated" if any(test.kind == "general" for test in tests) else b"pure"


def run_job(data):
    """One job as JSON; its result, or what went wrong with the judge itself, as JSON."""
    _settle()
    try:
        answer = {"ok": judge.run(json.loads(data))}
    except Exception as error:
        answer = {"error": "%s: %s" % (type(error).__name__, error)}
    return json.dumps(answer, separators=(",", ":")).encode("ascii")
