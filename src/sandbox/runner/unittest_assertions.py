"""The assertions of ``unittest.TestCase`` and ``pytest.raises`` that the judge interprets."""

import re

from bounds import is_caught, OutOfGrammar, Raised
from equality import contains, order, same, same_item, truth
from error_texts import error_text
from functions import _isinstance, _len
from operations import binary, is_in
from texts import repr_of

import ast

PLAIN_PATTERN = re.compile(r"[\w\s,:;'\"!@#%&=<>/-]*(?:\\?\.[\w\s,:;'\"!@#%&=<>/-]*)*", re.ASCII)


class SubTest:
    """``with self.subTest(...)``."""


class Raises:
    """A block or call that must raise."""

    __slots__ = ("kinds", "match", "of_pytest", "error")

    def __init__(self, kinds, match=None, of_pytest=False):
        if match is not None and (type(match) is not str or not PLAIN_PATTERN.fullmatch(match)):
            raise OutOfGrammar("a pattern")
        self.kinds, self.match, self.of_pytest, self.error = kinds, match, of_pytest, None

    def check(self, raised):
        """Keeps the exception, or raises it again."""
        if not is_caught(raised.error, self.kinds):
            raise raised
        self.error = raised.error
        if self.match is not None and not re.search(self.match, error_text(raised.error)[:4000]):
            raise Raised(AssertionError('"%s" does not match "%s"' % (self.match[:200], error_text(raised.error)[:200])))

    def missing(self):
        names = " or ".join(kind.__name__ for kind in self.kinds)
        return "DID NOT RAISE %s" % names if self.of_pytest else "%s not raised" % names


def _shown(machine, value):
    try:
        text = repr_of(value, machine.budget)
    except OutOfGrammar:
        return "..."
    return text if len(text) <= 200 else text[:197] + "..."


def _fail(machine, standard, msg):
    if type(msg) is str:
        standard = "%s : %s" % (standard, msg[:2000])
    raise AssertionError(standard)


def _equal(wanted, sign):
    def check(machine, first, second, msg=None):
        if truth(same(first, second, machine.budget)) is not wanted:
            _fail(machine, "%s %s %s" % (_shown(machine, first), sign, _shown(machine, second)), msg)

    return check


def _of_kind(*kinds):
    def check(machine, first, second, msg=None):
        for value in (first, second):
            if type(value) not in kinds:
                if not _isinstance(machine, value, kinds):
                    _fail(machine, "%s is not a %s" % (_shown(machine, value), kinds[0].__name__), msg)
        if not truth(same(first, second, machine.budget)):
            _fail(machine, "%s != %s" % (_shown(machine, first), _shown(machine, second)), msg)

    return check


def _sequence_equal(machine, first, second, msg=None):
    if type(first) not in (list, tuple) or type(second) not in (list, tuple):
        raise OutOfGrammar("assertSequenceEqual")
    if not truth(same(list(first), list(second), machine.budget)):
        _fail(machine, "%s != %s" % (_shown(machine, first), _shown(machine, second)), msg)


def _true(machine, value, msg=None):
    if not machine.truth(value):
        _fail(machine, "%s is not true" % _shown(machine, value), msg)


def _false(machine, value, msg=None):
    if machine.truth(value):
        _fail(machine, "%s is not false" % _shown(machine, value), msg)


def _in(wanted, text):
    def check(machine, member, container, msg=None):
        if is_in(member, container, machine.budget, machine.iterate) is not wanted:
            _fail(machine, "%s %s %s" % (_shown(machine, member), text, _shown(machine, container)), msg)

    return check


def _is(wanted, text):
    def check(machine, first, second, msg=None):
        if machine.identical(first, second) is not wanted:
            _fail(machine, "%s %s %s" % (_shown(machine, first), text, _shown(machine, second)), msg)

    return check


def _is_none(machine, value, msg=None):
    if value is not None:
        _fail(machine, "%s is not None" % _shown(machine, value), msg)


def _is_not_none(machine, value, msg=None):
    if value is None:
        _fail(machine, "unexpectedly None", msg)


