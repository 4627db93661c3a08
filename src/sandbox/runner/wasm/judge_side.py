"""The judge side in WebAssembly: a ``CandidateHost`` that asks for candidates and testers through one descriptor.

No test and no program is ever run in here, so nothing has to be undone or repeated; see ``judge-role.mjs``.
"""

import json
import os
import struct
import sys

from channel import CandidateGone, CandidateHost, PlanReport, ScriptReport, Session
from codec import encode
from judge import Judge

LINE = 3
SESSION_CELLS = 2
DONE, TIMEOUT, MEMORY, DIED, KILLED = "done", "timeout", "out-of-memory", "died", "killed"
# What a test beside the program may take beyond the program's own limit: it may import what the program never does.
TEST_MS = 1000
# Compiled suites that are kept; the parent is asked for others again.
MAX_SUITES = 64
BY_SIGNAL = "the program was killed by signal 9"


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
    """Candidates in another interpreter, in another process; testers in a third."""

    def preload(self, modules):
        """Nothing: the interpreter of candidates has loaded all that it will."""

    def run_batch(self, program, plans, limits, alone=False, ends=None):
        # One trip for all plans is cheaper than one for each, so that none can be left out.
        return Batch(encode(program), plans, limits, alone).run()

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
        if answer["kind"] in (TIMEOUT, MEMORY):
            return ScriptReport(ended=answer["kind"])
        tail = answer["stderrTail"].strip()
        if answer["kind"] == DONE and answer["code"] == 1 and tail.startswith("MemoryError"):
            return ScriptReport(ended=MEMORY)
        if answer["kind"] in (DIED, KILLED):
            return ScriptReport(stdout if answer["complete"] else None, answer["code"], detail_of(answer))
        return ScriptReport(stdout if answer["complete"] else None, answer["code"], tail)

    def run_beside(self, program, message, limits, imports=()):
        answer, outcome = ask(
            {
                "op": "beside",
                "timeoutMs": limits.timeout_ms,
                "testMs": limits.timeout_ms + TEST_MS,
                "memoryMib": limits.memory_mib,
                "maxCells": SESSION_CELLS,
                "alone": program is None,
            },
            b"" if program is None else encode(program),
            message,
        )
        tester, candidate = answer["tester"], answer["candidate"]
        gone = (DIED, 0, "the program ended") if candidate is None else ending_of(candidate)
        if tester["kind"] == DONE:
            return PlanReport(outcome), gone
        if tester["kind"] == TIMEOUT:
            return PlanReport(None, TIMEOUT, "the test itself took too long"), gone
        if tester["kind"] == MEMORY:
            return PlanReport(None, MEMORY, "the test ran out of memory"), gone
        return PlanReport(None, DIED, "the test ended its own process"), gone


def ending_of(answer):
    """(kind, status, text) of a conversation that is over."""
    kind = answer["kind"]
    return kind if kind in (TIMEOUT, MEMORY) else "exited", 0, detail_of(answer)


def detail_of(answer):
    return BY_SIGNAL if answer["kind"] == KILLED else answer["detail"]


class WasmSession(Session):
    def __init__(self):
        self.ending = None

    def request(self, frame):
        answer, data = ask({"op": "say"}, frame)
        if answer["gone"]:
            raise CandidateGone(DIED)
        return data

    def close(self):
        """How it ended: (kind, status, text)."""
        if self.ending is None:
            answer, _ = ask({"op": "hang-up"})
            self.ending = ending_of(answer)
        return self.ending


