"""The judge: schedules a program's cells and says what became of each. It runs no code that a model wrote.

It asks its host to run programs and compare values, and needs nothing of the operating system. A message: ``{"job", "suite"?}``;
a job: ``{"code", "suite": <id>, "timeoutMs", "memoryMib", "giveUpAfterTimeouts"?, "stopAtFailure"?}``.
The answer: ``{"ok": {"verdicts", "outputs", "details", "weak"}}``, one entry per test;
``{"unknown": true}`` where the suite is not kept and not in the message; ``{"error": text}`` where the judge itself failed.
"""

import os
from typing import NamedTuple, Optional

from batch import Batch
from canonical import canonical_text
from cell import imported_names, redirects_imports
from channel import MEMORY, NOT_RUN, TIMEOUT, Ending, Limits
from suite import DEAR, Suite
from together_frames import verdict_of

PASS, ERROR = "pass", "error"
KILLED = "the program was killed by signal 9"
LONGEST_DETAIL = 20_000
TOKEN_BYTES = 32
# Bytes of remembered answers, over all suites.
MAX_MEMO_BYTES = 32 * 1024 * 1024
# Compiled suites that are kept, those that were used last.
MAX_SUITES = 64


class Cell(NamedTuple):
    """What is known of one (program, test) pair."""

    verdict: Optional[str]
    detail: Optional[str] = None
    output: Optional[str] = None
    weak: bool = False


class Judge:
    """Keeps suites and what it learned about answers; asks its host for the rest."""

    def __init__(self, host):
        self.host, self.suites, self.memo_bytes = host, {}, 0

    def answer(self, message):
        """What is said to a message."""
        job = message["job"]
        try:
            return {"ok": self.run(job)} if self.keep_suite(job["suite"], message.get("suite")) else {"unknown": True}
        except Exception as error:
            return {"error": "%s: %s" % (type(error).__name__, str(error)[:LONGEST_DETAIL])}

    def keep_suite(self, key, definition):
        """Whether the suite is kept now."""
        suite = self.suites.pop(key, None) or definition and Suite(definition)
        while suite and len(self.suites) >= MAX_SUITES:
            self.suites.pop(next(iter(self.suites)))
        if suite:
            self.suites[key] = suite
        return bool(suite)

    def run(self, job):
        key = job["suite"]
        self.preload(key, job["code"])
        cells = ProgramRun(self, key, (job["code"], self.suites[key].setup), Limits(job)).run()
        return {
            "verdicts": [cell.verdict for cell in cells],
            "outputs": [cell.output for cell in cells],
            "details": [cell.detail and cell.detail[:LONGEST_DETAIL] for cell in cells],
            "weak": [cell.weak for cell in cells],
        }

    def preload(self, key, code):
        """Loads once what would else be loaded for each process."""
        suite = self.suites[key]
        dear = DEAR.intersection((*suite.tops, *(name.partition(".")[0] for name in imported_names(code))))
        self.host.preload(frozenset((*suite.preload, *(() if redirects_imports(code) else dear))))

    def compare(self, key, wanted):
        """Cells by (test's index, answer), without a verdict where the lane is another. A verdict depends on these two alone, so it holds for every program."""
        suite = self.suites[key]
        found = {each: suite.memo[each] for each in wanted if each in suite.memo}
        unknown = [each for each in wanted if each not in found]
        if unknown:
            for each, known in zip(unknown, self.host.compare(self.suites, key, unknown)):
                found[each] = Cell(*known)
                self.remember(suite, each, found[each])
        return found

    def remember(self, suite, key, cell):
        self.memo_bytes += 200 + len(key[1])
        if self.memo_bytes > MAX_MEMO_BYTES:
            self.memo_bytes = 0
            for other in self.suites.values():
                other.memo.clear()
        suite.memo[key] = cell


