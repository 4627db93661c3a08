"""Built-in functions and those of ``math`` and ``collections`` that a test may call, by name; every one bounded.

Each takes the machine (see ``evaluator``) first, which lends its budget, ``items``, ``iterate``, ``truth``, ``call``.
"""

import ast
import builtins
import collections
import math
import sys

from bounds import MAX_BITS, OutOfGrammar, Raised, charge_numbers
from equality import DICTS, KNOWN, NUMBERS, SCALARS, check_keys, is_named_tuple, is_native, order, sort, truth, weigh
from operations import LONGEST_RANGE, PLAIN, binary, bits, check_numbers, is_index, is_number
from texts import format_value, repr_of, text_of

EXCEPTIONS = {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException) and not name.startswith("_")
}


class Lazy:
    """An iterator of the interpreter's own."""

    __slots__ = ("generator",)

    def __init__(self, generator):
        self.generator = generator


def _numbers(machine, *values):
    """Raises unless all are numbers of a bounded size; charges what arithmetic on them takes."""
    for value in values:
        if not is_number(value):
            if type(value) in KNOWN:
                raise TypeError("a number is required, not '%s'" % type(value).__name__)
            raise OutOfGrammar("a %s for a number" % type(value).__name__)
        if bits(value) > MAX_BITS:
            raise OutOfGrammar("a large number")
    charge_numbers(machine.budget, *values)


def _abs(machine, value):
    _numbers(machine, value)
    return abs(value)


def _all(machine, values):
    return all(machine.truth(value) for value in machine.iterate(values))


def _any(machine, values):
    return any(machine.truth(value) for value in machine.iterate(values))


def _written(function):
    def write(machine, value):
        _numbers(machine, value)
        return function(value)

    return write


def _bool(machine, value=False):
    return truth(value)


def _complex(machine, real=0, imag=0):
    if type(real) is str:
        raise OutOfGrammar("a complex number in words")
    _numbers(machine, real, imag)
    return complex(real, imag)


def _dict(machine, *values, **named):
    if len(values) > 1:
        raise TypeError("dict expected at most 1 argument, got %d" % len(values))
    result = {}
    if values and type(values[0]) in DICTS:
        machine.budget.charge(64 * len(values[0]))
        result.update(values[0])
    elif values:
        pairs = [machine.items(pair) for pair in machine.items(values[0])]
        if any(len(pair) != 2 for pair in pairs):
            raise ValueError("dictionary update sequence element has length %d; 2 is required" % next(
                len(pair) for pair in pairs if len(pair) != 2
            ))
        check_keys([key for key, _ in pairs], machine.budget)
        machine.budget.charge(64 * len(pairs))
        result.update(pairs)
    result.update(named)
    return result


def _divmod(machine, left, right):
    _numbers(machine, left, right)
    return divmod(left, right)


def _enumerate(machine, values, start=0):
    _numbers(machine, start)
    return Lazy(enumerate(machine.iterate(values), start))


def _filter(machine, function, values):
    iterator = machine.iterate(values)
    if function is None:
        return Lazy(value for value in iterator if machine.truth(value))
    return Lazy(value for value in iterator if machine.truth(machine.call(function, (value,), {})))


def _float(machine, value=0.0):
    if type(value) is str and len(value) < 5000:
        return float(value)
    if type(value) in (str, bytes):
        raise OutOfGrammar("a number in words")
    _numbers(machine, value)
    return float(value)


def _format(machine, value, spec=""):
    return format_value(value, None, _text(spec), machine.budget)


def _text(value):
    if type(value) is not str:
        raise OutOfGrammar("a %s for a text" % type(value).__name__)
    return value


def _frozenset(machine, values=()):
    keys = check_keys(machine.items(values), machine.budget)
    machine.budget.charge(64 * len(keys))
    return frozenset(keys)


