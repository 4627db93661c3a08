"""``==``, ``<`` and ``in`` as Python has them, in time linear in the values, shared structure counted once.

Values are of exact built-in types, or rebuilt by ``extensions``. Anything else compares by identity where it belongs to
the interpreter, and is out of the grammar otherwise: no method of a class that is not listed decides anything.
"""

import collections
import operator
import sys

from bounds import MAX_BITS, OutOfGrammar, Raised
from hashing import ManyEqualHashes, check_hashes, is_well_spread

SCALARS = frozenset((type(None), bool, int, float, complex, str, bytes))
# Those whose size is not in question.
UNSIZED = frozenset((type(None), bool, float, complex))
NUMBERS = frozenset((bool, int, float, complex))
KEYS, VALUES, ITEMS = type({}.keys()), type({}.values()), type({}.items())
DICTS = frozenset((dict, collections.OrderedDict, collections.Counter, collections.defaultdict))
SETS = frozenset((set, frozenset, KEYS))
BYTES = frozenset((bytes, bytearray, memoryview))
#: Exact types of which we know every operation: only of these may we say in Python's name that something is a
#: ``TypeError`` or False. What any other type does is not for us to say.
KNOWN = SCALARS | frozenset((list, tuple, dict, set, frozenset, range))
DATES = ("date", "time", "datetime", "timedelta")
MAX_NESTING = 160
# Classes of the interpreter itself, whose objects are equal to themselves alone.
IDENTITIES = {VALUES, type(Ellipsis), type(NotImplemented)}
ORDERS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def is_named_tuple(kind):
    return kind.__bases__ == (tuple,) and "_fields" in kind.__dict__


def is_numpy_number(value):
    numpy = sys.modules.get("numpy")
    kind = type(value)
    return (
        numpy is not None and kind.__module__ == "numpy" and issubclass(kind, numpy.generic) and value.dtype.kind in "biufc"
    )


def is_native(value):
    """Whether a rebuilt value holds no others, so that its own class may compare it."""
    kind = type(value)
    module = sys.modules.get(kind.__module__)
    if kind is range:
        return True
    if kind.__module__ == "datetime":
        return any(kind is getattr(module, name, None) for name in DATES)
    if kind.__module__ in ("fractions", "decimal"):
        return kind in (getattr(module, "Fraction", None), getattr(module, "Decimal", None))
    return is_plain_numpy(value)


def is_plain_numpy(value):
    numpy = sys.modules.get("numpy")
    if numpy is None or type(value).__module__ != "numpy":
        return False
    return (type(value) is numpy.ndarray or issubclass(type(value), numpy.generic)) and value.dtype.kind in "biufcSUMm"


def form_of(value):
    """What a value compares as; raises ``OutOfGrammar``."""
    kind = type(value)
    if kind in SCALARS:
        return "bytes" if kind is bytes else "scalar"
    if kind is list or kind is tuple:
        return kind.__name__
    if kind in DICTS:
        return "dict"
    if kind in SETS:
        return "set"
    if kind is collections.deque:
        return "deque"
    if kind in BYTES:
        return "bytes"
    if kind is slice:
        return "slice"
    if kind in IDENTITIES or kind is type:
        return "identity"
    if kind.__module__ != "builtins" and is_named_tuple(kind):
        return "tuple"
    if is_native(value):
        return "native"
    raise OutOfGrammar("a %s cannot be compared" % kind.__name__)


def weigh(value, budget):
    """Charges a value's size, shared parts as often as they occur: what hashing and printing would take."""
    budget.charge(_weight(value, {}, 0))


def weigh_both(left, right, budget):
    """Charges what comparing two values item by item takes; arrays of different shapes spread over each other."""
    weigh(left, budget)
    weigh(right, budget)
    if is_plain_numpy(left) and is_plain_numpy(right) and left.shape != right.shape:
        budget.charge(int(left.size) * int(right.size))


def _weight(value, known, depth):
    kind = type(value)
    if kind is str or kind is bytes or kind is bytearray:
        return 8 + len(value)
    if kind is int:
        if value.bit_length() > MAX_BITS:
            # A Decimal of the same hash would be compared with it digit by digit.
            raise OutOfGrammar("a large number within a value")
        return 8 + value.bit_length() // 8
    if kind in SCALARS:
        return 8
    found = known.get(id(value))
    if found is not None:
        return found
    if depth > MAX_NESTING:
        raise OutOfGrammar("nested too deep")
    # A cycle counts as nothing while it is open: whoever prints it stops there.
    known[id(value)] = 0
    total = 8
    if kind in DICTS:
        for key, item in value.items():
            total += _weight(key, known, depth + 1) + _weight(item, known, depth + 1)
    elif kind in (list, tuple, collections.deque) or kind in SETS or is_named_tuple(kind):
        for item in value:
            total += _weight(item, known, depth + 1)
            if total > 1 << 62:
                raise OutOfGrammar("too large")
    elif is_plain_numpy(value):
        total += int(value.nbytes)
    known[id(value)] = total
    return total