def _ordered(sign, text):
    def check(machine, first, second, msg=None):
        if not truth(order(first, second, sign, machine.budget)):
            _fail(machine, "%s %s %s" % (_shown(machine, first), text, _shown(machine, second)), msg)

    return check


def _almost(wanted):
    def check(machine, first, second, places=None, msg=None, delta=None):
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        close = truth(same(first, second, machine.budget))
        # Python's own takes the difference before it looks whether they are equal, where they must not be.
        if not (wanted and close):
            difference = abs(binary(ast.Sub, first, second, machine.budget))
            if delta is not None:
                near = truth(order(difference, delta, "<=", machine.budget))
            else:
                if places is not None and (type(places) is not int or abs(places) > 100):
                    raise OutOfGrammar("places")
                near = round(difference, 7 if places is None else places) == 0
            close = close or near
        if bool(close) is not wanted:
            _fail(machine, "%s %s %s" % (_shown(machine, first), "!=" if wanted else "==", _shown(machine, second)), msg)

    return check


def _count_equal(machine, first, second, msg=None):
    rest = machine.items(second)
    for value in machine.items(first):
        for index, other in enumerate(rest):
            machine.budget.charge(32)
            if same_item(value, other, machine.budget):
                del rest[index]
                break
        else:
            _fail(machine, "Element counts were not equal", msg)
    if rest:
        _fail(machine, "Element counts were not equal", msg)


def _instance(wanted):
    def check(machine, value, kinds, msg=None):
        if _isinstance(machine, value, kinds) is not wanted:
            _fail(machine, "%s is %san instance of %s" % (_shown(machine, value), "not " if wanted else "", _shown(machine, kinds)), msg)

    return check


def _raises(machine, kinds, *arguments, **keywords):
    return _check_raises(machine, Raises(machine.exceptions(kinds)), "assertRaises", arguments, keywords, {"msg"})


def _raises_regex(machine, kinds, pattern, *arguments, **keywords):
    context = Raises(machine.exceptions(kinds), pattern)
    return _check_raises(machine, context, "assertRaisesRegex", arguments, keywords, set())


def _check_raises(machine, context, name, arguments, keywords, own):
    """The context of a ``with``; where a function is given, what calling it raises is checked at once."""
    if not arguments:
        if set(keywords) - own:
            raise OutOfGrammar(name)
        return context
    try:
        machine.call(arguments[0], arguments[1:], keywords)
    except Raised as raised:
        context.check(raised)
        return None
    raise AssertionError(context.missing())


def _sub_test(machine, *message, **named):
    return SubTest()


def _failing(machine, msg=None):
    raise AssertionError(msg[:2000] if type(msg) is str else "None")


ASSERTIONS = dict(
    assertEqual=_equal(True, "!="), assertEquals=_equal(True, "!="), assertNotEqual=_equal(False, "=="), assertTrue=_true,
    assertFalse=_false, assertIn=_in(True, "not found in"), assertNotIn=_in(False, "unexpectedly found in"),
    assertIs=_is(True, "is not"), assertIsNot=_is(False, "is"), assertIsNone=_is_none, assertIsNotNone=_is_not_none,
    assertAlmostEqual=_almost(True), assertNotAlmostEqual=_almost(False), assertListEqual=_of_kind(list),
    assertTupleEqual=_of_kind(tuple), assertDictEqual=_of_kind(dict), assertSetEqual=_of_kind(set, frozenset),
    assertMultiLineEqual=_of_kind(str), assertSequenceEqual=_sequence_equal, assertCountEqual=_count_equal,
    assertGreater=_ordered(">", "not greater than"), assertGreaterEqual=_ordered(">=", "not greater than or equal to"),
    assertLess=_ordered("<", "not less than"), assertLessEqual=_ordered("<=", "not less than or equal to"),
    assertIsInstance=_instance(True), assertNotIsInstance=_instance(False), assertRaises=_raises,
    assertRaisesRegex=_raises_regex, subTest=_sub_test, fail=_failing,
)