def _set(machine, values=()):
    keys = check_keys(machine.items(values), machine.budget)
    machine.budget.charge(64 * len(keys))
    return set(keys)


def _int(machine, value=0, base=None):
    if type(value) in (str, bytes):
        if len(value) > 4000:
            raise OutOfGrammar("a long number")
        machine.budget.charge(len(value) ** 2 >> 9)
        if base is None:
            return int(value)
        _numbers(machine, base)
        return int(value, base)
    _numbers(machine, value)
    if base is not None:
        raise TypeError("int() can't convert non-string with explicit base")
    return int(value)


def _kinds(kinds):
    for kind in kinds if type(kinds) is tuple else (kinds,):
        if type(kind) is tuple:
            yield from _kinds(kind)
        elif type(kind) is type and (kind in TYPES.values() or kind in EXCEPTIONS.values()):
            yield kind
        else:
            raise OutOfGrammar("a class of its own")


def _isinstance(machine, value, kinds):
    kinds = tuple(_kinds(kinds))
    if any(issubclass(kind, BaseException) for kind in kinds):
        raise OutOfGrammar("isinstance of an exception")
    kind = type(value)
    if kind in PLAIN or kind in TYPES.values() or is_named_tuple(kind) or is_native(value):
        return issubclass(kind, kinds)
    raise OutOfGrammar("isinstance of a %s" % kind.__name__)


def _iter(machine, values):
    return values if type(values) is Lazy else Lazy(machine.iterate(values))


def _len(machine, value):
    kind = type(value)
    if kind in PLAIN and kind not in NUMBERS and hasattr(kind, "__len__"):
        return len(value)
    if kind in KNOWN:
        raise TypeError("object of type '%s' has no len()" % kind.__name__)
    if is_named_tuple(kind) or kind is collections.deque or is_native(value):
        return len(value)
    raise OutOfGrammar("len of a %s" % kind.__name__)


def _list(machine, values=()):
    return machine.items(values)


def _tuple(machine, values=()):
    return tuple(machine.items(values))


def _map(machine, function, *values):
    if not values:
        raise TypeError("map() must have at least two arguments.")
    iterators = [machine.iterate(value) for value in values]
    return Lazy(machine.call(function, arguments, {}) for arguments in zip(*iterators))


def _zip(machine, *values, strict=False):
    if strict is not False:
        raise OutOfGrammar("zip(strict)")
    return Lazy(zip(*[machine.iterate(value) for value in values]))


def _extreme(sign):
    def find(machine, *values, key=None, **named):
        if len(values) == 1:
            values = machine.items(values[0])
        elif "default" in named or not values:
            raise TypeError("bad arguments of min or max")
        default = named.pop("default", None) if "default" in named else _MISSING
        if named:
            raise TypeError("unexpected keyword argument")
        if not values:
            if default is _MISSING:
                raise ValueError("%s() arg is an empty sequence" % ("max" if sign == ">" else "min"))
            return default
        keys = machine.sort_keys(values, key)
        best = 0
        for index in range(1, len(values)):
            machine.budget.charge(16)
            if truth(order(keys[index], keys[best], sign, machine.budget)):
                best = index
        return values[best]

    return find


_MISSING = object()


def _next(machine, iterator, *default):
    if type(iterator) is not Lazy:
        raise OutOfGrammar("next of a %s" % type(iterator).__name__)
    for value in machine.iterate(iterator):
        return value
    if default:
        return default[0]
    raise StopIteration()


def _ord(machine, value):
    if type(value) in (str, bytes):
        return ord(value)
    if type(value) not in KNOWN:
        raise OutOfGrammar("ord of a %s" % type(value).__name__)
    raise TypeError("ord() expected string of length 1, but %s found" % type(value).__name__)


