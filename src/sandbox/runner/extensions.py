"""Types beyond the plain built-ins that may cross between candidate and judge by value.

``reduce`` runs beside the candidate: (name, plain value, exact), name None for the plain value itself, exact False when
a subclass is reduced to its base. ``rebuild`` runs in the judge and builds nothing but what is listed.
"""

import builtins
import collections
import keyword
import operator
import re
import sys

from hashing import check_hashes

KEYS, VALUES, ITEMS = type({}.keys()), type({}.values()), type({}.items())
BASES = (str, int, float, complex, bytes, tuple, list, dict, set, frozenset, bytearray)
TYPES = {
    name: value for name, value in vars(builtins).items() if isinstance(value, type) and not name.startswith("_")
}
TYPE_NAMES = {value: name for name, value in TYPES.items()}
# A test that sums a longer one could not be interrupted.
LONGEST_RANGE = 10_000_000
NUMPY_KINDS = "biufcSUMm?"
DTYPE = re.compile(r"[<>|=]?[biufcSUMm?]\d{0,7}(\[\d{0,6}[A-Za-z]{0,11}\])?")
#: Numbers of a time with an offset.
AWARE = {"time": 5, "datetime": 8}
# Beyond these, arithmetic between a Decimal or Fraction and another number could take minutes.
MOST_DIGITS, LARGEST_EXPONENT, MOST_BITS = 5000, 5000, 40_000
# Classes of named tuples are kept for later answers, so their names must be short.
MOST_FIELDS, MOST_CLASSES, LONGEST_RECORD_NAME = 100, 1000, 200


def _reduce_date(value):
    return tuple(getattr(value, field) for field in ("year", "month", "day"))


def _reduce_time(value):
    """With the microseconds of a fixed offset behind; None where another time zone decides."""
    plain = (value.hour, value.minute, value.second, value.microsecond)
    if value.tzinfo is None:
        return plain
    if type(value.tzinfo) is not sys.modules["datetime"].timezone:
        return None
    offset = value.tzinfo.utcoffset(None)
    return (*plain, (offset.days * 86400 + offset.seconds) * 1_000_000 + offset.microseconds)


def _reduce_datetime(value):
    time = _reduce_time(value)
    return None if time is None else _reduce_date(value) + time


class Extensions:
    """The known types; modules that nobody imported cost nothing."""

    #: Those that can be changed in place; see ``changes``.
    changeable = frozenset((b"deque", b"OrderedDict", b"Counter", b"defaultdict", b"array"))

    def reduce(self, value, kind):
        special = REDUCERS.get(kind)
        if special is not None:
            name, function = special
            plain = function(value)
            return None if plain is None else (name, plain, True)
        if isinstance(value, type):
            name = TYPE_NAMES.get(value)
            return None if name is None else (b"type", name, True)
        module = type.__getattribute__(kind, "__module__")
        if module in ("datetime", "fractions", "decimal") and kind.__name__ in LAZY:
            if kind is getattr(sys.modules.get(module), kind.__name__, None):
                plain = LAZY[kind.__name__](value)
                if plain is not None:
                    return (kind.__name__.encode(), plain, True)
        if module == "numpy":
            found = self.reduce_numpy(value, kind)
            if found is not None:
                return found
        return self.reduce_subclass(value, kind)

    def reduce_numpy(self, value, kind):
        numpy = sys.modules.get("numpy")
        if numpy is None:
            return None
        if kind is numpy.ndarray:
            if value.dtype.kind == "O":
                return (b"objects", (value.shape, value.ravel().tolist()), True)
            if value.dtype.kind in NUMPY_KINDS:
                return (b"array", (value.dtype.str, value.shape, value.tobytes()), True)
        elif issubclass(kind, numpy.generic) and value.dtype.kind in NUMPY_KINDS:
            return (b"scalar", (value.dtype.str, value.tobytes()), True)
        return None

    def reduce_subclass(self, value, kind):
        mro = type.__getattribute__(kind, "__mro__")
        for base in BASES:
            if base in mro:
                break
        else:
            return None
        if base is tuple and "_fields" in kind.__dict__ and mro[1] is tuple:
            fields = kind.__dict__["_fields"]
            if type(fields) is tuple and all(type(field) is str for field in fields):
                return (b"namedtuple", (kind.__name__, fields, tuple(tuple.__iter__(value))), True)
        if "enum" in sys.modules and issubclass(kind, sys.modules["enum"].Enum):
            return None
        return (None, BASE_VALUES[base](value), False)

    def rebuild(self, name, plain):
        builder = BUILDERS.get(name)
        if builder is None:
            raise ValueError("unknown extension %r" % name[:40])
        return builder(plain)


