"""Types beyond the plain built-ins that leave the program's process by value: exact ones, whose every operation is known.

``reduce`` runs in the program's process and gives (name, plain value); ``BUILDERS`` run in the comparer and build nothing
but what is listed.
"""

import builtins
import collections
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
    special = REDUCERS.get(kind)
    if special is not None:
        return special[0], special[1](value)
    if kind is type:
        name = TYPE_NAMES.get(value)
        return None if name is None else (b"type", name)
    module = type.__getattribute__(kind, "__module__")
    if module == "numpy":
        return _reduce_numpy(value, kind)
    lazy = LAZY.get((module, type.__getattribute__(kind, "__name__")))
    if lazy is not None and kind is getattr(sys.modules.get(module), kind.__name__, None):
        plain = lazy(value)
        return None if plain is None else (kind.__name__.encode(), plain)
    return None


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


REDUCERS = {
    range: (b"range", lambda value: (value.start, value.stop, value.step)),
    type(Ellipsis): (b"constant", lambda value: "Ellipsis"),
    collections.OrderedDict: (b"OrderedDict", lambda value: tuple(collections.OrderedDict.items(value))),
    collections.Counter: (b"Counter", lambda value: tuple(dict.items(value))),
    collections.deque: (b"deque", lambda value: (tuple(collections.deque.__iter__(value)), value.maxlen)),
    collections.defaultdict: (
        b"defaultdict",
        lambda value: (TYPE_NAMES.get(value.default_factory, ""), tuple(dict.items(value))),
    ),
    type({}.keys()): (b"keys", tuple),
    type({}.values()): (b"values", tuple),
    type({}.items()): (b"items", tuple),
}
LAZY = {
    ("datetime", "date"): _naive("year month day"),
    ("datetime", "time"): _naive("hour minute second microsecond"),
    ("datetime", "datetime"): _naive("year month day hour minute second microsecond"),
    ("datetime", "timedelta"): _naive("days seconds microseconds"),
    ("fractions", "Fraction"): lambda value: (int(value.numerator), int(value.denominator)),
    ("decimal", "Decimal"): lambda value: tuple(value.as_tuple()),
}


def _exactly(value, kind):
    """No builder iterates anything but what was decoded for it: a short range could stand for millions of items."""
    if type(value) is not kind:
        raise ValueError("a %s for a %s" % (type(value).__name__, kind.__name__))
    return value


def _pairs(plain):
    return [_exactly(pair, tuple) for pair in _exactly(plain, tuple)]


def _dtype(name):
    import numpy

    if not DTYPE.fullmatch(_exactly(name, str)):
        raise ValueError("dtype %r" % name[:40])
    return numpy.dtype(name)


def _array(plain):
    import numpy

    dtype, shape, data = plain
    return numpy.frombuffer(_exactly(data, bytes), dtype=_dtype(dtype)).reshape(_exactly(shape, tuple)).copy()


def _scalar(plain):
    import numpy

    dtype, data = plain
    return numpy.frombuffer(_exactly(data, bytes), dtype=_dtype(dtype))[0]


def _dated(name):
    def build(plain):
        import datetime

        return getattr(datetime, name)(*[_exactly(number, int) for number in _exactly(plain, tuple)])

    return build


def _fraction(plain):
    import fractions

    return fractions.Fraction(*[_exactly(number, int) for number in _exactly(plain, tuple)])


def _decimal(plain):
    import decimal

    return decimal.Decimal(_exactly(plain, tuple))


BUILDERS = {
    b"range": lambda plain: range(*_exactly(plain, tuple)),
    b"constant": lambda plain: {"Ellipsis": Ellipsis}[plain],
    b"OrderedDict": lambda plain: collections.OrderedDict(_pairs(plain)),
    b"Counter": lambda plain: collections.Counter(dict(_pairs(plain))),
    b"deque": lambda plain: collections.deque(_exactly(plain[0], tuple), plain[1]),
    b"defaultdict": lambda plain: collections.defaultdict(TYPES.get(plain[0]), _pairs(plain[1])),
    b"keys": lambda plain: dict.fromkeys(_exactly(plain, tuple)).keys(),
    b"values": lambda plain: dict(enumerate(_exactly(plain, tuple))).values(),
    b"items": lambda plain: dict(_pairs(plain)).items(),
    b"type": lambda name: TYPES[_exactly(name, str)],
    b"date": _dated("date"),
    b"time": _dated("time"),
    b"datetime": _dated("datetime"),
    b"timedelta": _dated("timedelta"),
    b"Fraction": _fraction,
    b"Decimal": _decimal,
    b"array": _array,
    b"scalar": _scalar,
}