def _pow(machine, base, exp, mod=None):
    _numbers(machine, base, exp)
    if mod is None:
        return binary(ast.Pow, base, exp, machine.budget)
    _numbers(machine, mod)
    if bits(exp) * bits(mod) > 200_000 or bits(mod) > 2000:
        raise OutOfGrammar("a large power")
    machine.budget.charge(bits(exp) * ((bits(mod) >> 5) + 1) ** 2 >> 2)
    return pow(base, exp, mod)


def _print(machine, *values, **named):
    """What a test prints is nobody's concern."""


def _range(machine, *bounds):
    for value in bounds:
        if type(value) not in (int, bool):
            if type(value) not in KNOWN:
                raise OutOfGrammar("a range to a %s" % type(value).__name__)
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
        if bits(value) > 62:
            raise OutOfGrammar("a large range")
    value = range(*bounds)
    if value.__len__() > LONGEST_RANGE:
        raise OutOfGrammar("a long range")
    return value


def _repr(machine, value):
    return repr_of(value, machine.budget)


def _reversed(machine, values):
    if type(values) in (set, frozenset) or type(values) in NUMBERS:
        raise TypeError("'%s' object is not reversible" % type(values).__name__)
    if type(values) not in (list, tuple, str, bytes, range):
        raise OutOfGrammar("reversed of a %s" % type(values).__name__)
    return Lazy(reversed(values))


def _round(machine, number, ndigits=None):
    _numbers(machine, number)
    if ndigits is not None:
        _numbers(machine, ndigits)
        if abs(ndigits) > 1000:
            raise OutOfGrammar("a large number of digits")
        return round(number, ndigits)
    return round(number)


def _sorted(machine, values, key=None, reverse=False):
    values = machine.items(values)
    return sort(values, machine.sort_keys(values, key), machine.truth(reverse), machine.budget)


def _str(machine, value=""):
    return machine.text(value)


def _sum(machine, values, start=0):
    items = machine.items(values)
    for value in items + [start]:
        if not is_number(value):
            if type(value) in (str, type(None)):
                raise TypeError("unsupported operand type(s) for +: 'int' and '%s'" % type(value).__name__)
            raise OutOfGrammar("a sum of other things than numbers")
    weigh(items, machine.budget)
    if bits(start) > MAX_BITS or any(bits(value) > MAX_BITS for value in items if type(value) is int):
        raise OutOfGrammar("a large number")
    return sum(items, start)


def _type(machine, value):
    kind = type(value)
    if kind in TYPES.values() or is_native(value):
        return kind
    raise OutOfGrammar("the type of a %s" % kind.__name__)


def _bytes(machine, value=b"", encoding=None):
    if type(value) is str and type(encoding) is str and encoding in ("utf-8", "utf8", "ascii"):
        machine.budget.charge(4 * len(value))
        return value.encode(encoding)
    if type(value) in (int, str) or encoding is not None:
        raise OutOfGrammar("bytes")
    items = machine.items(value)
    if not all(type(item) is int for item in items):
        raise OutOfGrammar("bytes")
    return bytes(items)


def _chr(machine, value):
    _numbers(machine, value)
    return chr(value)


def _slice(machine, *bounds):
    if not all(map(is_index, bounds)):
        raise OutOfGrammar("a slice of objects")
    return slice(*bounds)


def _object(machine):
    raise OutOfGrammar("object()")


BUILTINS = dict(
    abs=_abs, all=_all, any=_any, bin=_written(bin), chr=_chr, divmod=_divmod, enumerate=_enumerate, filter=_filter,
    format=_format, hex=_written(hex), isinstance=_isinstance, iter=_iter, len=_len, map=_map, max=_extreme(">"),
    min=_extreme("<"), next=_next, oct=_written(oct), ord=_ord, pow=_pow, print=_print, repr=_repr, reversed=_reversed,
    round=_round, sorted=_sorted, sum=_sum, zip=_zip,
)
TYPES = dict(
    bool=bool, bytes=bytes, complex=complex, dict=dict, float=float, frozenset=frozenset, int=int, list=list,
    object=object, range=range, set=set, slice=slice, str=str, tuple=tuple, type=type, NoneType=type(None),
)
CONSTRUCTORS = {
    bool: _bool, bytes: _bytes, complex: _complex, dict: _dict, float: _float, frozenset: _frozenset, int: _int,
    list: _list, object: _object, range: _range, set: _set, slice: _slice, str: _str, tuple: _tuple, type: _type,
}