class Batch:
    """The plans of one candidate; after a first time-out later cells get a shorter limit, and another chance if due.

    Cells of a program whose text shows that it keeps its state to itself share an interpreter between two snapshots.
    As in the native sandboxes (``batch``) that is not believed: of the cells that others had gone before, one that
    nobody could foresee is answered once more from the snapshot, and where the answers differ every cell starts there.
    """

    def __init__(self, program, plans, limits, alone):
        self.program, self.plans, self.limits = program, plans, limits
        #: Whether every cell starts from the snapshot, whatever its program looks like.
        self.alone = alone
        limit = limits.timeout_ms
        self.short_limit = limit if limits.never_shorten or limit <= 40 else max(20, limit / 4)
        self.begin()

    def begin(self):
        self.reports = [None] * len(self.plans)
        self.timeouts, self.shortened, self.killed = 0, [], set()
        #: Cells that others had gone before since the last snapshot.
        self.followers = []

    def run(self):
        self.run_all()
        if self.followers and not self.recheck():
            self.alone = True
            self.begin()
            self.run_all()
        return self.reports

    def run_all(self):
        # The order of the tests decides nothing: small calls first.
        self.run_cells(sorted(range(len(self.plans)), key=self.size), True)
        failures = 0
        for index in sorted(self.shortened, key=self.size):
            before = self.timeouts
            self.run_cells([index], False)
            failures = failures + 1 if self.timeouts > before else 0
            if failures == 2:
                return

    def size(self, index):
        return len(self.plans[index]), self.plans[index]

    def recheck(self):
        """Whether a cell that the program could not foresee is answered alike from the snapshot."""
        index = self.followers[int.from_bytes(os.urandom(4), "little") % len(self.followers)]
        answer, body = self.ask([index], 2 * self.limits.timeout_ms, True)
        return len(answer["outcomes"]) == 1 and body == self.reports[index].outcomes

    def ask(self, indexes, timeout_ms, alone):
        header = {"op": "batch", "timeoutMs": timeout_ms, "memoryMib": self.limits.memory_mib, "alone": alone}
        return ask(header, self.program, *[self.plans[index] for index in indexes])

    def run_cells(self, pending, shorten):
        limits = self.limits
        most = limits.give_up_after_timeouts if shorten else None
        while pending:
            if most and self.timeouts >= most:
                for index in pending:
                    self.reports[index] = PlanReport(None, "not-run")
                return
            short = shorten and self.timeouts > 0
            answer, body = self.ask(pending, self.short_limit if short else limits.timeout_ms, self.alone)
            at = 0
            for index, size, follows in zip(pending, answer["outcomes"], answer["follows"]):
                self.reports[index] = PlanReport(body[at:at + size])
                at += size
                if follows:
                    self.followers.append(index)
            pending = pending[len(answer["outcomes"]):]
            if not pending or answer["kind"] == DONE:
                continue
            if answer["kind"] == KILLED and pending[0] not in self.killed:
                # Not of its own doing: the system, or somebody outside. It runs again, once.
                self.killed.add(pending[0])
                continue
            index, pending = pending[0], pending[1:]
            self.record(index, answer, short)

    def record(self, index, answer, short):
        kind = answer["kind"]
        if kind in (DIED, KILLED):
            self.reports[index] = PlanReport(None, DIED, detail_of(answer))
            return
        self.reports[index] = PlanReport(None, kind)
        if kind == TIMEOUT:
            self.timeouts += 1
            if short:
                self.shortened.append(index)


judge = Judge(WasmHost())
#: The runner's modules, which the judge imports from as it goes; no program and no test ever shares this interpreter.
own_modules = {}


def _settle():
    sys.modules.update(own_modules)
    sys.set_int_max_str_digits(20_000)


def add_suite(data):
    """Compiles a suite, ``{"id", "suite"}`` as JSON; gives ``{}``, or what went wrong with the judge itself."""
    _settle()
    message = json.loads(data)
    while len(judge.suites) >= MAX_SUITES:
        judge.forget_suite(next(iter(judge.suites)))
    return _answer(lambda: judge.add_suite(message["id"], message["suite"]) or {})


def run_job(data):
    """One job as JSON; its result, or ``unknown`` for a suite that is not, or no longer, known here."""
    _settle()
    job = json.loads(data)
    suite = judge.suites.pop(job["suite"], None)
    if suite is None:
        return b'{"unknown":true}'
    # The one that was used last is the last to be forgotten.
    judge.suites[job["suite"]] = suite
    return _answer(lambda: {"ok": judge.run(job)})


def _answer(work):
    try:
        answer = work()
    except Exception as error:
        answer = {"error": "%s: %s" % (type(error).__name__, str(error)[:500])}
    return json.dumps(answer, separators=(",", ":")).encode("ascii")
