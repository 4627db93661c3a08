"""Types beyond the plain built-ins that leave the program's process by value: exact ones, whose every operation is known.

``reduce`` runs in the program's process and gives (name, plain value); ``BUILDERS`` run in the comparer and build nothing
but what is listed.
"""

import builtins
import collections
import importlib
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
    found = KNOWN.get(kind)
    if found is None:
        module, name = (type.__getattribute__(kind, each) for each in ("__module__", "__name__"))
        if module == "numpy":
            return _reduce_numpy(value, kind)
        found = LIBRARY.get((module, name))
        if found is None or kind is not getattr(sys.modules.get(module), name, None):
            return None
    name, plain_of, _ = found
    plain = plain_of(value)
    return None if plain is None else (name, plain)


def _reduce_numpy(value, kind):
    numpy = sys.modules.get("numpy")
    if numpy is None or not (kind is numpy.ndarray or issubclass(kind, numpy.generic)):
        return None
    if value.dtype.kind not in NUMPY_KINDS or value.dtype.names:
        return None
    if kind is numpy.ndarray:
        return b"array", (value.dtype.str, value.shape, value.tobytes())
    return b"scalar", (value.dtype.str, value.tobytes())


def _naive(names):
    """The numbers of a date or time; None where a time zone decides."""
    return lambda value: None if getattr(value, "tzinfo", None) else tuple(getattr(value, name) for name in names.split())


def _exactly(value, kind):
    """No builder iterates anything but what was decoded for it: a short range could stand for millions of items."""
    if type(value) is not kind:
        raise ValueError("a %s for a %s" % (type(value).__name__, kind.__name__))
    return value


def _pairs(plain):
    return [_exactly(pair, tuple) for pair in _exactly(plain, tuple)]


def _integers(plain):
    return [_exactly(number, int) for number in _exactly(plain, tuple)]


def _numbers(dtype, data):
    import numpy

    if not DTYPE.fullmatch(_exactly(dtype, str)):
        raise ValueError("dtype %r" % dtype[:40])
    return numpy.frombuffer(_exactly(data, bytes), dtype=numpy.dtype(dtype))


def _array(plain):
    dtype, shape, data = plain
    return _numbers(dtype, data).reshape(_exactly(shape, tuple)).copy()


#: By type: its name, the plain value of one (None where there is none), and how that becomes one again.
KNOWN = {
    range: (b"range", lambda value: (value.start, value.stop, value.step), lambda plain: range(*_exactly(plain, tuple))),
    collections.OrderedDict: (
        b"OrderedDict",
        lambda value: tuple(collections.OrderedDict.items(value)),
        lambda plain: collections.OrderedDict(_pairs(plain)),
    ),
    collections.Counter: (
        b"Counter", lambda value: tuple(dict.items(value)), lambda plain: collections.Counter(dict(_pairs(plain)))
    ),
    collections.defaultdict: (
        b"defaultdict",
        lambda value: (TYPE_NAMES.get(value.default_factory, ""), tuple(dict.items(value))),
        lambda plain: collections.defaultdict(TYPES.get(plain[0]), _pairs(plain[1])),
    ),
}


def _library(module, name, plain_of, check=_integers):
    """A class of a module that no zygote loads for it, since each fork pays for what is loaded."""
    return name.encode(), plain_of, lambda plain: getattr(importlib.import_module(module), name)(*check(plain))


#: The same by module and name.
LIBRARY = {
    (module, name): _library(module, name, *more)
    for module, name, *more in (
        ("datetime", "date", _naive("year month day")),
        ("datetime", "time", _naive("hour minute second microsecond")),
        ("datetime", "datetime", _naive("year month day hour minute second microsecond")),
        ("datetime", "timedelta", _naive("days seconds microseconds")),
        ("fractions", "Fraction", lambda value: (int(value.numerator), int(value.denominator))),
        ("decimal", "Decimal", lambda value: tuple(value.as_tuple()), lambda plain: [_exactly(plain, tuple)]),
    )
}
BUILDERS = {name: build for name, _, build in (*KNOWN.values(), *LIBRARY.values())}
BUILDERS.update({b"array": _array, b"scalar": lambda plain: _numbers(*plain)[0]})
