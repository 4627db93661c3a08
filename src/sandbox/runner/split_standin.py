"""What a program's object is in the tests' process: attributes, calls and items are asked for, one by one.

An equality, a hash, an order or arithmetic of such an object would be the program's own word, so a stand-in has none of
them: it equals itself alone. A member of an enumeration whose members are plain values is such a value here, of which all that
is true but its attributes.
"""

import sys

from split_classes import PLAIN, resolve_class

#: Where classes come from that do nothing but hold what they are given.
HOLDING = frozenset("collections datetime decimal fractions".split())
HOLDING_FRAMES = frozenset("DataFrame Series Index Timestamp Timedelta".split())
#: What an object's own word would decide; frames and arrays, of which honest tests ask it, cross by value.
NEVER_ASKED = frozenset("all allclose any array_equal equal equals identical isclose".split())


def would_judge(name):
    """Whether what a program has under this name could say whether the program is right."""
    return name in NEVER_ASKED or name.startswith("assert")


def only_holds(kind):
    """Whether tests may be handed the class itself: called with whatever the program answers, it starts and loads nothing."""
    numpy = sys.modules.get("numpy")
    if issubclass(kind, BaseException) or kind.__module__ in HOLDING:
        return True
    if kind.__module__.partition(".")[0] == "pandas":
        return kind.__name__ in HOLDING_FRAMES
    return numpy is not None and (issubclass(kind, numpy.generic) or kind is numpy.ndarray)


class Asked:
    """What is asked for, whatever else the object is: ``kind`` is this process's class for it."""

    __slots__ = ()

    @property
    def __class__(self):
        return object.__getattribute__(self, "_kind") or StandIn

    def __getattr__(self, name):
        if name.startswith("__") and name not in ("__name__", "__doc__", "__dict__"):
            raise AttributeError(name)
        if would_judge(name):
            raise TypeError("only the program's own object could say whether it is right (%s)" % name)
        return self._peer.ask("get", self, name)

    def __setattr__(self, name, value):
        self._peer.ask("set", self, name, value)

    def __delattr__(self, name):
        self._peer.ask("delete", self, name)

    def __str__(self):
        return _text(self._peer.ask("text", self))

    def __repr__(self):
        return _text(self._peer.ask("repr", self))


def _set_up(stand_in, peer, handle, kind):
    object.__setattr__(stand_in, "_peer", peer)
    object.__setattr__(stand_in, "_handle", handle)
    object.__setattr__(stand_in, "_kind", kind)


class StandIn(Asked):
    """An object of the program's process; ``own`` is what it is itself as a class."""

    __slots__ = ("_peer", "_handle", "_kind", "_own")

    def __init__(self, peer, handle, kind, own=None):
        _set_up(self, peer, handle, kind)
        object.__setattr__(self, "_own", own)

    def __instancecheck__(self, value):
        return isinstance(value, _class_of(self))

    def __subclasscheck__(self, kind):
        return issubclass(kind, _class_of(self))

    def __call__(self, *arguments, **keywords):
        return self._peer.ask("call", self, arguments, keywords)

    def __len__(self):
        size = self._peer.ask("length", self)
        if type(size) is not int:
            raise TypeError("a length that is not an int")
        return size

    def __iter__(self):
        items = self._peer.ask("items", self)
        if type(items) is not list:
            raise TypeError("items that are not a list")
        return iter(items)

    def __getitem__(self, key):
        return self._peer.ask("item", self, key)

    def __bool__(self):
        return True

    def __enter__(self):
        return self._peer.ask("enter", self)

    def __exit__(self, *_):
        self._peer.ask("exit", self)


def _member_class(base):
    def __init__(self, value, peer, handle, kind):
        _set_up(self, peer, handle, kind)

    def __format__(self, form):
        return base.__format__(self, form) if form else str(self)

    members = {"__new__": lambda kind, value, *_: base.__new__(kind, value), "__init__": __init__, "__format__": __format__}
    return type("Member", (Asked, base), members)


#: Plain type to what a member of an enumeration of such values is here: one of them, with a value of its own.
MEMBERS = {base: _member_class(base) for base in PLAIN}


def _class_of(stand_in):
    own = object.__getattribute__(stand_in, "_own")
    if own is None:
        raise TypeError("only the program's own class could say what is an instance of it")
    return own


def _text(value):
    if type(value) is not str:
        raise TypeError("a text that is not a str")
    return value


def exception_of(names, text, arguments):
    """The exception of the program as this process's own class of that name, or the nearest known one."""
    kind = next(
        (each for each in (resolve_class([name]) for name in names) if each and issubclass(each, BaseException)),
        RuntimeError,
    )
    if issubclass(kind, (SystemExit, KeyboardInterrupt, GeneratorExit)):
        kind, arguments = RuntimeError, ("%s: %s" % (names[0][1], text),)
    try:
        return kind(*arguments)
    except Exception:
        pass
    try:
        error = kind.__new__(kind, *arguments)
        error.args = arguments
    except Exception:
        error = RuntimeError(text)
    return error


def update(old, new):
    """Makes an argument what the program has made of it, where that can be done in place."""
    kind = type(old)
    if kind is not type(new):
        return
    if kind is list:
        for mine, theirs in zip(old, new):
            update(mine, theirs)
        old[:] = [mine if _keeps(mine, theirs) else theirs for mine, theirs in zip(old, new)] + new[len(old):]
    elif kind is dict:
        for key in old.keys() & new.keys():
            update(old[key], new[key])
        merged = {key: old[key] if key in old and _keeps(old[key], value) else value for key, value in new.items()}
        old.clear()
        old.update(merged)
    elif kind in (set, bytearray):
        old.clear()
        old.update(new) if kind is set else old.extend(new)
    else:
        _update_frame(old, new, kind)


def _keeps(mine, theirs):
    return type(mine) is type(theirs) and type(mine) in (list, dict, set, bytearray)


def _update_frame(old, new, kind):
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if numpy is not None and kind is numpy.ndarray:
        if old.shape == new.shape and old.dtype == new.dtype and old.flags.writeable:
            old[...] = new
    elif pandas is not None and kind in (pandas.DataFrame, pandas.Series) and not old.equals(new):
        old._update_inplace(new)
