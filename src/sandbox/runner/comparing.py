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
    """The comparison's namespace, with the steps by their numbers: values, or what they raised."""

    def __init__(self, steps):
        super().__init__(__builtins__={**SAFE, "AssertionError": AssertionError})
        self.steps, self.read = steps, 0
        #: Whether a step was read after another that was not: CPython never made that call, and it may have changed this one.
        self.skipped = False

    def __missing__(self, name):
        if not name.isdigit():
            raise KeyError(name)
        value, answer = self.steps[int(name)]
        self.skipped = self.skipped or int(name) != self.read
        self.read += 1
        if answer is not None:
            raise Raised(answer)
        return value


def compare(test, data):
    if test.kind == "stdio":
        return compare_output(test, data)
    if test.kind == "calls":
        return compare_calls(test, data)
    tag = data[:1]
    if tag == b"t":
        return None, None, None, True
    if tag == b"u" or tag not in (b"v", b"e", b"o", b"m"):
        return ERROR, data[1:].decode("utf-8", "replace") or "the program's answer cannot be read", None, False
    if tag == b"o":
        return MEMORY, "the program ran out of memory", None, False
    decoder = Decoder(data[1:])
    try:
        steps = _by_step(test, tag, data, decoder.decode())
    except (CodecError, ValueError, TypeError):
        return ERROR, "the program's answer cannot be read", None, False
    output = "; ".join(canonical_text(value) for value, answer in steps if answer is None) or None
    # Of a test in the together lane: the output of its constant calls.
    if test.kind == "together" or decoder.has_nan or decoder.has_sets and not test.comparison.orderless:
        return None, None, output, True
    if len(steps) > len(test.steps):
        # A program that does not load fails a test that asks it for nothing.
        return ERROR, _text(*exception_of(data)), output, False
    namespace = Values(steps)
    verdict, detail = _run(test.comparison.code, namespace)
    if verdict is None or namespace.skipped or test.comparison.partial and verdict == PASS:
        return None, None, output, True
    return verdict, detail, output, test.comparison.weak and verdict in (PASS, FAIL)


def _by_step(test, tag, data, opened):
    """The value and the exception of each step, one of them None."""
    if tag == b"v":
        return [(opened, None)]
    if tag == b"e":
        # The same for each step where the program does not load.
        return [(None, data)] * max(1, len(test.steps))
    if len(opened) != len(test.steps):
        raise ValueError("answers of another test")
    return [(value, answer) for value, answer in opened]


def _run(code, namespace):
    try:
        exec(code, namespace)
    except Raised as raised:
        return ERROR, _text(*exception_of(raised.answer))
    except AssertionError as error:
        return FAIL, _text("AssertionError", str(error))
    except MemoryError:
        return MEMORY, "the test ran out of memory"
    except (TypeError, IndexError) as error:
        return ERROR, _text(type(error).__name__, str(error))
    except Exception:
        # It may be another where the program is: of a default factory, of an integer's digits.
        return None, None
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
