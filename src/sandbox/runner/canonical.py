"""Text of a value for records: the same for equal plain values, whatever process or order it came from; bounded."""

import collections
import hashlib

LIMIT = 2000
COLLECTIONS = {
    collections.OrderedDict: lambda value: dict(value.items()),
    collections.Counter: lambda value: dict(value.items()),
    collections.defaultdict: lambda value: dict(value.items()),
    collections.deque: list,
    type({}.keys()): list,
    type({}.values()): list,
    type({}.items()): list,
}
PLAIN = (type(None), bool, int, float, complex, str, bytes, bytearray)


def canonical_text(value):
    """``repr``-like text: sets sorted, dicts in their order, huge integers in hex, cycles as ``...``.

    Longer text is cut and carries the hash of the whole.
    """
    parts = []
    _write(value, parts, [], 0)
    text = "".join(parts)
    if len(text) <= LIMIT:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return "%s... (%d characters, sha256 %s)" % (text[: LIMIT - 60], len(text), digest)


def _write(value, parts, open_containers, depth):
    kind = type(value)
    if kind is int:
        parts.append(str(value) if value.bit_length() < 12000 else hex(value))
    elif kind in PLAIN or isinstance(value, type):
        parts.append(repr(value))
    elif any(value is container for container in open_containers) or depth > 160:
        parts.append("...")
    elif kind in (list, tuple, set, frozenset, dict):
        open_containers.append(value)
        _write_container(value, kind, parts, open_containers, depth + 1)
        open_containers.pop()
    elif kind in COLLECTIONS:
        open_containers.append(value)
        parts.append(kind.__name__ + "(")
        inner = COLLECTIONS[kind](value)
        _write_container(inner, type(inner), parts, open_containers, depth + 1)
        parts.append(")")
        open_containers.pop()
    else:
        describe = getattr(kind, "canonical_text", None)
        parts.append(describe(value) if describe is not None else _by_repr(value))


def _by_repr(value):
    try:
        return repr(value)
    except Exception:
        return "<%s>" % type(value).__name__


def _write_container(value, kind, parts, open_containers, depth):
    if kind is dict:
        parts.append("{")
        for index, (key, item) in enumerate(value.items()):
            parts.append(", " if index else "")
            _write(key, parts, open_containers, depth)
            parts.append(": ")
            _write(item, parts, open_containers, depth)
        parts.append("}")
        return
    if kind in (set, frozenset):
        items = []
        for item in value:
            inner = []
            _write(item, inner, open_containers, depth)
            items.append("".join(inner))
        body = ", ".join(sorted(items))
        text = "{%s}" % body if items else "set()"
        parts.append(text if kind is set else "frozenset(%s)" % ("" if not items else text))
        return
    parts.append("[" if kind is list else "(")
    for index, item in enumerate(value):
        parts.append(", " if index else "")
        _write(item, parts, open_containers, depth)
    parts.append("]" if kind is list else ",)" if len(value) == 1 else ")")
