"""Tests that are calls: argument lists, and the answers that a benchmark's own rule accepts.

A body: ``target`` (``f``, or ``Solution.f`` for a method of a new object), ``inputs`` (JSON: a list of argument lists,
see ``plain``), ``only`` (the one of them to run, or a pair: those from one up to another), ``expected`` and
``comparison``. ``expected`` is a list of answers to choose from, each for all inputs:
``{"form": "json", "text"}`` values, or ``{"form": "recorded", "text"}`` outcomes as ``record`` wrote them for another
program. Without it the test accepts whatever values are returned, and its output is the record of them.
"""

import base64
import functools
import json
import math
import zlib

from bounds import Budget, OutOfGrammar, Raised
from canonical import canonical_text
from cell import MAX_ANSWER_BYTES
from codec import decode, encode
from equality import IDENTITIES, check_keys, same, truth
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


@functools.lru_cache(maxsize=1)
def read_inputs(text):
    """The argument lists; not to be changed, since the pieces of a test all hold the same text."""
    return plain(json.loads(text))


def chosen(items, only):
    if only is None:
        return items
    return [items[only]] if type(only) is int else items[only[0]:only[1]]


def read_expected(answers, only):
    """Per answer the list of its values' outcomes, as ``cell`` encodes them."""
    return None if answers is None else [_outcomes(answer["form"], answer["text"], only) for answer in answers]


@functools.lru_cache(maxsize=4)
def _recorded(text):
    return decode(zlib.decompress(base64.b64decode(text)))


def forget_texts():
    """Lets go of what was kept for the pieces of one test."""
    read_inputs.cache_clear()
    _recorded.cache_clear()


def _outcomes(form, text, only):
    if form == "json":
        return [b"v" + encode(value) for value in chosen(json.loads(text), only)]
    outcomes = _recorded(text)
    # A record of as many calls is one of these very calls.
    count = None if only is None else 1 if type(only) is int else only[1] - only[0]
    return outcomes if len(outcomes) == count else chosen(outcomes, only)


def judge_calls(test, data):
    """The cell of a ``calls`` test on the outcomes of its steps."""
    outcomes = split_outcomes(data, len(test.steps))
    if outcomes is None:
        return Cell(ERROR, "the program's answer cannot be read")
    if test.expected is None:
        return record(test, outcomes)
    if all(is_spelled_alike(test, index, outcome) for index, outcome in enumerate(outcomes)):
        return Cell(PASS)
    arguments = chosen(read_inputs(test.inputs), test.only) if test.comparison["rule"] == "root" else None
    weak = False
    for index, outcome in enumerate(outcomes):
        weak = weak or outcome[:1] == b"w"
        if is_spelled_alike(test, index, outcome):
            continue
        try:
            value = answer_of(outcome)
            expected = [answer_of(answer[index]) for answer in test.expected]
            if accepts(test.comparison, value, expected, arguments and arguments[index]):
                continue
            cell = Cell(FAIL, "input %d: returned %s, expected %s" % (index, _short(value), _short(expected[0])))
        except OutOfGrammar as problem:
            cell = Cell(ERROR, "input %d: %s" % (index, problem))
        except (Exception, OutOfMemory, Raised) as error:
            cell = failure_cell(error.error if isinstance(error, Raised) else error)
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


def is_spelled_alike(test, index, outcome):
    """Whether an answer has the bytes of the expected one, and those say that both are equal: nothing has to be decoded."""
    return outcome == test.expected[0][index] and test.comparison["rule"] != "root" and b"nan" not in outcome


class Live:
    """An object that stays in the candidate's process: it is there, and equal to nothing."""

    def __repr__(self):
        return "an object"


IDENTITIES.add(Live)


def answer_of(outcome):
    return Live() if outcome[:1] == b"l" else open_outcome(outcome, MAX_ANSWER_BYTES)


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


def equal(value, expected):
    # Answers are no larger than their encoding, and comparing is linear in it.
    return truth(same(value, expected, Budget(1 << 40, 1 << 40)))


def same_members(value, expected):
    mine, theirs = ([*value] if isinstance(value, ITERABLE) else None, [*expected])
    if mine is None:
        raise TypeError("'%s' object is not iterable" % type(value).__name__)
    return equal(set(check_keys(mine, Budget())), set(check_keys(theirs, Budget())))


RULES = {
    "equal": equal,
    "list-or-tuple": lambda value, expected: equal(list(value) if isinstance(value, tuple) else value, expected),
    "members": same_members,
    "presence": same_presence,
    "any": lambda value, expected: True,
}
ITERABLE = (list, tuple, str, bytes, bytearray, set, frozenset, dict, range)


def close_by_type(value, expected, tolerance):
    allowed = tolerance or (FLOAT_TOLERANCE if is_floats(expected) else 0)
    return allowed != 0 and type(value) is type(expected) and is_close(value, expected, allowed, set())


def is_floats(value):
    if isinstance(value, (list, tuple)):
        return len(value) > 0 and all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def is_close(value, expected, tolerance, known):
    """What ``numpy.allclose`` says of numbers in lists of one shape; anything else is not close.

    ``known``: pairs of lists that are close, or being looked at.
    """
    if isinstance(expected, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(expected):
            return False
        pair = (id(value), id(expected))
        if pair in known:
            return True
        known.add(pair)
        return all(is_close(one, other, tolerance, known) for one, other in zip(value, expected))
    if not isinstance(value, (int, float, complex)) or not isinstance(expected, (int, float, complex)):
        return False
    return bool(value == expected) or abs(value - expected) <= tolerance + RELATIVE_TOLERANCE * abs(expected) < math.inf


def _short(value):
    text = canonical_text(value)
    return text if len(text) <= 120 else text[:117] + "..."