def _number_function(function, at_most=None):
    def call(machine, *values):
        _numbers(machine, *values)
        if at_most is not None and any(abs(value) > at_most for value in values):
            raise OutOfGrammar("a large number")
        if at_most is not None:
            machine.budget.charge(sum(int(value) ** 2 >> 6 for value in values))
        return function(*values)

    return call


def _isclose(machine, left, right, **named):
    _numbers(machine, left, right, *named.values())
    return math.isclose(left, right, **named)


def _prod(machine, values, start=1):
    for value in machine.items(values):
        _numbers(machine, start, value)
        check_numbers(ast.Mult, start, value, machine.budget)
        start = start * value
    return start


def _fsum(machine, values):
    values = machine.items(values)
    _numbers(machine, *values)
    return math.fsum(values)


MATH = {
    name: _number_function(getattr(math, name))
    for name in (
        "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees dist erf exp exp2 expm1 fabs floor fmod frexp"
        " gamma gcd hypot isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf pow radians remainder sin sinh"
        " sqrt tan tanh trunc"
    ).split()
    if hasattr(math, name) and name not in ("dist", "ldexp")
}
MATH.update(
    {
        name: _number_function(getattr(math, name), 2000)
        for name in ("factorial", "comb", "perm")
        if hasattr(math, name)
    }
)
MATH.update(isclose=_isclose, prod=_prod, fsum=_fsum)
MATH_CONSTANTS = {name: getattr(math, name) for name in ("pi", "e", "tau", "inf", "nan")}


def _counter(machine, values=(), **named):
    if named:
        if values or any(type(count) is not int for count in named.values()):
            raise OutOfGrammar("a counter of both")
        values = named
    if type(values) in DICTS:
        machine.budget.charge(64 * len(values))
        return collections.Counter(values)
    keys = check_keys(machine.items(values), machine.budget)
    machine.budget.charge(64 * len(keys))
    return collections.Counter(keys)


def _ordered(machine, *values, **named):
    return collections.OrderedDict(_dict(machine, *values, **named))


def _deque(machine, values=(), maxlen=None):
    if maxlen is not None:
        raise OutOfGrammar("deque(maxlen)")
    return collections.deque(machine.items(values))


def _copy(machine, value):
    if type(value) not in (list, dict, set):
        return _deepcopy(machine, value)
    machine.budget.charge(24 * len(value))
    return value.copy()


def _deepcopy(machine, value):
    return _copied(machine, value, {}, 0)


def _copied(machine, value, known, depth):
    kind = type(value)
    if kind in SCALARS:
        return value
    machine.budget.step()
    if depth > 80 or kind not in (list, tuple, dict, set):
        raise OutOfGrammar("a copy of a %s" % kind.__name__)
    if id(value) in known:
        return known[id(value)]
    machine.budget.charge(24 * len(value))
    if kind is list:
        copy = known[id(value)] = []
        copy.extend([_copied(machine, item, known, depth + 1) for item in value])
    elif kind is dict:
        copy = known[id(value)] = {}
        copy.update([(key, _copied(machine, item, known, depth + 1)) for key, item in value.items()])
    elif kind is set:
        copy = known[id(value)] = set(value)
    else:
        copy = known[id(value)] = tuple([_copied(machine, item, known, depth + 1) for item in value])
    return copy


COPY = {"copy": _copy, "deepcopy": _deepcopy}
COLLECTIONS = {"Counter": _counter, "OrderedDict": _ordered, "deque": _deque}
