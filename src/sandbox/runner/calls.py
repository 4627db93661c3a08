"""Tests that are calls: argument lists, and the answers that a benchmark's own rule accepts.

A body: ``target`` (``f``, or ``Solution.f`` for a method of a new object), ``inputs`` (JSON: a list of argument lists,
see ``plain``), ``only`` (the one of them to run), ``expected`` and ``comparison``. ``expected`` is a list of answers to choose from, each for all inputs:
``{"form": "json", "text"}`` values, or ``{"form": "recorded", "text"}`` outcomes as ``record`` wrote them for another
program. Without it the test accepts whatever values are returned, and its output is the record of them.
"""

import base64
import json
import math
import zlib

from canonical import canonical_text
from cell import MAX_ANSWER_BYTES
from codec import decode, encode
from remote import OutOfMemory
from verdict import ERROR, FAIL, PASS, Cell, failure_cell, open_outcome, split_outcomes

# Answers of a reference that are larger than this together get a cell each.
MAX_SHARED_BYTES = 4 * 1024 * 1024
RELATIVE_TOLERANCE = 1e-7
# What EvalPlus allows where a task names no tolerance and floats are expected.
FLOAT_TOLERANCE = 1e-6


def plain(value):
    """A JSON value; an object of one key ``@tuple``, ``@set``, ``@complex`` or ``@dict`` is what JSON cannot say."""
    if type(value) is list:
        return [plain(item) for item in value]
    if type(value) is not dict:
        return value
    if len(value) == 1:
        ((key, inner),) = value.items()
        if key == "@tuple":
            return tuple(plain(item) for item in inner)
        if key == "@set":
            return {plain(item) for item in inner}
        if key == "@complex":
            return complex(inner)
        if key == "@float":
            return float(inner)
        if key == "@dict":
            return {plain(name): plain(item) for name, item in inner}
    return {key: plain(item) for key, item in value.items()}


def read_inputs(text):
    return plain(json.loads(text))


def chosen(items, only):
    return items if only is None else [items[only]]


def read_expected(answers, only):
    """Per answer the list of its values' outcomes, as ``cell`` encodes them."""
    return None if answers is None else [_outcomes(answer["form"], answer["text"], only) for answer in answers]


def _outcomes(form, text, only):
    if form == "json":
        return [b"v" + encode(value) for value in chosen(json.loads(text), only)]
    outcomes = decode(zlib.decompress(base64.b64decode(text)))
    # A record of one call is one of this very call.
    return outcomes if len(outcomes) == 1 else chosen(outcomes, only)


def judge_calls(test, data):
    """The cell of a ``calls`` test on the outcomes of its steps."""
    if is_as_recorded(test, data):
        return Cell(PASS)
    outcomes = split_outcomes(data, len(test.steps))
    if outcomes is None:
        return Cell(ERROR, "the program's answer cannot be read")
    if test.expected is None:
        return record(test, outcomes)
    arguments = chosen(read_inputs(test.inputs), test.only) if test.comparison["rule"] == "root" else None
    weak = False
    for index, outcome in enumerate(outcomes):
        weak = weak or outcome[:1] == b"w"
        try:
            value = answer_of(outcome)
            expected = [answer_of(answer[index]) for answer in test.expected]
            if accepts(test.comparison, value, expected, arguments and arguments[index]):
                continue
            cell = Cell(FAIL, "input %d: returned %s, expected %s" % (index, _short(value), _short(expected[0])))
        except (Exception, OutOfMemory) as error:
            cell = failure_cell(error)
            cell.detail = "input %d: %s" % (index, cell.detail)
        cell.weak = weak
        return cell
    return Cell(PASS, None, None, weak)


def record(test, outcomes):
    """Outcomes as text that ``read_expected`` reads again; an error where a call raised."""
    if len(outcomes) > 1 and sum(map(len, outcomes)) > MAX_SHARED_BYTES:
        return Cell(ERROR, "the answers are too large for one cell")
    for index, outcome in enumerate(outcomes):
        if outcome[:1] in (b"v", b"w") or outcome[:1] == b"l" and test.comparison["rule"] in ("presence", "any"):
            continue
        try:
            open_outcome(outcome)
        except BaseException as error:
            cell = failure_cell(error)
            cell.detail = "input %d: %s" % (index, cell.detail)
            return cell
        return Cell(ERROR, "input %d: returned an object that cannot be written down" % index)
    data = encode([bytes(outcome) for outcome in outcomes], limit=2 * MAX_ANSWER_BYTES)
    return Cell(PASS, None, base64.b64encode(zlib.compress(data, 1)).decode("ascii"))


def is_as_recorded(test, data):
    """Whether the answers are spelled as the expected ones; then nothing has to be decoded."""
    if test.expected is None or test.comparison["rule"] == "root":
        return False
    outcomes = split_outcomes(data, len(test.steps))
    return outcomes == test.expected[0] and not any(b"nan" in outcome for outcome in outcomes)


class Live:
    """An object that stays in the candidate's process: it is there, and equal to nothing."""

    def __repr__(self):
        return "an object"


def answer_of(outcome):
    return Live() if outcome[:1] == b"l" else open_outcome(outcome)


def accepts(comparison, value, expected, arguments):
    rule, tolerance = comparison["rule"], comparison.get("tolerance")
    if rule == "root":
        # Any root of the polynomial will do. The reference's own counts whatever this machine's pow makes of it: a step of
        # one in the last place can carry an ill-conditioned polynomial beyond the tolerance.
        if any(RULES["equal"](value, one) for one in expected):
            return True
        return abs(sum(factor * math.pow(value, power) for power, factor in enumerate(arguments[0]))) <= tolerance
    if any(RULES[rule](value, one) for one in expected):
        return True
    return tolerance is not None and close_by_type(value, expected[0], tolerance)


def same_presence(value, expected):
    wanted = expected if isinstance(expected, bool) else expected is not None
    return (value if isinstance(value, bool) else value is not None) == wanted


RULES = {
    "equal": lambda value, expected: bool(value == expected),
    "list-or-tuple": lambda value, expected: bool((list(value) if isinstance(value, tuple) else value) == expected),
    "members": lambda value, expected: set(value) == set(expected),
    "presence": same_presence,
    "any": lambda value, expected: True,
}


def close_by_type(value, expected, tolerance):
    allowed = tolerance or (FLOAT_TOLERANCE if is_floats(expected) else 0)
    return allowed != 0 and type(value) is type(expected) and is_close(value, expected, allowed)


def is_floats(value):
    if isinstance(value, (list, tuple)):
        return len(value) > 0 and all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def is_close(value, expected, tolerance):
    """What ``numpy.allclose`` says of numbers in lists of one shape; anything else is not close."""
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(value, (list, tuple))
            and len(value) == len(expected)
            and all(is_close(*pair, tolerance) for pair in zip(value, expected))
        )
    if not isinstance(value, (int, float, complex)) or not isinstance(expected, (int, float, complex)):
        return False
    return bool(value == expected) or abs(value - expected) <= tolerance + RELATIVE_TOLERANCE * abs(expected) < math.inf


def _short(value):
    text = canonical_text(value)
    return text if len(text) <= 120 else text[:117] + "..."
