"""The verdict on one cell: a planned test and the outcomes of its calls, both known; nothing here asks a candidate."""

from actors import Module
from bounds import Budget, OutOfGrammar, Raised
from canonical import canonical_text
from channel import CandidateGone
from codec import MAX_BYTES, CodecError, decode
from equality import same, truth
from error_texts import error_text
from extensions import EXTENSIONS
from interpreter import NoOracle, TestFailed, run_script
from remote import NeedsBeside, OutOfMemory, Unreadable, decode_exception, remote_exception

PASS, FAIL, ERROR, TIMEOUT, MEMORY, NOT_RUN = "pass", "fail", "error", "timeout", "out-of-memory", "not-run"
class Cell:
    """What is known of one (candidate, test) pair."""

    __slots__ = ("verdict", "detail", "output", "weak")

    def __init__(self, verdict, detail=None, output=None, weak=False):
        self.verdict, self.detail, self.output, self.weak = verdict, detail, output, weak


def split_outcomes(data, count):
    if count == 1:
        return [data]
    try:
        outcomes = decode(data)
    except CodecError:
        return [data] * count if data[:1] == b"u" else None
    if type(outcomes) is list and len(outcomes) == count and all(type(item) is bytes for item in outcomes):
        return outcomes
    return None


def evaluate(test, outcomes):
    """The cell of a planned test on recorded outcomes; None where the test leaves the grammar on them."""
    try:
        return run_planned(test, outcomes) if test.comparison is None else compare(test, outcomes)
    except (OutOfGrammar, RecursionError):
        return None


class Recorded(NoOracle):
    """The oracle of a planned test: what its calls gave, each opened once."""

    def __init__(self, outcomes):
        self.outcomes, self.values = outcomes, {}

    def step(self, number):
        if number not in self.values:
            outcome = self.outcomes[number]
            if outcome[:1] == b"m":
                if outcome[1:] != b"math":
                    raise OutOfGrammar("a module")
                self.values[number] = Module("math")
            else:
                self.values[number] = open_outcome(outcome)
        return self.values[number]


def run_planned(test, outcomes):
    if any(outcome[:1] == b"l" for outcome in outcomes):
        raise OutOfGrammar("an object that stays in the program")
    # A name of the program's that takes part in the decision makes it weak.
    helped = any(
        is_helper(step, test) and outcome[:1] in (b"v", b"w") for step, outcome in zip(test.steps, outcomes)
    )
    try:
        weak = run_script(test.script, Recorded(outcomes))
        cell = Cell(PASS)
    except TestFailed as failed:
        cell, weak = failure_cell(failed.error), failed.weak
    except OutOfMemory as error:
        cell, weak = failure_cell(error), False
    cell.weak = weak or helped or any(outcome[:1] == b"w" for outcome in outcomes)
    cell.output = output_of(test, outcomes)
    return cell


def compare(test, outcomes):
    """What ``run_planned`` would say of a test that is one comparison, without its script."""
    outcome, comparison = outcomes[0], test.comparison
    if outcome[:1] in (b"l", b"m"):
        raise OutOfGrammar("an object that stays in the program")
    helped = outcome[:1] in (b"v", b"w") and is_helper(test.steps[0], test)
    text = None
    try:
        value = open_outcome(outcome)
        cell = Cell(PASS) if truth(same(value, comparison.expected, Budget(1 << 40, 1 << 40))) else Cell(FAIL, comparison.failure)
        text = canonical_text(value)
    except Raised as raised:
        cell, text = failure_cell(raised.error), canonical_text(value)
    except (Exception, OutOfMemory) as error:
        cell = failure_cell(error)
    cell.weak = helped or outcome[:1] == b"w"
    cell.output = text
    return cell


def is_helper(step, test):
    return step[2] if step[0] == "eval" else step[1] != test.entry_point


def output_of(test, outcomes):
    """Canonical text of the values that the calls returned; from the bytes, since a test may change a value."""
    texts = []
    for step, outcome in zip(test.steps, outcomes):
        if step[0] != "name" and outcome[:1] in (b"v", b"w"):
            try:
                texts.append(canonical_text(decode_value(outcome[1:])))
            except CodecError:
                pass
    return "; ".join(texts) if texts else None


def decode_value(data):
    return decode(data, None, EXTENSIONS)


def open_outcome(outcome, most=MAX_BYTES):
    """The value of an outcome of at most so many bytes; raises what the candidate raised."""
    kind, data = outcome[:1], outcome[1:]
    if len(data) > most:
        raise Unreadable("larger than %d bytes" % most)
    if kind in (b"v", b"w"):
        try:
            return decode_value(data)
        except CodecError as problem:
            raise Unreadable(str(problem))
    if kind == b"e":
        raise remote_exception(*decode_exception(data))
    if kind == b"m":
        raise Unreadable("the program's answer is a module")
    if kind == b"o":
        raise OutOfMemory()
    raise Unreadable(data.decode("utf-8", "replace"))


def failure_cell(error):
    """The verdict on a test that raised."""
    if isinstance(error, OutOfMemory):
        return Cell(MEMORY, "the program ran out of memory")
    if isinstance(error, CandidateGone):
        return Cell("gone")
    if isinstance(error, NeedsBeside):
        return Cell("beside")
    if isinstance(error, MemoryError):
        return Cell(MEMORY, "the test ran out of memory")
    detail = type(error).__name__[:200]
    message = error_text(error)
    if message:
        detail += ": " + message[:500]
    if isinstance(error, AssertionError) and not getattr(error, "from_candidate", False):
        return Cell(FAIL, detail)
    return Cell(ERROR, detail)


def ended_cell(report):
    if report.ended == "died":
        return Cell(ERROR, report.detail or "the program ended its own process")
    return Cell(report.ended, report.detail)


def gone_cell(ending):
    kind, status, text = ending
    if kind in (TIMEOUT, MEMORY):
        return Cell(kind)
    return Cell(ERROR, text)
