"""Plain Python values as bytes, and back, without pickle, marshal or eval.

``encode`` runs beside candidates, so it trusts no method of a value: types are compared by identity, and containers
are read through the built-in types' own iterators. ``decode`` runs in the judge on bytes that a candidate may have
made up: it builds only what is listed here, bounded in size, memory, depth and equal hashes, and raises ``CodecError`` on anything else.

Format: one tag byte, then a payload. ``N T F`` constants; ``i<hex>;`` ``f<repr>;`` ``c<repr>,<repr>;``
``s<n>:<utf-8>`` ``b<n>:`` ``y<n>:`` (str, bytes, bytearray); ``(...)`` tuple, ``[...]`` list, ``{...}`` set,
``<...>`` frozenset (sorted by bytes, so that equal sets of plain values encode alike), ``d...;`` dict as key, value, key, value;
``r<n>;`` the n-th list, dict, set or bytearray opened before (shared references and cycles);
``x<name>:<value>`` other types by name (see ``extensions``); ``L<handle>:<value>`` a live object, by handle.
"""

import re
from itertools import islice
from operator import length_hint

from hashing import check_hashes

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 150
# Of the containers that a message's bytes become, as an estimate: two bytes can mean a set of 216.
MAX_MEMORY = 160 * 1024 * 1024
# Lists, tuples, sets and dicts of a message, and what is in them, where that is more than a value per four bytes: what takes
# the judge longest to read, compare and write per byte.
MOST_CONTAINERS, MOST_ITEMS = 200_000, 2_000_000
# A Decimal and an integer of as many bits as this take long to compare, also as keys of one hash.
LARGEST_BESIDE_DECIMALS = 4000
LONGEST_FLOAT, LONGEST_NAME, LARGEST_EXTENSION, MOST_RECORD_CLASSES = 40, 40, 640, 100
# So many numbers of a long list are written at once, or read at once; and the largest integers among them.
RUN = 256
LARGEST_OF_RUN = 1 << 256
FLOATS, INTEGERS, NUMERIC = "f%r;" * RUN, "i%x;" * RUN, {int, float}
NUMBERS = re.compile(rb"(?:f[0-9.e+-]{1,40};|i-?[0-9a-f]{1,80};){16,4096}")


class CodecError(Exception):
    """Bytes that are not an encoded value."""


class Unencodable(Exception):
    """A value that cannot leave its process: too large, too deep, or live where no live objects are allowed."""


def exactly(value, kind):
    """A decoded value that must be of one type; whatever else it is, nothing of it is written out or iterated."""
    if type(value) is not kind:
        raise CodecError("a %s for a %s" % (type(value).__name__, kind.__name__))
    return value


class Encoder:
    """Encodes one message. ``live(value)`` gives (handle, description) for objects that stay where they are."""

    def __init__(self, live=None, extensions=None, limit=MAX_BYTES):
        self.out = []
        self.size = 0
        self.seen = {}
        self.keep = []
        #: Values of other types that who gets them may change in place, in the order in which they end.
        self.changeable = []
        self.live = live
        self.extensions = extensions
        self.limit = limit
        #: Whether the receiver sees less than the sender had: a live object, or a subclass reduced to its base.
        self.weak = False

    def encode(self, value):
        self.write(value, 0)
        return b"".join(self.out)

    def know(self, containers):
        """Numbers containers of another message first, so that a value can be one of them."""
        for container in containers:
            self.shared(container)
        self.out, self.size = [], 0

    def write(self, value, depth):
        kind = type(value)
        scalar = SCALARS.get(kind)
        if scalar is not None:
            self.put(scalar(value))
        elif kind is list or kind is tuple or kind is dict or kind is set or kind is frozenset:
            if depth > MAX_DEPTH:
                raise Unencodable("nested deeper than %d" % MAX_DEPTH)
            CONTAINERS[kind](self, value, depth + 1)
        elif kind is bytearray:
            if not self.shared(value):
                self.put(b"y%d:" % len(value) + bytes(value))
        else:
            self.write_other(value, kind, depth)

    def put(self, data):
        self.size += len(data)
        if self.size > self.limit:
            raise Unencodable("larger than %d bytes" % self.limit)
        self.out.append(data)

    def shared(self, value):
        """Writes a reference when the container was met before; else numbers it."""
        number = self.seen.get(id(value))
        if number is not None:
            self.put(b"r%d;" % number)
            return True
        self.seen[id(value)] = len(self.seen)
        self.keep.append(value)
        return False

    def sequence(self, value, iterate, opening, closing, depth):
        self.put(opening)
        write, out = self.write, self.out
        items = iterate(value)
        while length_hint(items) >= RUN:
            run = tuple(islice(items, RUN))
            data = _numbers(run)
            if data is not None:
                self.put(data)
                continue
            for item in run:
                write(item, depth)
        for item in items:
            scalar = SCALARS.get(type(item))
            if scalar is None:
                write(item, depth)
            else:
                data = scalar(item)
                self.size += len(data)
                if self.size > self.limit:
                    raise Unencodable("larger than %d bytes" % self.limit)
                out.append(data)
        self.put(closing)

    def list(self, value, depth):
        if not self.shared(value):
            self.sequence(value, list.__iter__, b"[", b"]", depth)

    def tuple(self, value, depth):
        self.sequence(value, tuple.__iter__, b"(", b")", depth)

    def dict(self, value, depth):
        if self.shared(value):
            return
        self.put(b"d")
        for key, item in dict.items(value):
            self.write(key, depth)
            self.write(item, depth)
        self.put(b";")

    def set(self, value, depth):
        if not self.shared(value):
            self.unordered(value, set.__iter__, b"{", b"}", depth)

    def frozenset(self, value, depth):
        self.unordered(value, frozenset.__iter__, b"<", b">", depth)

    def unordered(self, value, iterate, opening, closing, depth):
        self.put(opening)
        outer, items = self.out, []
        for item in iterate(value):
            self.out = []
            self.write(item, depth)
            items.append(b"".join(self.out))
        self.out = outer
        outer.extend(sorted(items))
        self.put(closing)

    def write_other(self, value, kind, depth):
        if depth > MAX_DEPTH:
            raise Unencodable("nested deeper than %d" % MAX_DEPTH)
        if self.extensions is not None:
            found = self.extensions.reduce(value, kind)
            if found is not None:
                name, plain, exact = found
                self.weak = self.weak or not exact
                if name is None:
                    self.write(plain, depth + 1)
                else:
                    self.put(b"x" + name + b":")
                    self.write(plain, depth + 1)
                    if name in self.extensions.changeable:
                        self.changeable.append(value)
                return
        if self.live is None:
            raise Unencodable("a live %s" % type_name(kind))
        self.weak = True
        handle, description = self.live(value)
        self.put(b"L%d:" % handle)
        self.write(description, depth + 1)


