"""The verdict on one cell: a planned test and the outcomes of its calls, both known; nothing here asks a candidate."""

from canonical import canonical_text
from channel import CandidateGone
from codec import CodecError, decode
from extensions import EXTENSIONS
from planning import STEP
from purity import SAFE_BUILTINS
from remote import NeedsBeside, OutOfMemory, Unreadable, decode_exception, own_module, remote_exception

PASS, FAIL, ERROR, TIMEOUT, MEMORY, NOT_RUN = "pass", "fail", "error", "timeout", "out-of-memory", "not-run"
# A value larger than this is not looked at in the judge itself.
LARGE_VALUE = 64 * 1024
# Encoded values of these kinds are one small object each: comparing them takes no time worth a timer.
SCALAR_TAGS = frozenset((b"N", b"T", b"F", b"i", b"f", b"s", b"b"))


class Cell:
    """What is known of one (candidate, test) pair."""

    __slots__ = ("verdict", "detail", "output", "weak")

    def __init__(self, verdict, detail=None, output=None, weak=False):
        self.verdict, self.detail, self.output, self.weak = verdict, detail, output, weak


class TooSlow(BaseException):
    """A test's own computation is over its limit."""


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
    """The cell of a planned test on recorded outcomes."""
    return run_planned(test, outcomes) if test.comparison is None else compare(test, outcomes)


def run_planned(test, outcomes):
    # A helper of the program's that takes part in the decision makes it weak.
    helped = any(
        is_helper(step, test) and outcome[:1] in (b"v", b"w") for step, outcome in zip(test.steps, outcomes)
    )
    values, weak = {}, helped or any(outcome[:1] == b"w" for outcome in outcomes)

    def step(number):
        if number in values:
            return values[number]
        value = values[number] = open_outcome(outcomes[number])
        return value

    namespace = {"__builtins__": SAFE_BUILTINS, STEP: step}
    try:
        exec(test.planned_code, namespace)
        cell = Cell(PASS)
    except BaseException as error:
        if isinstance(error, TooSlow):
            raise
        cell = failure_cell(error)
    cell.weak = weak
    cell.output = output_of(test, outcomes)
    return cell


def needs_timer(test, outcomes):
    """Whether the evaluation could take long: not where one small value is compared with a literal, or raised."""
    outcome = outcomes[0]
    if test.comparison is None:
        return True
    return outcome[:1] != b"e" and (outcome[:1] not in (b"v", b"w") or outcome[1:2] not in SCALAR_TAGS)


def compare(test, outcomes):
    """What ``run_planned`` would say of a test that is one comparison, without running its code."""
    outcome, comparison = outcomes[0], test.comparison
    helped = outcome[:1] in (b"v", b"w") and is_helper(test.steps[0], test)
    text = None
    try:
        value = open_outcome(outcome)
        cell = Cell(PASS) if value == comparison.expected else Cell(FAIL, comparison.failure)
        text = canonical_text(value)
    except BaseException as error:
        if isinstance(error, TooSlow):
            raise
        cell = failure_cell(error)
    cell.weak = helped or outcome[:1] == b"w"
    cell.output = text
    return cell


def is_helper(step, test):
    return step[2] if step[0] == "eval" else step[0] == "call" and step[1] != test.entry_point


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


def open_outcome(outcome):
    """The value of an outcome; raises what the candidate raised."""
    kind, data = outcome[:1], outcome[1:]
    if kind in (b"v", b"w"):
        try:
            return decode_value(data)
        except CodecError as problem:
            raise Unreadable(str(problem))
    if kind == b"e":
        raise remote_exception(*decode_exception(data))
    if kind == b"m":
        return own_module(data.decode("utf-8", "replace"))
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
    detail = type(error).__name__
    try:
        message = str(error)
    except Exception:
        message = ""
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