class ProgramRun:
    """One program against one suite."""

    def __init__(self, judge, key, program, limits):
        self.judge, self.host, self.key, self.suite = judge, judge.host, key, judge.suites[key]
        self.program, self.limits, self.timeouts = program, limits, 0

    def run(self):
        tests = self.suite.tests
        reports = self.run_plans() if self.suite.plans else []
        cells = self.decide(reports)
        stops = self.limits.stop_at_failure
        over = stops and any(cell and cell.verdict != PASS for cell in cells)
        late = {plan for plan, report in enumerate(reports) if type(report) is Ending and report.kind == TIMEOUT}
        for index, test in enumerate(tests):
            if cells[index] is None:
                cells[index] = Cell(NOT_RUN) if over else self.run_alone(test)
                self.timeouts += cells[index].verdict == TIMEOUT
                over = stops and (over or cells[index].verdict != PASS)
                if cells[index].output is None and test.plan is not None:
                    cells[index] = cells[index]._replace(output=self.output_of(index, reports[test.plan]))
            # Once a plan, and only for the tests behind it: what is asked last, such as probes, ends no test before it.
            if test.plan in late:
                late.discard(test.plan)
                self.timeouts += 1
        return cells

    def run_plans(self):
        suite = self.suite
        # Where nothing is asked twice, an answer can be judged as soon as it is there.
        stops = self.limits.stop_at_failure and suite.official and all(test.kind == "calls" for test in suite.tests)

        def answer(indexes, *seconds):
            return self.host.answer_cells(self.program, [suite.plans[index].data for index in indexes], seconds, self.limits)

        return Batch(answer, suite.plans, self.limits, suite.official, self.fails if stops else None).run()

    def fails(self, plan, report):
        """Whether a test of this plan is no pass."""
        wanted = [(at, report) for at, test in enumerate(self.suite.tests) if test.plan == plan]
        ended = self.ended(report)
        cells = [ended] if ended else self.judge.compare(self.key, wanted).values()
        return any(cell.verdict not in (PASS, None) for cell in cells)

    def decide(self, reports):
        """The cells that the value lane decides; None for the others."""
        cells, asked = [None] * len(self.suite.tests), {}
        for index, test in enumerate(self.suite.tests):
            if test.kind not in ("value", "calls"):
                continue
            report = reports[test.plan]
            cells[index] = ended = self.ended(report)
            if ended is None:
                asked[index] = (index, report)
            elif test.kind == "value" and test.comparison.lazy and ended.verdict in (TIMEOUT, ERROR):
                # CPython may never have made the call that did it.
                cells[index] = None
        found = self.judge.compare(self.key, list(asked.values())) if asked else {}
        for index, each in asked.items():
            cells[index] = found[each]
        return [cell if cell and cell.verdict else None for cell in cells]

    def output_of(self, index, report):
        """The output of a test in the together lane: that of its constant calls, where they are plain."""
        if self.ended(report) or report[:1] not in (b"v", b"m"):
            return None
        return self.judge.compare(self.key, [(index, report)])[index, report].output

    @staticmethod
    def ended(report):
        """The cell of a process that ended without an answer; None where there is one."""
        if type(report) is bytes:
            return None
        if report.kind in (TIMEOUT, NOT_RUN):
            return Cell(report.kind)
        if report.kind == MEMORY:
            return Cell(MEMORY, "the program's processes hold too much memory")
        return Cell(ERROR, report.describe())

    def run_alone(self, test):
        most = self.limits.give_up_after_timeouts
        if most and self.timeouts >= most:
            return Cell(NOT_RUN)
        if test.kind == "broken":
            return Cell(ERROR, test.problem)
        run = self.run_script if test.kind == "stdio" else self.run_together
        cell = run(test)
        # Killed, and not by us: the system, or somebody outside. A program that kills itself does so again.
        return run(test) if cell.detail == KILLED else cell

    def run_together(self, test):
        missing = [name for name in self.host.missing if name in self.suite.preload]
        if missing:
            # No word about the program: what the tests are about is not there.
            return Cell(NOT_RUN, "the sandbox lacks the Python package %s" % ", ".join(missing))
        token = os.urandom(TOKEN_BYTES)
        frames, ending = self.host.run_together(self.program, test, token, self.limits)
        verdict, detail = verdict_of(frames, ending, token)
        return Cell(verdict, detail, None, True)

    def run_script(self, test):
        stdin = test.stdin.encode("utf-8", "surrogatepass")
        ending, stdout, stderr = self.host.run_script(self.program, stdin, self.limits)
        stderr = stderr.decode("utf-8", "replace").strip()
        if ending == Ending("exited", 1) and stderr.startswith("MemoryError"):
            ending = Ending(MEMORY)
        if ending.kind in (TIMEOUT, MEMORY):
            return Cell(ending.kind)
        if stdout is None:
            return Cell(ERROR, "the program wrote more than the sandbox keeps")
        if ending != Ending("exited"):
            why = (stderr or "exit code %d" % ending.status) if ending == Ending("exited", ending.status) else ending.describe()
            return Cell(ERROR, why, canonical_text(stdout.decode("utf-8", "replace")))
        key = (self.suite.tests.index(test), stdout)
        return self.judge.compare(self.key, [key])[key]
