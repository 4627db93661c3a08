"""Arguments that are changed in place where they arrive: what is in them before and after, and how it is put back."""

import collections

from codec import CodecError, exactly
from hashing import check_hashes

DICTS = (dict, collections.OrderedDict, collections.Counter, collections.defaultdict)


def contents(container):
    """What is in a container, as a plain tuple (bytes, array) that names the container itself nowhere."""
    kind = type(container)
    if kind in DICTS:
        return tuple(kind.items(container))
    if kind is bytearray:
        return bytes(container)
    if kind in (list, set, collections.deque):
        return tuple(kind.__iter__(container))
    return container.copy()


def change(container, before):
    """Its contents where they are others than before, else None. What its items hold is told with them."""
    after = contents(container)
    if type(after) is tuple:
        return None if len(after) == len(before) and all(map(_is_same, after, before)) else after
    is_same = after.dtype == before.dtype and after.shape == before.shape and after.tobytes() == before.tobytes()
    return None if is_same else after


def _is_same(one, other):
    return one is other or type(one) is tuple and len(one) == 2 and one[0] is other[0] and one[1] is other[1]


def restore_all(containers, changeable, changes):
    """Puts back what became of a message's containers, then of its other values that can change, where they did."""
    for container, items in zip(containers, changes):
        restore(container, items)
    for value, items in zip(changeable, changes[len(containers):]):
        if items is not None:
            restore(value, items)


def restore(container, items):
    """Puts back what was done to an argument; ``items`` is believed in shape only."""
    kind = type(container)
    if kind is bytearray:
        container[:] = exactly(items, bytes)
    elif kind is list:
        container[:] = exactly(items, tuple)
    elif kind in DICTS:
        check_hashes([exactly(pair, tuple)[0] for pair in exactly(items, tuple)])
        container.clear()
        # A counter's own would add.
        (collections.OrderedDict if kind is collections.OrderedDict else dict).update(container, items)
    elif kind is set:
        check_hashes(exactly(items, tuple))
        container.clear()
        container.update(items)
    elif kind is collections.deque:
        container.clear()
        container.extend(exactly(items, tuple))
    elif type(items) is kind and items.shape == container.shape and items.dtype == container.dtype:
        container[...] = items
    else:
        raise CodecError("an array in another shape")