def _numbers(run):
    """The bytes of ``RUN`` floats and integers that are not large; None of anything else."""
    kinds = set(map(type, run))
    if kinds == {float}:
        return (FLOATS % run).encode("ascii")
    if not kinds <= NUMERIC or not all(-LARGEST_OF_RUN < item < LARGEST_OF_RUN for item in run if type(item) is int):
        return None
    form = INTEGERS if len(kinds) == 1 else "".join(["f%r;" if type(item) is float else "i%x;" for item in run])
    return (form % run).encode("ascii")


def type_name(kind):
    """A class's own name, whatever its metaclass says."""
    name = type.__getattribute__(kind, "__name__") if isinstance(kind, type) else "object"
    return name if type(name) is str else "object"


def _text(value):
    data = value.encode("utf-8", "surrogatepass")
    return b"s%d:%s" % (len(data), data)


SCALARS = {
    type(None): lambda value: b"N",
    bool: lambda value: b"T" if value else b"F",
    int: lambda value: b"i%x;" % value,
    float: lambda value: b"f%s;" % float.__repr__(value).encode("ascii"),
    complex: lambda value: b"c%s,%s;"
    % (float.__repr__(value.real).encode("ascii"), float.__repr__(value.imag).encode("ascii")),
    str: _text,
    bytes: lambda value: b"b%d:%s" % (len(value), value),
}

CONTAINERS = {
    list: Encoder.list,
    tuple: Encoder.tuple,
    dict: Encoder.dict,
    set: Encoder.set,
    frozenset: Encoder.frozenset,
}


def encode(value, live=None, extensions=None, limit=MAX_BYTES):
    """Bytes of a value; raises ``Unencodable``."""
    return Encoder(live, extensions, limit).encode(value)