def ready_to_hash(value, budget):
    """Raises what ``hash`` would, or charges what it takes."""
    kind = type(value)
    if kind is tuple or kind is frozenset or kind.__module__ != "builtins":
        form = form_of(value)
        if form == "identity":
            raise OutOfGrammar("a key of the interpreter's own")
        weigh(value, budget)
    elif kind is int:
        weigh(value, budget)
    elif kind in IDENTITIES and kind is not type(Ellipsis):
        raise OutOfGrammar("a key of the interpreter's own")
    return value


def check_keys(keys, budget):
    """Keys that are about to be put in one container, or looked up in another."""
    keys = list(keys)
    budget.charge(8 * len(keys))
    for key in keys:
        if type(key) not in SCALARS or type(key) is int and key.bit_length() > 64:
            ready_to_hash(key, budget)
    try:
        check_hashes(keys)
    except ManyEqualHashes:
        raise OutOfGrammar("too many equal hashes")
    return keys


def look_up(container, key, budget):
    """Charges what a single look-up may take."""
    ready_to_hash(key, budget)
    if not is_well_spread(key):
        budget.charge(len(container))


def same(left, right, budget):
    """``left == right``; of arrays an array."""
    return _Comparing(budget).same(left, right)


def same_item(left, right, budget):
    """As items of containers compare: what is identical is equal."""
    return left is right or bool(_Comparing(budget).same(left, right))


class _Comparing:
    """One comparison: pairs of containers known to be equal, and those being compared."""

    def __init__(self, budget):
        self.budget = budget
        self.equal, self.open, self.depth = set(), set(), 0

    def item(self, left, right):
        return left is right or bool(self.same(left, right))

    def same(self, left, right):
        first, second = type(left), type(right)
        if first in SCALARS and second in SCALARS:
            if first is second and left is not right:
                if first is str or first is bytes:
                    self.budget.charge(min(len(left), len(right)))
                elif first is int:
                    self.budget.charge(left.bit_length() >> 3)
            return left == right
        first, second = form_of(left), form_of(right)
        if first == "native" or second == "native":
            return self.same_native(left, right, first, second)
        if first != second:
            return False
        if first == "identity":
            return left is right
        if first == "bytes":
            self.budget.charge(len(left))
            return left == right
        if len_of(left) != len_of(right):
            return type(left) is type(right) is collections.Counter and self.contents(left, right, "counter")
        return self.contents(left, right, first)

    def same_native(self, left, right, first, second):
        """At most one of them holds others, and then the other one is an array or equal to none."""
        other = right if first == "native" else left
        if "native" not in (first, second) or first != second and not {first, second} <= {"native", "scalar", "bytes"}:
            if not any(type(value).__module__ == "numpy" for value in (left, right)):
                return False
            if type(other) not in (list, tuple):
                raise OutOfGrammar("an array compared with a %s" % type(other).__name__)
            weigh(other, self.budget)
            self.flat(other)
        weigh_both(left, right, self.budget)
        return left == right

    def flat(self, values):
        """Numpy would look into what it is compared with, as deep as that goes."""
        for value in values:
            if type(value) in (list, tuple):
                if not all(type(item) in SCALARS for item in value):
                    raise OutOfGrammar("an array compared with nested lists")
            elif type(value) not in SCALARS:
                raise OutOfGrammar("an array compared with objects")

    def contents(self, left, right, form):
        pair = (id(left), id(right))
        if pair in self.equal:
            return True
        if pair in self.open:
            raise Raised(RecursionError("maximum recursion depth exceeded in comparison"))
        self.open.add(pair)
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise OutOfGrammar("nested too deep")
        result = getattr(self, form)(left, right)
        self.depth -= 1
        self.open.discard(pair)
        if result:
            self.equal.add(pair)
        return result

    def list(self, left, right):
        self.budget.charge(4 * (len(left) + len(right)))
        if set(map(type, left)) <= SCALARS and set(map(type, right)) <= SCALARS:
            lengths = sum([_length(item) for item in left if type(item) not in UNSIZED])
            self.budget.charge(8 * len(left) + lengths)
            return left == right
        for one, other in zip(left, right):
            self.budget.charge(16)
            if not self.item(one, other):
                return False
        return True

    def tuple(self, left, right):
        return self.list(tuple(tuple.__iter__(left)), tuple(tuple.__iter__(right)))

    def deque(self, left, right):
        return self.list(list(left), list(right))

    def slice(self, left, right):
        return self.list([left.start, left.stop, left.step], [right.start, right.stop, right.step])

    def set(self, left, right):
        check_keys(left, self.budget)
        check_keys(right, self.budget)
        return left == right

    def dict(self, left, right):
        if type(left) is type(right) is collections.Counter:
            return self.counter(left, right)
        check_keys(left, self.budget)
        check_keys(right, self.budget)
        ordered = type(left) is type(right) is collections.OrderedDict
        if ordered and not self.list(list(left), list(right)):
            return False
        missing = object()
        for key in left:
            self.budget.charge(16)
            other = dict.get(right, key, missing)
            if other is missing or not self.item(dict.get(left, key), other):
                return False
        return True

    def counter(self, left, right):
        """From Python 3.10 on a missing count is zero."""
        check_keys(list(left) + list(right), self.budget)
        if sys.version_info < (3, 10) and len(left) != len(right):
            return False
        default = 0 if sys.version_info >= (3, 10) else object()
        for key in list(left) + list(right):
            one, other = dict.get(left, key, default), dict.get(right, key, default)
            if default != 0 and (one is default or other is default) or not self.item(one, other):
                return False
        return True