BASE_VALUES = {
    str: lambda value: str.__str__(value) if type(str.__str__(value)) is str else "".join(str.__iter__(value)),
    int: int.__int__,
    float: float.__float__,
    complex: lambda value: complex(complex.real.__get__(value), complex.imag.__get__(value)),
    bytes: lambda value: b"".join([bytes.__getitem__(value, slice(None))]),
    bytearray: lambda value: bytes(bytearray.__getitem__(value, slice(None))),
    tuple: lambda value: tuple(tuple.__iter__(value)),
    list: lambda value: list(list.__iter__(value)),
    dict: lambda value: dict(dict.items(value)),
    set: lambda value: set(set.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}
REDUCERS = {
    range: (b"range", lambda value: (value.start, value.stop, value.step)),
    slice: (b"slice", lambda value: (value.start, value.stop, value.step)),
    type(Ellipsis): (b"constant", lambda value: "Ellipsis"),
    type(NotImplemented): (b"constant", lambda value: "NotImplemented"),
    collections.OrderedDict: (b"OrderedDict", lambda value: tuple(collections.OrderedDict.items(value))),
    collections.Counter: (b"Counter", lambda value: tuple(dict.items(value))),
    collections.deque: (b"deque", lambda value: (tuple(collections.deque.__iter__(value)), value.maxlen)),
    collections.defaultdict: (
        b"defaultdict",
        lambda value: (TYPE_NAMES.get(value.default_factory, ""), tuple(dict.items(value))),
    ),
    KEYS: (b"keys", tuple),
    VALUES: (b"values", tuple),
    ITEMS: (b"items", tuple),
    memoryview: (b"memoryview", lambda value: value.tobytes()),
}
LAZY = {
    "date": _reduce_date,
    "time": _reduce_time,
    "datetime": _reduce_datetime,
    "timedelta": lambda value: (value.days, value.seconds, value.microseconds),
    "Fraction": lambda value: (int(value.numerator), int(value.denominator)),
    "Decimal": lambda value: (value.as_tuple().sign, value.as_tuple().digits, value.as_tuple().exponent),
}


def _numpy():
    import numpy

    return numpy


def _dtype(name):
    if not DTYPE.fullmatch(str(name)):
        raise ValueError("dtype %r" % str(name)[:40])
    dtype = _numpy().dtype(str(name))
    if dtype.kind not in NUMPY_KINDS:
        raise ValueError("dtype %r" % name)
    return dtype


def _exactly(value, kind):
    """No builder iterates anything but what was decoded for it: a short range could stand for millions of items."""
    if type(value) is not kind:
        raise ValueError("a %s for a %s" % (type(value).__name__, kind.__name__))
    return value


def _pairs(plain):
    pairs = [_exactly(pair, tuple) for pair in _exactly(plain, tuple)]
    check_hashes([key for key, _ in pairs])
    return pairs


def _keys(plain):
    check_hashes(_exactly(plain, tuple))
    return plain


def _array(plain):
    dtype, shape, data = plain
    return _numpy().frombuffer(_exactly(data, bytes), dtype=_dtype(dtype)).reshape(_exactly(shape, tuple)).copy()


def _objects(plain):
    shape, items = plain
    array = _numpy().empty(len(_exactly(items, list)), dtype=object)
    for index, item in enumerate(items):
        array[index] = item
    return array.reshape(_exactly(shape, tuple))


def _scalar(plain):
    dtype, data = plain
    return _numpy().frombuffer(_exactly(data, bytes), dtype=_dtype(dtype))[0]


_records = {}


def record_class(name, fields):
    """What ``collections.namedtuple(name, fields, rename=True)`` makes, without running text for it."""
    found = _records.get((name, fields))
    if found is not None:
        return found
    if max(map(len, (name,) + fields)) > LONGEST_RECORD_NAME:
        raise ValueError("a named tuple with a name that long")
    if len(fields) > MOST_FIELDS or not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError("no named tuple")
    if len(_records) >= MOST_CLASSES:
        _records.clear()
    names, used = [], set()
    for index, field in enumerate(fields):
        good = field.isidentifier() and not keyword.iskeyword(field) and not field.startswith("_") and field not in used
        names.append(field if good else "_%d" % index)
        used.add(field)

    def make(kind, *values, **named):
        values += tuple(named.pop(field) for field in names[len(values):])
        if named or len(values) != len(names):
            raise TypeError("expected %d arguments" % len(names))
        return tuple.__new__(kind, values)

    members = {
        "__slots__": (),
        "_fields": tuple(names),
        "__new__": make,
        "__repr__": lambda self: "%s(%s)" % (name, ", ".join("%s=%r" % pair for pair in zip(names, self))),
        "__getnewargs__": tuple,
        "_asdict": lambda self: dict(zip(names, self)),
        "_make": classmethod(lambda kind, values: kind(*values)),
        "_replace": lambda self, **named: type(self)(*[named.pop(key, old) for key, old in zip(names, self)], **named),
    }
    members.update((field, property(operator.itemgetter(index))) for index, field in enumerate(names))
    found = _records[name, fields] = type(name, (tuple,), members)
    return found


def _namedtuple(plain):
    name, fields, values = plain
    fields = tuple(_exactly(field, str) for field in _exactly(fields, tuple))
    return record_class(_exactly(name, str), fields)(*_exactly(values, tuple))


def _datetime_class(name):
    def build(plain):
        import datetime

        numbers = [_exactly(number, int) for number in _exactly(plain, tuple)]
        if len(numbers) == AWARE.get(name):
            numbers[-1] = datetime.timezone(datetime.timedelta(microseconds=numbers[-1]))
        return getattr(datetime, name)(*numbers)

    return build


def _fraction(plain):
    import fractions

    numerator, denominator = [_exactly(number, int) for number in _exactly(plain, tuple)]
    if max(numerator.bit_length(), denominator.bit_length()) > MOST_BITS:
        raise ValueError("a fraction of large numbers")
    return fractions.Fraction(numerator, denominator)


def _decimal(plain):
    import decimal

    sign, digits, exponent = _exactly(plain, tuple)
    if len(_exactly(digits, tuple)) > MOST_DIGITS or exponent not in ("F", "n", "N") and not (
        -LARGEST_EXPONENT <= _exactly(exponent, int) <= LARGEST_EXPONENT
    ):
        raise ValueError("a decimal number out of range")
    return decimal.Decimal((sign, digits, exponent))


def _defaultdict(plain):
    factory, items = plain
    return collections.defaultdict(TYPES.get(_exactly(factory, str)), _pairs(items))


def _deque(plain):
    items, longest = plain
    return collections.deque(_exactly(items, tuple), longest)


def _type(name):
    return TYPES[_exactly(name, str)]


def _range(plain):
    value = range(*[_exactly(number, int) for number in _exactly(plain, tuple)])
    if len(value) > LONGEST_RANGE:
        raise ValueError("a range of %d items" % len(value))
    return value


BUILDERS = {
    b"range": _range,
    b"slice": lambda plain: slice(*_exactly(plain, tuple)),
    b"constant": lambda plain: {"Ellipsis": Ellipsis, "NotImplemented": NotImplemented}[plain],
    b"OrderedDict": lambda plain: collections.OrderedDict(_pairs(plain)),
    b"Counter": lambda plain: collections.Counter(dict(_pairs(plain))),
    b"deque": _deque,
    b"defaultdict": _defaultdict,
    b"keys": lambda plain: dict.fromkeys(_keys(plain)).keys(),
    b"values": lambda plain: dict(enumerate(_exactly(plain, tuple))).values(),
    b"items": lambda plain: dict(_pairs(plain)).items(),
    b"memoryview": lambda plain: memoryview(_exactly(plain, bytes)),
    b"type": _type,
    b"date": _datetime_class("date"),
    b"time": _datetime_class("time"),
    b"datetime": _datetime_class("datetime"),
    b"timedelta": _datetime_class("timedelta"),
    b"Fraction": _fraction,
    b"Decimal": _decimal,
    b"array": _array,
    b"objects": _objects,
    b"scalar": _scalar,
    b"namedtuple": _namedtuple,
}
EXTENSIONS = Extensions()
