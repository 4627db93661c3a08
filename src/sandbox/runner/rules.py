"""Benchmarks' rules for when an answer is the expected one; see ``AnswerComparison`` of ``src/core/sandbox.ts``."""

import math

RELATIVE_TOLERANCE = 1e-7
# What EvalPlus allows where a task names no tolerance and floats are expected.
FLOAT_TOLERANCE = 1e-6


def accepts(rule, value, expected, arguments):
    kind, tolerance = rule["rule"], rule.get("tolerance")
    if any(RULES[kind](value, one) for one in expected):
        return True
    if kind == "root":
        # Any root of the polynomial will do. The reference's own counts whatever this machine's pow makes of it: a step of
        # one in the last place can carry an ill-conditioned polynomial beyond the tolerance.
        return abs(sum(factor * math.pow(value, power) for power, factor in enumerate(arguments[0]))) <= tolerance
    return tolerance is not None and close_by_type(value, expected[0], tolerance)


def same_presence(value, expected):
    wanted = expected if isinstance(expected, bool) else expected is not None
    return (value if isinstance(value, bool) else value is not None) == wanted


RULES = {
    "equal": lambda value, expected: bool(value == expected),
    "list-or-tuple": lambda value, expected: bool((list(value) if isinstance(value, tuple) else value) == expected),
    "members": lambda value, expected: set(value) == set(expected),
    "presence": same_presence,
    "any": lambda value, expected: True,
}
RULES["root"] = RULES["equal"]


def close_by_type(value, expected, tolerance):
    allowed = tolerance or (FLOAT_TOLERANCE if is_floats(expected) else 0)
    return allowed != 0 and type(value) is type(expected) and is_close(value, expected, allowed, set())


def is_floats(value):
    if isinstance(value, (list, tuple)):
        return len(value) > 0 and all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def is_close(value, expected, tolerance, known):
    """What ``numpy.allclose`` says of numbers in lists of one shape; anything else is not close.

    ``known``: pairs of lists that are close, or being looked at.
    """
    if isinstance(expected, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(expected):
            return False
        pair = (id(value), id(expected))
        if pair in known:
            return True
        known.add(pair)
        return all(is_close(one, other, tolerance, known) for one, other in zip(value, expected))
    if not isinstance(value, (int, float, complex)) or not isinstance(expected, (int, float, complex)):
        return False
    return bool(value == expected) or abs(value - expected) <= tolerance + RELATIVE_TOLERANCE * abs(expected) < math.inf
