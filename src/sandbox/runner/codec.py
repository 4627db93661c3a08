"""Plain Python values as bytes, and back, without pickle, marshal or eval.

``encode`` runs beside candidates, so it trusts no method of a value: types are compared by identity, and containers
are read through the built-in types' own iterators. ``decode`` runs in the judge on bytes that a candidate may have
made up: it builds only what is listed here, bounded in size and depth, and raises ``CodecError`` on anything else.

Format: one tag byte, then a payload. ``N T F`` constants; ``i<hex>;`` ``f<repr>;`` ``c<repr>,<repr>;``
``s<n>:<utf-8>`` ``b<n>:`` ``y<n>:`` (str, bytes, bytearray); ``(...)`` tuple, ``[...]`` list, ``{...}`` set,
``<...>`` frozenset (sorted by bytes, so that equal sets of plain values encode alike), ``d...;`` dict as key, value, key, value;
``r<n>;`` the n-th list, dict, set or bytearray opened before (shared references and cycles);
``x<name>:<value>`` other types by name (see ``extensions``); ``L<handle>:<value>`` a live object, by handle.
"""

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 150


class CodecError(Exception):
    """Bytes that are not an encoded value."""


class Unencodable(Exception):
    """A value that cannot leave its process: too large, too deep, or live where no live objects are allowed."""


class Encoder:
    """Encodes one message. ``live(value)`` gives (handle, description) for objects that stay where they are."""

    def __init__(self, live=None, extensions=None, limit=MAX_BYTES):
        self.out = []
        self.size = 0
        self.seen = {}
        self.keep = []
        self.live = live
        self.extensions = extensions
        self.limit = limit
        #: Whether the receiver sees less than the sender had: a live object, or a subclass reduced to its base.
        self.weak = False

    def encode(self, value):
        self.write(value, 0)
        return b"".join(self.out)

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
        for item in iterate(value):
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
                return
        if self.live is None:
            raise Unencodable("a live %s" % type_name(kind))
        self.weak = True
        handle, description = self.live(value)
        self.put(b"L%d:" % handle)
        self.write(description, depth + 1)


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
            items.append(self.read(depth))
        self.at += 1
        return items

    def read(self, depth):
        if depth > MAX_DEPTH * 3:
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
        for item in self.items(b"}", depth):
            # One by one, so that a timer can interrupt a set of equal hashes.
            value.add(item)
        return value

    def read_dict(self, depth):
        value = {}
        self.seen.append(value)
        items = self.items(b";", depth)
        if len(items) % 2:
            raise CodecError("a key without a value")
        for index in range(0, len(items), 2):
            value[items[index]] = items[index + 1]
        return value

    def read_bytearray(self, depth):
        value = bytearray(self.counted())
        self.seen.append(value)
        return value

    def read_complex(self, depth):
        real = float(self.until(b","))
        return complex(real, float(self.until(b";")))

    def read_extension(self, depth):
        name = self.until(b":")
        plain = self.read(depth)
        if self.extensions is None:
            raise CodecError("no extensions here")
        return self.extensions.rebuild(name, plain)

    def read_live(self, depth):
        handle = _decimal(self.until(b":"))
        description = self.read(depth)
        if self.live is None:
            raise CodecError("no live objects here")
        return self.live(handle, description)


def _decimal(digits):
    if not digits.isdigit() or len(digits) > 12:
        raise CodecError("not a count: %r" % digits[:20])
    return int(digits)


READERS = {
    b"N": lambda self, depth: None,
    b"T": lambda self, depth: True,
    b"F": lambda self, depth: False,
    b"i": lambda self, depth: int(self.until(b";"), 16),
    b"f": lambda self, depth: float(self.until(b";")),
    b"c": Decoder.read_complex,
    b"s": lambda self, depth: self.counted().decode("utf-8", "surrogatepass"),
    b"b": lambda self, depth: bytes(self.counted()),
    b"y": Decoder.read_bytearray,
    b"(": lambda self, depth: tuple(self.items(b")", depth)),
    b"<": lambda self, depth: frozenset(self.items(b">", depth)),
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
