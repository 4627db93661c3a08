"""Plain Python values as bytes, and back, without pickle, marshal or eval.

``encode`` runs in the program's process and trusts no method of a value: types are compared by identity, and containers
are read through the built-in types' own iterators. A value of any other type (a subclass, an object) is not plain:
``NotPlain``. ``decoding.decode`` runs in the comparer on bytes that a program may have made up; it builds only what is listed
there, and raises ``CodecError`` on anything else. What a message may cost is the comparer's own limit.

Format: one tag byte, then a payload. ``N T F`` constants; ``i<hex>;`` ``f<repr>;`` ``c<repr>,<repr>;``
``s<n>:<utf-8>`` ``b<n>:`` (str, bytes); ``(...)`` tuple, ``[...]`` list, ``{...}`` set,
``<...>`` frozenset (sorted by bytes, so that equal sets encode alike), ``d...;`` dict as key, value, key, value;
``r<n>;`` the n-th list, dict or set opened before (shared references and cycles);
``x<name>:<value>`` other types by name (``extensions``).
"""

from itertools import chain

from extensions import reduce

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 150


class NotPlain(Exception):
    """A value that stays in the program's process: of another type than those that may leave it, too large, or too deep."""

    def __init__(self, text, value=None):
        super().__init__(text)
        self.value = value


class Encoder:
    """Encodes one message."""

    def __init__(self, limit=MAX_BYTES):
        self.out, self.size, self.limit = [], 0, limit
        self.seen, self.keep = {}, []

    def encode(self, value):
        self.write(value, 0)
        return b"".join(self.out)

    def write(self, value, depth):
        kind = type(value)
        scalar = SCALARS.get(kind)
        if scalar is not None:
            self.put(scalar(value))
            return
        if depth > MAX_DEPTH:
            raise NotPlain("nested deeper than %d" % MAX_DEPTH)
        container = CONTAINERS.get(kind)
        if container is not None:
            iterate, opening, closing, is_shared, is_sorted = container
            if not (is_shared and self.shared(value)):
                self.put(opening)
                if is_sorted:
                    self.unordered(iterate(value), depth + 1)
                else:
                    for item in iterate(value):
                        self.write(item, depth + 1)
                self.put(closing)
        else:
            found = reduce(value, kind)
            if found is None:
                raise NotPlain("a %s" % type_name(kind), value)
            self.put(b"x" + found[0] + b":")
            self.write(found[1], depth + 1)

    def put(self, data):
        self.size += len(data)
        if self.size > self.limit:
            raise NotPlain("larger than %d bytes" % self.limit)
        self.out.append(data)

    def shared(self, value):
        """Writes a reference where the container was met before; else numbers it."""
        number = self.seen.get(id(value))
        if number is not None:
            self.put(b"r%d;" % number)
            return True
        self.seen[id(value)] = len(self.seen)
        self.keep.append(value)
        return False

    def unordered(self, items, depth):
        outer, texts = self.out, []
        for item in items:
            self.out = []
            self.write(item, depth)
            texts.append(b"".join(self.out))
        self.out = outer
        outer.extend(sorted(texts))


def type_name(kind):
    """A class's own name, whatever its metaclass says."""
    name = type.__getattribute__(kind, "__name__") if isinstance(kind, type) else "object"
    return name if type(name) is str else "object"


def _text(value):
    data = value.encode("utf-8", "surrogatepass")
    return b"s%d:%s" % (len(data), data)


def _float(value):
    return float.__repr__(value).encode("ascii")


SCALARS = {
    type(None): lambda value: b"N",
    bool: lambda value: b"T" if value else b"F",
    int: lambda value: b"i%x;" % value,
    float: lambda value: b"f%s;" % _float(value),
    complex: lambda value: b"c%s,%s;" % (_float(value.real), _float(value.imag)),
    str: _text,
    bytes: lambda value: b"b%d:%s" % (len(value), value),
}
#: By type: its own iterator, what stands around its items, whether it can be met again, whether its order says nothing.
CONTAINERS = {
    list: (list.__iter__, b"[", b"]", True, False),
    tuple: (tuple.__iter__, b"(", b")", False, False),
    dict: (lambda value: chain.from_iterable(dict.items(value)), b"d", b";", True, False),
    set: (set.__iter__, b"{", b"}", True, True),
    frozenset: (frozenset.__iter__, b"<", b">", False, True),
}


def encode(value, limit=MAX_BYTES):
    """Bytes of a value; raises ``NotPlain``."""
    return Encoder(limit).encode(value)
