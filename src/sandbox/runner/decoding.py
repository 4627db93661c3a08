"""Values of ``codec``'s bytes, which a program may have made up."""

from codec import MAX_DEPTH
from extensions import BUILDERS

LONGEST_FLOAT = 40


class CodecError(Exception):
    """Bytes that are not an encoded value."""


class Decoder:
    """Decodes one message; afterwards tells what of its value is not the same as in the program's process."""

    def __init__(self, data):
        self.data, self.at, self.seen = bytes(data), 0, []
        #: Whether a set of several members is among it, whose order is not the program's; a nan within a container,
        #: which was identical to itself there.
        self.has_sets = self.has_nan = False

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

    def float(self, end, depth):
        text = self.until(end)
        if len(text) > LONGEST_FLOAT:
            raise CodecError("a float of %d characters" % len(text))
        if text == b"nan" and depth > 1:
            self.has_nan = True
        return float(text)

    def counted(self):
        size = _decimal(self.until(b":"))
        part = self.data[self.at:self.at + size]
        if len(part) != size:
            raise CodecError("cut short")
        self.at += size
        return part

    def items(self, closing, depth):
        items, data = [], self.data
        while data[self.at:self.at + 1] != closing:
            if self.at >= len(data):
                raise CodecError("cut short")
            items.append(self.read(depth))
        self.at += 1
        return items

    def members(self, closing, depth):
        items = self.items(closing, depth)
        self.has_sets = self.has_sets or len(items) > 1
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

    def opened(self, value, fill, *given):
        """A container that what is in it can refer to."""
        self.seen.append(value)
        fill(value, *given)
        return value

    def read_dict(self, depth):
        value = {}
        self.seen.append(value)
        items = self.items(b";", depth)
        if len(items) % 2:
            raise CodecError("a key without a value")
        value.update(zip(items[::2], items[1::2]))
        return value

    def read_complex(self, depth):
        real = self.float(b",", depth)
        return complex(real, self.float(b";", depth))

    def read_extension(self, depth):
        build = BUILDERS.get(self.until(b":"))
        if build is None:
            raise CodecError("unknown type")
        return build(self.read(depth))


def _decimal(digits):
    if not digits.isdigit() or len(digits) > 12:
        raise CodecError("not a count: %r" % digits[:20])
    return int(digits)


READERS = {
    b"N": lambda self, depth: None,
    b"T": lambda self, depth: True,
    b"F": lambda self, depth: False,
    b"i": lambda self, depth: int(self.until(b";"), 16),
    b"f": lambda self, depth: self.float(b";", depth),
    b"c": Decoder.read_complex,
    b"s": lambda self, depth: self.counted().decode("utf-8", "surrogatepass"),
    b"b": lambda self, depth: bytes(self.counted()),
    b"(": lambda self, depth: tuple(self.items(b")", depth)),
    b"<": lambda self, depth: frozenset(self.members(b">", depth)),
    b"[": lambda self, depth: self.opened([], lambda value: value.extend(self.items(b"]", depth))),
    b"{": lambda self, depth: self.opened(set(), lambda value: value.update(self.members(b"}", depth))),
    b"d": Decoder.read_dict,
    b"r": lambda self, depth: self.seen[_decimal(self.until(b";"))],
    b"x": Decoder.read_extension,
}


def decode(data):
    """The value of ``encode``'s bytes; raises ``CodecError``."""
    return Decoder(data).decode()
