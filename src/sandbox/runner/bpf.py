"""Assembles system call filters: the classic BPF programs that the kernel runs before every call.

A *body* is a list of instructions that ends in a return on every path. A filter looks for the body of a call by comparing
numbers one after the other, long bodies first: kernels that remember which calls are always allowed do not walk it for those.
"""

import errno
import struct

ALLOW, ERRNO = 0x7FFF0000, 0x00050000
#: Tests for ``when``: it is the value, has one of its bits, is the number that was remembered.
EQUAL, BITS, REMEMBERED = 0x15, 0x45, 0x1D
_LOAD, _GT, _RETURN = 0x20, 0x25, 0x06
_LOAD_INDEX, _GT_INDEX, _NEGATE = 0x01, 0x2D, 0x84
_NUMBER, _ARCHITECTURE = 0, 4


def _instruction(code, value, jump_true=0, jump_false=0):
    return struct.pack("<HBBI", code, jump_true, jump_false, value & 0xFFFFFFFF)


def argument(index):
    """Loads the lower half of an argument; all that are looked at are 32-bit numbers to the kernel."""
    return _instruction(_LOAD, 16 + 8 * index)


def refuse(error=errno.EPERM):
    return _instruction(_RETURN, ERRNO | error)


def allow():
    return _instruction(_RETURN, ALLOW)


def one_of(index, values, error=errno.EPERM, otherwise=None):
    """Goes on with ``otherwise`` (allows, unless told) when the argument is one of ``values``; refuses otherwise."""
    return [argument(index), *skip_unless(values), refuse(error), *(otherwise or [allow()])]


def skip_unless(values):
    """Jumps over the next instruction when the accumulator is one of ``values``."""
    values = list(values)
    return [_instruction(EQUAL, value, len(values) - at, 0) for at, value in enumerate(values)]


def when(test, then, value=0):
    """Runs ``then``, which ends in returns, when the accumulator stands the test; goes on otherwise."""
    return [_instruction(test, value, 0, len(then)), *then]


def remember(value):
    """Puts a number into the index register, for the comparisons below."""
    return _instruction(_LOAD_INDEX, value)


def negate():
    return _instruction(_NEGATE, 0)


def unless_above_remembered(then):
    return [_instruction(_GT_INDEX, 0, len(then), 0), *then]


def assemble(machine, bodies, otherwise, highest=None):
    """The bytes of a filter; ``bodies`` maps numbers to bodies, ``otherwise`` is the body of every other number.

    Calls of another machine, and those above ``highest``, are not there.
    """
    program = [_instruction(_LOAD, _ARCHITECTURE), _instruction(EQUAL, machine, 1, 0), refuse(errno.ENOSYS)]
    program.append(_instruction(_LOAD, _NUMBER))
    if highest is not None:
        program += [_instruction(_GT, highest, 0, 1), refuse(errno.ENOSYS)]
    for number, body in sorted(bodies.items(), key=lambda each: -len(each[1])):
        program += when(EQUAL, body, number)
    return b"".join(program + otherwise)