class Decoder:
    """Decodes one message. ``live(handle, description)`` stands in for the sender's live objects."""

    def __init__(self, data, live=None, extensions=None):
        self.data = data
        self.at = 0
        self.seen = []
        self.changeable = []
        self.memory = self.containers = 0
        self.left = max(MOST_ITEMS, len(data) // 4)
        self.has_decimal = self.has_large = False
        self.records = set()
        self.live = live
        self.extensions = extensions

    def decode(self):
        try:
            value = self.read(0)
        except Exception as error:
            # Made-up bytes can upset any constructor in ``extensions``.
            raise CodecError("%s: %s" % (type(error).__name__, error))
        if self.at != len(self.data):
            raise CodecError("bytes left over")
        return value

    def until(self, end):
        stop = self.data.index(end, self.at)
        part = self.data[self.at:stop]
        self.at = stop + 1
        return part

    def spend(self, size):
        self.memory += size
        if self.memory > MAX_MEMORY:
            raise CodecError("takes more than %d bytes of memory" % MAX_MEMORY)

    def float(self, end):
        text = self.until(end)
        if len(text) > LONGEST_FLOAT:
            raise CodecError("a float of %d characters" % len(text))
        return float(text)

    def counted(self):
        size = _decimal(self.until(b":"))
        part = self.data[self.at:self.at + size]
        if len(part) != size:
            raise CodecError("cut short")
        self.at += size
        return part

    def items(self, closing, depth):
        items = []
        data = self.data
        while data[self.at:self.at + 1] != closing:
            if self.at >= len(data):
                raise CodecError("cut short")
            if len(items) >= 16 and depth <= MAX_DEPTH:
                run = NUMBERS.match(data, self.at)
                if run is not None:
                    self.at = run.end()
                    items += _read_numbers(run.group())
                    continue
            items.append(self.read(depth))
            if len(items) > self.left:
                raise CodecError("more than %d values" % MOST_ITEMS)
        self.at += 1
        self.left -= len(items)
        self.containers += 1
        if self.containers > MOST_CONTAINERS:
            raise CodecError("more than %d containers" % MOST_CONTAINERS)
        self.spend(56 + 8 * len(items))
        return items

    def hashable(self, items):
        """Keys of a set or dict, which must not all have one hash."""
        if items:
            if self.has_decimal and self.has_large:
                raise CodecError("a Decimal beside an integer of more than %d bits" % LARGEST_BESIDE_DECIMALS)
            check_hashes(items)
        self.spend(160 + 64 * len(items))
        return items

    def read(self, depth):
        if depth > MAX_DEPTH + 20:
            raise CodecError("nested too deep")
        tag = self.data[self.at:self.at + 1]
        self.at += 1
        reader = READERS.get(tag)
        if reader is None:
            raise CodecError("unknown tag %r" % tag)
        return reader(self, depth + 1)

    def read_list(self, depth):
        value = []
        self.seen.append(value)
        value.extend(self.items(b"]", depth))
        return value

    def read_set(self, depth):
        value = set()
        self.seen.append(value)
        value.update(self.hashable(self.items(b"}", depth)))
        return value

    def read_dict(self, depth):
        value = {}
        self.seen.append(value)
        items = self.items(b";", depth)
        if len(items) % 2:
            raise CodecError("a key without a value")
        value.update(zip(self.hashable(items[::2]), items[1::2]))
        return value

    def read_bytearray(self, depth):
        value = bytearray(self.counted())
        self.seen.append(value)
        return value

    def read_int(self, depth):
        digits = self.until(b";")
        if len(digits) > LARGEST_BESIDE_DECIMALS // 4:
            self.has_large = True
        return int(digits, 16)

    def read_complex(self, depth):
        real = self.float(b",")
        return complex(real, self.float(b";"))

    def read_extension(self, depth):
        name = self.until(b":")
        if self.extensions is None or len(name) > LONGEST_NAME:
            raise CodecError("no extensions here")
        plain = self.read(depth)
        self.spend(LARGEST_EXTENSION)
        self.has_decimal = self.has_decimal or name == b"Decimal"
        if name == b"namedtuple":
            self.records.add((plain[0], plain[1]))
            if len(self.records) > MOST_RECORD_CLASSES:
                raise CodecError("more than %d classes of named tuples" % MOST_RECORD_CLASSES)
        value = self.extensions.rebuild(name, plain)
        if name in self.extensions.changeable:
            self.changeable.append(value)
        return value

    def read_live(self, depth):
        handle = _decimal(self.until(b":"))
        description = self.read(depth)
        if self.live is None:
            raise CodecError("no live objects here")
        return self.live(handle, description)


def _read_numbers(run):
    if b"i" not in run:
        return map(float, run[1:-1].split(b";f"))
    # 102: the tag of a float.
    return [float(text[1:]) if text[0] == 102 else int(text[1:], 16) for text in run[:-1].split(b";")]


def _decimal(digits):
    if not digits.isdigit() or len(digits) > 12:
        raise CodecError("not a count: %r" % digits[:20])
    return int(digits)


READERS = {
    b"N": lambda self, depth: None,
    b"T": lambda self, depth: True,
    b"F": lambda self, depth: False,
    b"i": Decoder.read_int,
    b"f": lambda self, depth: self.float(b";"),
    b"c": Decoder.read_complex,
    b"s": lambda self, depth: self.counted().decode("utf-8", "surrogatepass"),
    b"b": lambda self, depth: bytes(self.counted()),
    b"y": Decoder.read_bytearray,
    b"(": lambda self, depth: tuple(self.items(b")", depth)),
    b"<": lambda self, depth: frozenset(self.hashable(self.items(b">", depth))),
    b"[": Decoder.read_list,
    b"{": Decoder.read_set,
    b"d": Decoder.read_dict,
    b"r": lambda self, depth: self.seen[_decimal(self.until(b";"))],
    b"x": Decoder.read_extension,
    b"L": Decoder.read_live,
}


def decode(data, live=None, extensions=None):
    """The value of ``encode``'s bytes; raises ``CodecError``."""
    return Decoder(bytes(data), live, extensions).decode()
