import builtins
import math
import types

MOST_PARTS = 2000
PLAIN_FUNCTIONS = (
    *(abs, all, any, bin, bool, bytes, chr, complex, dict, divmod, enumerate, filter, float, frozenset, hex, int, isinstance),
    *(len, list, map, max, min, oct, ord, pow, range, repr, reversed, round, set, sorted, str, sum, tuple, zip),
)
CONSTANTS = (int, bool, str, bytes, type(None))


class EndlessLoop(BaseException):
    pass


def freeze(names, spaces):
    """What the names hold and which of it is one object; None where that is not all that a round depends on."""
    frozen, numbers, waiting = [], {}, []
    for name in names:
        space = next((space for space in spaces if name in space), None)
        if space is None:
            frozen.append(name)
        else:
            waiting.append(space[name])
    waiting.reverse()
    while waiting:
        if len(frozen) + len(waiting) > MOST_PARTS:
            return None
        value = waiting.pop()
        kind = type(value)
        if kind in CONSTANTS:
            frozen.append((kind, value))
        elif kind in (float, complex):
            # What is no number is found in a list where it is the same object; as text, zeros of both signs differ.
            if value != value:
                return None
            frozen.append((kind, repr(value)))
        elif kind is range:
            frozen.append((kind, (value.start, value.stop, value.step)))
        elif kind in (tuple, list, dict):
            if id(value) in numbers:
                frozen.append((kind, "again", numbers[id(value)]))
                continue
            numbers[id(value)] = len(numbers)
            frozen.append((kind, len(value)))
            if len(value) > MOST_PARTS:
                return None
            waiting.extend(reversed([part for item in value.items() for part in item] if kind is dict else value))
        elif value is math or kind is types.BuiltinFunctionType and value.__self__ is math:
            frozen.append(("math", id(value)))
        elif any(value is function for function in PLAIN_FUNCTIONS):
            frozen.append(("function", id(value)))
        else:
            return None
    return frozen


def number_types(names, spaces):
    """Those of what is only added to, which then can't fail and is seen by nothing else; None where it is no number."""
    types = [type(space[name]) for name in names for space in spaces if name in space]
    return types if all(kind in (int, float) for kind in types) else None


def compare_round(state, names, counters, scope, everywhere):
    """Brent's search for a cycle: each round is compared with one that was before, and that with ever later ones."""
    if state and state[0] is None:
        return
    now = freeze(names.split(), (scope, everywhere, builtins.__dict__))
    counted = number_types(counters.split(), (scope, everywhere))
    if now is None or counted is None:
        state[:] = [None]
        return
    now.append(counted)
    if not state:
        state[:] = [now, 1, 2]
    elif now == state[0]:
        raise EndlessLoop("this loop never ends")
    elif state[1] == state[2]:
        state[:] = [now, 1, 2 * state[2]]
    else:
        state[1] += 1
