"""Types beyond the plain built-ins that leave the program's process by value: exact ones, whose every operation is known.

``reduce`` runs in the program's process and gives (name, plain value); ``BUILDERS`` run in the comparer and build nothing
but what is listed.
"""

import builtins
import functools
import importlib
import operator
import re
import sys

TYPES = {
    name: value for name, value in vars(builtins).items() if isinstance(value, type) and not name.startswith("_")
}
TYPE_NAMES = {value: name for name, value in TYPES.items()}
NUMPY_KINDS = "biufcSUMm?"
DTYPE = re.compile(r"[<>|=]?[biufcSUMm?]\d{0,7}(\[\d{0,6}[A-Za-z]{0,11}\])?")


def reduce(value, kind):
    """(name, plain value) of a value of a known type; None of any other."""
    module, name = (type.__getattribute__(kind, each) for each in ("__module__", "__name__"))
    if module == "numpy":
        return _reduce_numpy(value, kind)
    plain_of = PLAIN.get((module, name))
    if plain_of is None or kind is not getattr(sys.modules.get(module), name, None):
        return None
    plain = plain_of(value)
    return None if plain is None else (name.encode(), plain)


def _reduce_numpy(value, kind):
    numpy = sys.modules.get("numpy")
    if numpy is None or not (kind is numpy.ndarray or issubclass(kind, numpy.generic)):
        return None
    if value.dtype.kind not in NUMPY_KINDS or not value.dtype.itemsize:
        return None
    if kind is numpy.ndarray:
        # Not where the program says how arrays are shown.
        return None if numpy.get_printoptions()["precision"] != 8 else (b"array", (value.dtype.str, value.shape, value.tobytes()))
    return b"scalar", (value.dtype.str, value.tobytes())


def _naive(names):
    """The numbers of a date or time; None where a time zone or a fold decides."""
    read = operator.attrgetter(*names.split())
    return lambda value: None if getattr(value, "tzinfo", None) or getattr(value, "fold", 0) else read(value)


def _exactly(value, kind):
    """No builder iterates anything but what was decoded for it: a short range could stand for millions of items."""
    if type(value) is not kind:
        raise ValueError("a %s for a %s" % (type(value).__name__, kind.__name__))
    return value


def _pairs(plain):
    return [_exactly(pair, tuple) for pair in _exactly(plain, tuple)]


def _of_integers(kind, plain):
    return kind(*[_exactly(number, int) for number in _exactly(plain, tuple)])


def _numbers(dtype, data):
    import numpy

    if not DTYPE.fullmatch(_exactly(dtype, str)):
        raise ValueError("dtype %r" % dtype[:40])
    return numpy.frombuffer(_exactly(data, bytes), dtype=numpy.dtype(dtype))


def _array(plain):
    dtype, shape, data = plain
    return _numbers(dtype, data).reshape(_exactly(shape, tuple)).copy()


def _context():
    """What arithmetic with decimals follows: a program's goes with each of its numbers."""
    return sys.modules["decimal"].getcontext()


def _decimal(kind, plain):
    parts, _context().prec, _context().rounding = plain
    return kind(_exactly(parts, tuple))


def _build(module, name, make, plain):
    # No zygote loads a module for it: each fork pays for what is loaded.
    return make(getattr(importlib.import_module(module), name), plain)


#: By module and name of a type: the plain value of one (None where there is none), and how type and plain value make one again.
KNOWN = {
    ("builtins", "range"): (lambda value: (value.start, value.stop, value.step), _of_integers),
    ("collections", "OrderedDict"): (lambda value: tuple(type(value).items(value)), lambda kind, plain: kind(_pairs(plain))),
    ("collections", "Counter"): (lambda value: tuple(dict.items(value)), lambda kind, plain: kind(dict(_pairs(plain)))),
    ("collections", "defaultdict"): (
        lambda value: (TYPE_NAMES.get(value.default_factory, ""), tuple(dict.items(value))),
        lambda kind, plain: kind(TYPES.get(plain[0]), _pairs(plain[1])),
    ),
    ("datetime", "date"): (_naive("year month day"), _of_integers),
    ("datetime", "time"): (_naive("hour minute second microsecond"), _of_integers),
    ("datetime", "datetime"): (_naive("year month day hour minute second microsecond"), _of_integers),
    ("datetime", "timedelta"): (_naive("days seconds microseconds"), _of_integers),
    ("fractions", "Fraction"): (lambda value: (int(value.numerator), int(value.denominator)), _of_integers),
    ("decimal", "Decimal"): (
        lambda value: None if value.is_nan() else (tuple(value.as_tuple()), _context().prec, _context().rounding), _decimal,
    ),
}
PLAIN = {key: plain_of for key, (plain_of, _) in KNOWN.items()}
BUILDERS = {key[1].encode(): functools.partial(_build, *key, make) for key, (_, make) in KNOWN.items()}
BUILDERS.update({b"array": _array, b"scalar": lambda plain: _numbers(*plain)[0]})
