import builtins
import math
import types

MOST_PARTS = 2000
PLAIN_FUNCTIONS = (
    *(abs, all, any, bin, bool, bytes, chr, complex, dict, divmod, enumerate, filter, float, frozenset, hex, int, len),
    *(list, map, max, min, oct, ord, pow, range, repr, reversed, round, set, sorted, str, sum, tuple, zip),
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
        elif kind in (float, complex, range):
            # As text zeros of both signs differ, and no number differs from itself.
            frozen.append((kind, repr(value)))
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


def are_numbers(names, spaces):
    """Whether adding to them can't fail, and nothing else sees it."""
    return all(type(space[name]) in (int, float) for name in names for space in spaces if name in space)


def compare_round(state, names, counters, scope, everywhere):
    """Brent's search for a cycle: each round is compared with one that was before, and that with ever later ones."""
    if state and state[0] is None:
        return
    now = freeze(names.split(), (scope, everywhere, builtins.__dict__))
    if now is None or not are_numbers(counters.split(), (scope, everywhere)):
        state[:] = [None]
    elif not state:
        state[:] = [now, 1, 2]
    elif now == state[0]:
        raise EndlessLoop("this loop never ends")
    elif state[1] == state[2]:
        state[:] = [now, 1, 2 * state[2]]
    else:
        state[1] += 1
