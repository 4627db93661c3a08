"""The judge side: runs tests' own expressions on values that the candidate side answered.

``Judge(host).run(job)`` needs a ``channel.CandidateHost`` and nothing of the operating system.
A job: ``{"code", "suite": <id>, "timeoutMs", "memoryMib", "giveUpAfterTimeouts"?}``; suites are added once with
``add_suite(id, definition)``. The result: ``{"verdicts", "outputs", "details", "weak"}``, one entry a test.
"""

import builtins
import types

from calls import is_as_recorded, judge_calls
from canonical import canonical_text
from channel import Limits
from codec import decode, encode
from planning import CANDIDATE
from purity import SAFE_BUILTINS
from remote import NeedsIsolation, Talk
from suite import Suite, is_installed
from verdict import (
    ERROR,
    FAIL,
    LARGE_VALUE,
    NOT_RUN,
    PASS,
    TIMEOUT,
    Cell,
    TooSlow,
    ended_cell,
    evaluate,
    failure_cell,
    gone_cell,
    needs_timer,
    split_outcomes,
)
from whole_cell import run_whole_cell

GONE = ("the program was killed by signal 9", "the test ended its own process")
# Bytes of many calls' answers beyond which they are looked at in a copy of the judge.
LARGE_ANSWERS = 1024 * 1024
# Bytes of remembered outcomes, over all suites.
MAX_MEMO_BYTES = 32 * 1024 * 1024
MAX_SUITES = 64


class Judge:
    """Keeps suites and what it learned about values; asks its host to run candidates."""

    def __init__(self, host, guard):
        #: ``guard(seconds)``: a context that raises ``purity timeouts`` in slow pure tests.
        self.host, self.guard = host, guard
        self.suites = {}
        self.memo_bytes = 0

    def remember(self, suite, key, cell):
        """Keeps a verdict on (test, outcome) for other candidates."""
        self.memo_bytes += 200 + len(key[1])
        if self.memo_bytes > MAX_MEMO_BYTES:
            self.memo_bytes = 0
            for other in self.suites.values():
                other.memo.clear()
        suite.memo[key] = cell

    def add_suite(self, key, definition):
        while len(self.suites) >= MAX_SUITES:
            self.suites.pop(next(iter(self.suites)))
        self.suites[key] = Suite(definition)

    def run(self, job):
        suite = self.suites[job["suite"]]
        limits = Limits(
            job["timeoutMs"], job["memoryMib"], job.get("giveUpAfterTimeouts"), job.get("neverShorten", False)
        )
        self.host.preload(suite.preload)
        cells = CandidateRun(self, suite, (job["code"], suite.setup), limits).run()
        return {
            "verdicts": [cell.verdict for cell in cells],
            "outputs": [cell.output for cell in cells],
            "details": [cell.detail for cell in cells],
            "weak": [index for index, cell in enumerate(cells) if cell.weak],
        }