def _length(value):
    kind = type(value)
    return len(value) if kind is str or kind is bytes else value.bit_length() >> 3 if kind is int else 0


def len_of(value):
    return 3 if type(value) is slice else len(value)


def contains(container, value, budget):
    """``value in container`` of a list, tuple or deque."""
    for item in container:
        budget.charge(16)
        if same_item(item, value, budget):
            return True
    return False


def order(left, right, sign, budget, depth=0):
    """``left < right`` and its likes."""
    first, second = type(left), type(right)
    if first in SCALARS and second in SCALARS:
        if first is str and second is str:
            budget.charge(min(len(left), len(right)))
        elif first is int and second is int:
            budget.charge(min(left.bit_length(), right.bit_length()) >> 3)
        return ORDERS[sign](left, right)
    if depth > 60:
        raise OutOfGrammar("nested too deep")
    first, second = form_of(left), form_of(right)
    if first == second and first in ("list", "tuple", "deque"):
        for one, other in zip(left, right):
            budget.charge(16)
            if not same_item(one, other, budget):
                return order(one, other, sign, budget, depth + 1)
        return ORDERS[sign](len(left), len(right))
    if first == second == "set":
        check_keys(list(left) + list(right), budget)
        return ORDERS[sign](left, right)
    if {first, second} <= {"native", "scalar", "bytes"}:
        weigh_both(left, right, budget)
        return ORDERS[sign](left, right)
    if type(left) not in KNOWN or type(right) not in KNOWN:
        raise OutOfGrammar("an order of %s and %s" % (type(left).__name__, type(right).__name__))
    raise TypeError(
        "'%s' not supported between instances of '%s' and '%s'" % (sign, type(left).__name__, type(right).__name__)
    )


class _Ordered:
    __slots__ = ("value", "budget")

    def __init__(self, value, budget):
        self.value, self.budget = value, budget

    def __lt__(self, other):
        self.budget.step()
        return truth(order(self.value, other.value, "<", self.budget))


def sort(values, keys, reverse, budget):
    """``sorted(values)`` by ``keys``, one for each."""
    kinds = set(map(type, keys))
    budget.charge(8 * len(keys) * max(1, len(keys).bit_length()))
    if kinds <= {int, float, bool} or kinds == {str} and sum(map(len, keys)) * len(keys).bit_length() < budget.work:
        budget.charge(sum(map(_length, keys)) * len(keys).bit_length())
        ordered = keys
    else:
        ordered = [_Ordered(key, budget) for key in keys]
    indexes = sorted(range(len(values)), key=ordered.__getitem__, reverse=reverse)
    return [values[index] for index in indexes]


def truth(value):
    """``bool(value)``; of an array what numpy says."""
    if form_of(value) == "identity" and type(value) is not type(NotImplemented):
        return True
    return bool(value)
