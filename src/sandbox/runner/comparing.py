"""Decides a cell from what the program answered: with CPython's own operators, on values that hold nothing of the program's.

``compare(test, data)`` gives ``(verdict, detail, output, weak)``; the verdict is None where the values cannot stand for those in
the program's process, so that the test belongs to the together lane.
"""

import builtins
from decimal import Decimal, InvalidOperation

from calls import compare_calls, exception_of
from canonical import canonical_text
from decoding import CodecError, Decoder
from whitelist import BUILTINS

PASS, FAIL, ERROR, MEMORY = "pass", "fail", "error", "out-of-memory"
LONGEST_DETAIL = 500
SAFE = {name: getattr(builtins, name) for name in BUILTINS}


class Raised(Exception):
    """What a call of the program's raised, where the comparison asks for its value."""

    def __init__(self, answer):
        super().__init__()
        self.answer = answer


class Values(dict):
    """The comparison's namespace; a step that raised raises again when it is read."""

    def __init__(self, values, raised):
        super().__init__(values, __builtins__={**SAFE, "AssertionError": AssertionError})
        self.raised = raised

    def __missing__(self, name):
        if name in self.raised:
            raise Raised(self.raised[name])
        raise KeyError(name)


class Iterator:
    """In place of an iterator of the program's, which equals nothing but itself. Whatever else a comparison does with it fails."""

    def _fail(self, *_):
        raise TypeError("an iterator of the program's")

    __iter__ = __hash__ = __str__ = __repr__ = __format__ = _fail
    __class__ = property(_fail)


def compare(test, data):
    if test.kind == "stdio":
        return compare_output(test, data)
    if test.kind == "calls":
        return compare_calls(test, data)
    tag = data[:1]
    if tag == b"t":
        return None, None, None, True
    if tag == b"u" or tag not in (b"v", b"e", b"o", b"m", b"i"):
        return ERROR, data[1:].decode("utf-8", "replace") or "the program's answer cannot be read", None, False
    if tag == b"o":
        return MEMORY, "the program ran out of memory", None, False
    decoder = Decoder(data[1:])
    try:
        values, raised = ({"_0": Iterator()}, {}) if data == b"i" else _by_step(test, tag, data, decoder.decode())
    except (CodecError, ValueError, TypeError):
        return ERROR, "the program's answer cannot be read", None, False
    output = None if tag == b"i" else "; ".join(map(canonical_text, values.values())) or None
    # Of a test in the together lane: the output of its constant calls.
    if test.kind == "together" or decoder.has_nan or decoder.has_sets and not test.comparison.orderless:
        return None, None, output, True
    verdict, detail = _run(test.comparison.code, Values(values, raised))
    if tag == b"i" and verdict == ERROR or test.comparison.partial and verdict == PASS:
        return None, None, output, True
    return verdict, detail, output, test.comparison.weak and verdict in (PASS, FAIL)


def _by_step(test, tag, data, opened):
    """Values and exceptions by step."""
    if tag == b"v":
        return {"_0": opened}, {}
    if tag == b"e":
        # The same for each step where the program does not load.
        return {}, {"_%d" % at: data for at in range(max(1, len(test.steps)))}
    values, raised = {}, {}
    if len(opened) != len(test.steps):
        raise ValueError("answers of another test")
    for at, (value, answer) in enumerate(opened):
        if answer is None:
            values["_%d" % at] = value
        else:
            raised["_%d" % at] = answer
    return values, raised


def _run(code, namespace):
    if not namespace.raised.keys() <= set(code.co_names):
        # A program that does not load fails a test that asks it for nothing.
        return ERROR, _text(*exception_of(next(iter(namespace.raised.values()))))
    try:
        exec(code, namespace)
    except Raised as raised:
        return ERROR, _text(*exception_of(raised.answer))
    except AssertionError as error:
        return FAIL, _text("AssertionError", str(error))
    except MemoryError:
        return MEMORY, "the test ran out of memory"
    except BaseException as error:
        return ERROR, _text(type(error).__name__, str(error))
    return PASS, None


def _text(kind, message):
    return (kind[:200] + (": " + message if message else ""))[:LONGEST_DETAIL]


def compare_output(test, data):
    printed = data.decode("utf-8", "replace")
    good = (same_numbers if test.by_value else same_lines)(printed, test.expected)
    return (PASS, None) + (canonical_text(printed), False) if good else (FAIL, "wrong output", canonical_text(printed), False)


def same_lines(printed, expected):
    """As graders compare output: line ends and trailing blanks do not count."""
    mine, theirs = (text.replace("\r\n", "\n").rstrip() for text in (printed, expected))
    if mine.count("\n") != theirs.count("\n"):
        # What a program prints may be millions of lines.
        return False
    return all(one.rstrip() == other.rstrip() for one, other in zip(mine.split("\n"), theirs.split("\n")))


def same_numbers(printed, expected):
    """As LiveCodeBench compares: stripped lines, where ``1.0`` is ``1``."""
    mine, theirs = printed.strip(), expected.strip()
    if mine.count("\n") != theirs.count("\n"):
        return False
    return all(_same_line(*pair) for pair in zip(mine.split("\n"), theirs.split("\n")))


def _same_line(mine, theirs):
    if mine.strip() == theirs.strip():
        return True
    words = theirs.split()
    found = mine.split(None, len(words))
    if len(found) != len(words):
        return False
    try:
        return all(Decimal(one) == Decimal(other) for one, other in zip(found, words))
    except InvalidOperation:
        return False
