"""Operators, subscripts and iteration on exact built-in types, each bounded before it runs."""

import ast
import collections
import operator

from bounds import MAX_BITS, OutOfGrammar, charge_numbers
from equality import (
    DICTS,
    ITEMS,
    KEYS,
    KNOWN,
    NUMBERS,
    SETS,
    VALUES,
    check_keys,
    contains,
    is_named_tuple,
    is_numpy_number,
    is_plain_numpy,
    look_up,
    weigh,
)
from texts import percent

SEQUENCES = frozenset((str, bytes, list, tuple))
LONGEST_RANGE = 10_000_000
NUMERIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
SIGNS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "** or pow()",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}
SET_OPERATIONS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
PLAIN = NUMBERS | SEQUENCES | SETS | DICTS | frozenset((type(None), bytearray, range, type, slice, VALUES, ITEMS))


def is_number(value):
    return type(value) in NUMBERS or is_numpy_number(value)


def binary(kind, left, right, budget):
    """``left <kind> right``; ``kind`` is a class of ``ast``."""
    if is_number(left) and is_number(right):
        check_numbers(kind, left, right, budget)
        return NUMERIC[kind](left, right)
    first, second = type(left), type(right)
    if kind is ast.Mod and first is str:
        return percent(left, right, budget)
    if kind is ast.Add and first is second and first in SEQUENCES:
        budget.charge((len(left) + len(right)) * item_size(first))
        return left + right
    if kind is ast.Mult and (first in SEQUENCES and second in (int, bool) or second in SEQUENCES and first in (int, bool)):
        values, times = (left, right) if first in SEQUENCES else (right, left)
        if bits(times) > 64:
            raise OutOfGrammar("a long sequence")
        budget.charge(max(0, len(values) * times) * item_size(type(values)))
        return values * times
    if kind in SET_OPERATIONS and first in SETS and second in SETS:
        check_keys(list(left) + list(right), budget)
        return NUMERIC[kind](left, right)
    if kind is ast.BitOr and first is second is dict:
        check_keys(list(left) + list(right), budget)
        return left | right
    if first in KNOWN and second in KNOWN and not (kind is ast.Mod and first is bytes):
        raise TypeError(
            "unsupported operand type(s) for %s: '%s' and '%s'" % (SIGNS[kind], first.__name__, second.__name__)
        )
    raise OutOfGrammar("%s and %s" % (first.__name__, second.__name__))


def item_size(kind):
    return 1 if kind is str or kind is bytes else 8


def bits(value):
    return value.bit_length() if type(value) in (int, bool) else 64


def check_numbers(kind, left, right, budget):
    """Bounds the result, whose size shows before it is computed, and charges for it."""
    if kind is ast.MatMult or max(bits(left), bits(right)) > MAX_BITS:
        raise OutOfGrammar("large numbers")
    if kind is ast.Mult and bits(left) + bits(right) > MAX_BITS:
        raise OutOfGrammar("a large product")
    charge_numbers(budget, left, right)
    if is_numpy_number(left) != is_numpy_number(right) and max(bits(left), bits(right)) > 64:
        # Numpy would make objects of both, which no bound here knows.
        raise OutOfGrammar("a large number and one of numpy's")
    if type(left) in (int, bool) and type(right) in (int, bool):
        if kind is ast.Pow and right > 0:
            budget.charge((bits(left) * min(right, MAX_BITS) >> 5) ** 2 >> 3)
        if kind is ast.Pow and right > 0 and bits(left) * right > MAX_BITS and abs(left) > 1:
            raise OutOfGrammar("a large power")
        if kind is ast.LShift and right > 0 and bits(left) + right > MAX_BITS:
            raise OutOfGrammar("a large shift")


def unary(kind, value, budget):
    if not is_number(value):
        if type(value) in KNOWN:
            raise TypeError("bad operand type for unary operator: '%s'" % type(value).__name__)
        raise OutOfGrammar("unary %s" % type(value).__name__)
    budget.charge(bits(value) >> 3)
    if kind is ast.USub:
        return -value
    if kind is ast.UAdd:
        return +value
    return ~value


def is_in(value, container, budget, iterate):
    """``value in container``; ``iterate`` for what has no order of its own."""
    kind = type(container)
    if kind is str or kind is bytes:
        if type(value) is not kind and not (kind is bytes and type(value) in (int, bool)):
            if type(value) in KNOWN:
                raise TypeError("'in <string>' requires string as left operand, not %s" % type(value).__name__)
            raise OutOfGrammar("in a text")
        charge_search(container, value, budget)
        return value in container
    if kind in DICTS or kind in SETS:
        look_up(container, value, budget)
        return value in container
    if kind is range:
        if type(value) not in NUMBERS:
            if type(value) not in KNOWN:
                raise OutOfGrammar("a %s in a range" % type(value).__name__)
            return False
        if type(value) is int or type(value) is bool:
            return value in container
    if kind in (bytearray, slice, type):
        raise OutOfGrammar("in a %s" % kind.__name__)
    if kind in KNOWN and kind not in (list, tuple, range):
        raise TypeError("argument of type '%s' is not iterable" % kind.__name__)
    if is_plain_numpy(container):
        raise OutOfGrammar("in an array")
    return contains(iterate(container), value, budget)


def charge_search(text, part, budget):
    """Before Python 3.10 a search may take the product of the lengths."""
    size = len(part) if type(part) in (str, bytes) else 1
    budget.charge(len(text) + len(text) * size // 32)


def is_index(value):
    return value is None or type(value) in (int, bool) and bits(value) <= 64


def subscript(container, key, budget):
    kind = type(container)
    if type(key) is slice:
        bounds = (key.start, key.stop, key.step)
        if not all(map(is_index, bounds)):
            if any(type(bound) is int for bound in bounds):
                raise OutOfGrammar("a slice by a large number")
            raise TypeError("slice indices must be integers or None or have an __index__ method")
        if kind in SEQUENCES or kind is range:
            if key.step != 0:
                budget.charge(len(range(*key.indices(len(container)))) * item_size(kind))
            return container[key]
        if kind in KNOWN and kind is not dict:
            raise TypeError("'%s' object is not subscriptable" % kind.__name__)
        raise OutOfGrammar("a slice of a %s" % kind.__name__)
    if kind in DICTS:
        look_up(container, key, budget)
        if kind is collections.defaultdict and key not in container:
            raise OutOfGrammar("a default")
        return container[key]
    if kind in SEQUENCES or kind is range or kind is collections.deque or is_named_tuple(kind):
        if type(key) in (int, bool):
            return container[key]
        if type(key) in KNOWN:
            raise TypeError("%s indices must be integers or slices, not %s" % (kind.__name__, type(key).__name__))
    elif is_plain_numpy(container):
        if type(key) is int:
            weigh(container, budget)
            return container[key]
    elif kind in KNOWN:
        raise TypeError("'%s' object is not subscriptable" % kind.__name__)
    raise OutOfGrammar("an item of a %s" % kind.__name__)


def assign_item(container, key, value, budget):
    budget.charge(64)
    if type(container) is list and type(key) in (int, bool):
        container[key] = value
    elif type(container) is dict:
        look_up(container, key, budget)
        container[key] = value
    elif type(container) in (str, tuple, int, type(None), range):
        raise TypeError("'%s' object does not support item assignment" % type(container).__name__)
    else:
        raise OutOfGrammar("assignment to an item of a %s" % type(container).__name__)
