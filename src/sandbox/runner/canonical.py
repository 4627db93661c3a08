"""Text of a value for records: the same for equal plain values, whatever process or order it came from; bounded."""

import collections
import re

LIMIT = 2000
# Text beyond this does not enter the hash; shared structure can spell out to more than any memory.
MAX_TEXT = 512 * 1024
MAX_DEPTH = 160
MAPPINGS = (collections.OrderedDict, collections.Counter, collections.defaultdict)
ADDRESS = re.compile(" at 0x[0-9a-fA-F]+>")
PLAIN = (type(None), bool, int, float, complex, str, bytes, bytearray)
CONTAINERS = (list, tuple, set, frozenset, dict)


def canonical_text(value):
    """``repr``-like text: sets sorted, dicts in their order, huge integers in hex, cycles as ``...``.

    Longer text is cut and carries the hash of the whole, or of the first ``MAX_TEXT`` characters.
    """
    writer = _Writer()
    try:
        writer.write(value)
    except _Full:
        pass
    text = "".join(writer.parts)[:MAX_TEXT]
    if len(text) <= LIMIT:
        return text
    import hashlib

    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return "%s... (%d characters, sha256 %s)" % (text[: LIMIT - 60], len(text), digest)


class _Full(Exception):
    """The text is as long as it may be."""


class _Writer:
    def __init__(self):
        self.parts, self.length, self.around = [], 0, []

    def put(self, text):
        self.parts.append(text)
        self.length += len(text)
        if self.length > MAX_TEXT:
            raise _Full()

    def write(self, value):
        kind = type(value)
        if kind is int:
            self.put(str(value) if value.bit_length() < 12000 else hex(value))
        elif kind in PLAIN or isinstance(value, type):
            self.put(repr(value))
        elif kind not in CONTAINERS and kind not in MAPPINGS:
            self.put(_by_repr(value))
        elif len(self.around) > MAX_DEPTH or any(value is container for container in self.around):
            self.put("...")
        else:
            self.around.append(value)
            if kind in CONTAINERS:
                self.write_container(value, kind)
            else:
                self.put(kind.__name__ + "(")
                self.write_container(dict(value), dict)
                self.put(")")
            self.around.pop()

    def write_container(self, value, kind):
        if kind is set or kind is frozenset:
            items = self.sorted_items(value)
            body = "{%s}" % ", ".join(items) if items else "set()"
            self.put(body if kind is set else "frozenset(%s)" % (body if items else ""))
            return
        self.put("{" if kind is dict else "[" if kind is list else "(")
        for index, item in enumerate(value):
            self.put(", " if index else "")
            self.write(item)
            if kind is dict:
                self.put(": ")
                self.write(value[item])
        self.put("}" if kind is dict else "]" if kind is list else ",)" if len(value) == 1 else ")")

    def sorted_items(self, value):
        outer, items, length = self.parts, [], self.length
        for item in value:
            self.parts = []
            self.write(item)
            items.append("".join(self.parts))
        # Counted again as one text.
        self.parts, self.length = outer, length
        return sorted(items)


def _by_repr(value):
    try:
        # Where an object lies in memory says nothing of it, and differs from cell to cell.
        return ADDRESS.sub(">", repr(value))
    except Exception:
        return "<%s>" % type(value).__name__
