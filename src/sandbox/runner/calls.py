"""Tests that are calls: argument lists, and the answers that a benchmark's own rule accepts.

A body: ``target`` (``f``, or ``Solution.f`` for a method of a new object), ``inputs`` (JSON: a list of argument lists,
see ``plain``), ``only`` (the one of them to run, or a pair: those from one up to another), ``expected`` and
``comparison``. ``expected`` is a list of answers to choose from, each for all inputs:
``{"form": "json", "text"}`` values, or ``{"form": "recorded", "text"}`` answers as ``_record`` wrote them for another
program. Without it the test accepts whatever values are returned, and its output is the record of them.
"""

import functools
import json
import marshal

from canonical import canonical_text
from cell import MAX_ANSWER_BYTES, find_target
from codec import encode
from decoding import CodecError, decode
from rules import accepts

# Answers of a reference that are larger than this together get a cell each.
MAX_SHARED_BYTES = 4 * 1024 * 1024


def plain(value):
    """A JSON value; an object of one key ``@tuple``, ``@set``, ``@complex`` or ``@dict`` is what JSON cannot say."""
    if type(value) is list:
        return [plain(item) for item in value]
    if type(value) is not dict:
        return value
    if len(value) == 1:
        ((key, inner),) = value.items()
        if key in SPELLINGS:
            return SPELLINGS[key](inner)
    return {key: plain(item) for key, item in value.items()}


SPELLINGS = {
    "@tuple": lambda inner: tuple(plain(item) for item in inner),
    "@set": lambda inner: {plain(item) for item in inner},
    "@complex": complex,
    "@float": float,
    "@dict": lambda inner: {plain(name): plain(item) for name, item in inner},
}


@functools.lru_cache(maxsize=1)
def read_inputs(text):
    """The argument lists; not to be changed, since the pieces of a test all hold the same text."""
    return plain(json.loads(text))


def chosen(items, only):
    if only is None:
        return items
    return [items[only]] if type(only) is int else items[only[0]:only[1]]


def read_expected(answers, only):
    """Per answer the list of its values' answers, as ``cell`` writes them."""
    return None if answers is None else [_answers(answer["form"], answer["text"], only) for answer in answers]


@functools.lru_cache(maxsize=4)
def _recorded(text):
    # Not above: zygotes load this module, and each fork pays for what is loaded.
    import base64
    import zlib

    return decode(zlib.decompress(base64.b64decode(text)))


def forget_texts():
    """Lets go of what was kept for the pieces of one test."""
    read_inputs.cache_clear()
    _recorded.cache_clear()


def _answers(form, text, only):
    if form == "json":
        return [b"v" + encode(value) for value in chosen(json.loads(text), only)]
    answers = _recorded(text)
    # A record of as many calls is one of these very calls.
    count = None if only is None else 1 if type(only) is int else only[1] - only[0]
    return answers if len(answers) == count else chosen(answers, only)


class NoAnswer(Exception):
    """A call that returned no value: what the cell is then."""

    def __init__(self, verdict, detail):
        super().__init__(verdict, detail)
        self.verdict, self.detail = verdict, detail


def compare_calls(test, data):
    """(verdict, detail, output, weak) of a ``calls`` test; the verdict is None where a value stayed in the program's process."""
    answers = _split(data, len(test.steps))
    if answers is None:
        return "error", "the program's answer cannot be read", None, False
    if test.expected is None:
        return _record(test, answers)
    if test.rule["rule"] not in ("presence", "any") and any(answer[:1] == b"t" for answer in answers):
        return None, None, None, True
    arguments = chosen(read_inputs(test.inputs), test.only) if test.rule["rule"] == "root" else None
    for index, answer in enumerate(answers):
        if _is_spelled_alike(test, index, answer):
            continue
        try:
            value = _value(answer)
            expected = [_value(each[index]) for each in test.expected]
            if accepts(test.rule, value, expected, arguments and arguments[index]):
                continue
            verdict, detail = "fail", "returned %s, expected %s" % (_short(value), _short(expected[0]))
        except NoAnswer as error:
            verdict, detail = error.verdict, error.detail
        except MemoryError:
            verdict, detail = "out-of-memory", "the test ran out of memory"
        except Exception as error:
            verdict, detail = "error", "%s: %s" % (type(error).__name__, error)
        return verdict, "input %d: %s" % (index, detail), None, False
    return "pass", None, None, False


def _split(data, count):
    """The answer of each step; None where they cannot be read."""
    if count == 1 or data[:1] in (b"o", b"u", b"e", b"t"):
        return [data] * count
    try:
        found = decode(data[1:])
    except CodecError:
        return None
    good = type(found) is tuple and len(found) == count and all(type(each) is bytes for each in found)
    return list(found) if good else None


def _record(test, answers):
    """Answers as text that ``read_expected`` reads again; an error where a call raised."""
    if len(answers) > 1 and sum(map(len, answers)) > MAX_SHARED_BYTES:
        return "error", "the answers are too large for one cell", None, False
    for index, answer in enumerate(answers):
        if answer[:1] == b"v" or answer[:1] == b"t" and test.rule["rule"] in ("presence", "any"):
            continue
        try:
            _value(answer)
            verdict, detail = "error", "returned an object that cannot be written down"
        except NoAnswer as error:
            verdict, detail = error.verdict, error.detail
        return verdict, "input %d: %s" % (index, detail), None, False
    import base64
    import zlib

    data = encode(answers, 2 * MAX_ANSWER_BYTES)
    return "pass", None, base64.b64encode(zlib.compress(data, 1)).decode("ascii"), False


def call_together(namespace, source):
    """Makes the calls of a ``calls`` test and compares what is returned as it is; raises ``AssertionError``.

    ``source``: ``marshal`` of steps, expected answers and rule.
    """
    steps, expected, rule = marshal.loads(source)
    for index, (target, arguments) in enumerate(steps):
        value = find_target(namespace, target)(*arguments)
        wanted = [_value(each[index]) for each in expected]
        if not accepts(rule, value, wanted, arguments):
            raise AssertionError("input %d: returned %s, expected %s" % (index, _short(value), _short(wanted[0])))


def _is_spelled_alike(test, index, answer):
    """Whether an answer has the bytes of the expected one, and those say that both are equal: nothing has to be decoded."""
    return answer == test.expected[0][index] and test.rule["rule"] != "root" and b"nan" not in answer


class Present:
    """An object that stayed in its program's process: it is there, and equal to nothing."""


def _value(answer):
    tag, data = answer[:1], answer[1:]
    if tag == b"t":
        return Present()
    if tag == b"o":
        raise NoAnswer("out-of-memory", "the program ran out of memory")
    if tag == b"e":
        raise NoAnswer("error", ": ".join(filter(None, exception_of(answer))))
    try:
        if tag == b"v":
            return decode(data)
    except CodecError:
        pass
    raise NoAnswer("error", data.decode("utf-8", "replace") if tag == b"u" else "the program's answer cannot be read")


def exception_of(answer):
    """Class name and message of an ``e`` answer."""
    try:
        names, message = decode(answer[1:])
        return str(names[0]), str(message)
    except (CodecError, ValueError, TypeError, IndexError):
        return "an exception", ""


def _short(value):
    text = canonical_text(value)
    return text if len(text) <= 120 else text[:117] + "..."