class CandidateRun:
    """One candidate against one suite."""

    def __init__(self, judge, suite, program, limits):
        self.judge, self.suite, self.program, self.limits = judge, suite, program, limits
        self.host = judge.host
        self.timeouts = 0

    def run(self):
        cells = [None] * len(self.suite.tests)
        reports = self.host.run_batch(self.program, self.suite.plans, self.limits) if self.suite.plans else []
        self.timeouts = sum(report.ended == TIMEOUT for report in reports)
        for index, test in enumerate(self.suite.tests):
            if test.kind == "planned":
                cells[index] = self.judge_planned(index, test, reports[test.plan])
            elif test.kind == "calls":
                cells[index] = self.judge_calls(test, reports[test.plan])
        for index, test in enumerate(self.suite.tests):
            if cells[index] is None:
                cells[index] = self.run_alone(test)
                self.timeouts += cells[index].verdict == TIMEOUT
        return cells

    def run_alone(self, test):
        most = self.limits.give_up_after_timeouts
        if most and self.timeouts >= most:
            return Cell(NOT_RUN)
        if test.kind == "broken":
            return Cell(ERROR, test.problem)
        cell = self.run_process(test)
        # Killed, and not by us: the system, or somebody outside. A program that kills itself does so again.
        return self.run_process(test) if cell.detail in GONE else cell

    def run_process(self, test):
        if test.kind == "stdio":
            return self.run_script(test)
        if test.kind == "whole":
            return run_whole_cell(self.host, self.program, test, self.limits)
        return self.converse(test, isolated=test.kind == "general")

    def judge_planned(self, index, test, report):
        if report.ended is not None:
            return ended_cell(report)
        # The verdict depends on test and outcome alone, so it holds for every candidate.
        cell = self.judge_outcome(index, test, report)
        return self.judge_tail(test, cell) if test.tail is not None and cell and cell.verdict == PASS else cell

    def judge_calls(self, test, report):
        if report.ended is not None:
            return ended_cell(report)
        if len(report.outcomes) > LARGE_ANSWERS and not is_as_recorded(test, report.outcomes):
            return self.isolated(lambda: judge_calls(test, report.outcomes))
        try:
            with self.judge.guard(10.0):
                return judge_calls(test, report.outcomes)
        except TooSlow:
            return Cell(TIMEOUT, "comparing the answers took too long")

    def judge_tail(self, test, cell):
        """What follows the assertions runs once for all candidates, since it concerns none."""
        if test.tail_cell is None:
            test.tail_cell = self.isolated(lambda: run_tail(test))
        return cell if test.tail_cell.verdict == PASS else test.tail_cell

    def judge_outcome(self, index, test, report):
        key = (index, report.outcomes)
        memo = self.suite.memo
        if key in memo:
            return memo[key]
        outcomes = split_outcomes(report.outcomes, len(test.steps))
        if outcomes is None:
            cell = Cell(ERROR, "the program's answer cannot be read")
        elif any(outcome[:1] == b"l" for outcome in outcomes):
            cell = None
        elif len(report.outcomes) > LARGE_VALUE:
            return self.isolated(lambda: evaluate(test, outcomes))
        else:
            cell = self.judge_values(test, outcomes)
        self.judge.remember(self.suite, key, cell)
        return cell

    def judge_values(self, test, outcomes):
        if not needs_timer(test, outcomes):
            return evaluate(test, outcomes)
        try:
            with self.judge.guard(2.0):
                return evaluate(test, outcomes)
        except TooSlow:
            return Cell(TIMEOUT, "the test itself took too long")

    def isolated(self, function, seconds_for_test=None):
        """Runs ``function`` -> Cell in a throw-away copy of the judge."""

        def work():
            cell = function()
            return encode((cell.verdict, cell.detail, cell.output, cell.weak))

        report = self.host.isolate(work, self.limits)
        if report.ended is not None:
            return ended_cell(report)
        return Cell(*decode(report.outcomes))

    def converse(self, test, isolated):
        """Runs a test with proxies that ask the candidate; in a copy of the judge where that is called for."""
        for name in test.imports:
            if is_installed(name):
                _import_quietly(name)
        session = self.host.open_session(self.program, self.limits)
        try:
            if isolated:
                cell = self.isolated(lambda: self.run_with_proxies(test, session, None))
            else:
                with self.judge.guard(self.limits.timeout_ms / 1000.0 + 2.0):
                    cell = self.run_with_proxies(test, session, LARGE_VALUE)
        except TooSlow:
            cell = Cell(TIMEOUT, "the test itself took too long")
        except NeedsIsolation:
            cell = None
        finally:
            gone = session.close()
        if cell is None:
            return self.converse(test, True)
        if cell.verdict == "gone":
            return gone_cell(gone)
        if cell.verdict == "beside":
            return Cell(ERROR, "the test hands the program an object that cannot leave the judge", None, True)
        return cell

    def run_with_proxies(self, test, session, largest):
        talk = Talk(session, self.suite.entry_point, largest)
        try:
            talk.load()
            namespace = self.namespace(test, talk)
            run_test_code(test, namespace)
            cell = Cell(PASS)
        except BaseException as error:
            if isinstance(error, (TooSlow, NeedsIsolation)):
                raise
            cell = failure_cell(error)
        cell.output = "; ".join(talk.outputs) if talk.outputs else None
        cell.weak = cell.weak or talk.weak
        return cell

    def namespace(self, test, talk):
        namespace = {"__builtins__": builtins if test.kind == "general" else dict(SAFE_BUILTINS)}
        namespace["__name__"] = "candidate_test"
        for name in test.free:
            try:
                value = namespace[name] = talk.name(name)
            except NameError:
                continue
            # A helper of the program's takes part in the decision.
            talk.weak = talk.weak or isinstance(value, types.FunctionType)
        if self.suite.entry_point:
            namespace[self.suite.entry_point] = talk.function(self.suite.entry_point)
        namespace[CANDIDATE] = CandidateModule(talk)
        return namespace

    def run_script(self, test):
        report = self.host.run_script(self.program, test.stdin.encode("utf-8", "surrogatepass"), self.limits)
        if report.ended is not None:
            return ended_cell(report)
        if report.stdout is None:
            return Cell(ERROR, "the program wrote more than the sandbox keeps")
        printed = report.stdout.decode("utf-8", "replace")
        output = canonical_text(printed)
        if report.exit_code != 0:
            return Cell(ERROR, report.stderr_tail or "exit code %d" % report.exit_code, output)
        if (same_numbers if test.by_value else same_lines)(printed, test.expected):
            return Cell(PASS, None, output)
        return Cell(FAIL, "wrong output", output)


class CandidateModule(types.ModuleType):
    """What ``from solution import f`` of a test means: the candidate's module."""

    def __init__(self, talk):
        super().__init__("candidate")
        object.__setattr__(self, "_talk", talk)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        talk = object.__getattribute__(self, "_talk")
        if name == talk.entry_point:
            return talk.function(name)
        try:
            return talk.name(name)
        except NameError:
            raise AttributeError(name)


def comparable(text):
    """Output as graders compare it: line ends and trailing blanks do not count."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def same_lines(printed, expected):
    return comparable(printed) == comparable(expected)


def same_numbers(printed, expected):
    """As LiveCodeBench compares: stripped lines, where ``1.0`` is ``1``."""
    mine, theirs = printed.strip().split("\n"), expected.strip().split("\n")
    return len(mine) == len(theirs) and all(_same_line(*pair) for pair in zip(mine, theirs))


def _same_line(mine, theirs):
    if mine.strip() == theirs.strip():
        return True
    from decimal import Decimal, InvalidOperation

    try:
        return [Decimal(word) for word in mine.split()] == [Decimal(word) for word in theirs.split()]
    except InvalidOperation:
        return False


def run_tail(test):
    try:
        exec(test.tail, {"__builtins__": builtins, "__name__": "candidate_test"})
        return Cell(PASS)
    except BaseException as error:
        return failure_cell(error)


def run_test_code(test, namespace):
    if test.method is None:
        exec(test.code, namespace)
        return
    import unittest_cell

    unittest_cell.run_method(test, namespace)


def _import_quietly(name):
    try:
        __import__(name)
    except Exception:
        pass
