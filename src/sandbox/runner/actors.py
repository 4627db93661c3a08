"""What a test's names can stand for beside plain values, and where names are kept."""

from equality import IDENTITIES


class Native:
    """A function of the tables."""

    __slots__ = ("function",)

    def __init__(self, function):
        self.function = function


class Candidate:
    """A function of the program's, by name."""

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name


class Function:
    """A function or lambda of the test's own."""

    __slots__ = ("name", "parameters", "defaults", "body", "scope", "local")

    def __init__(self, name, parameters, defaults, body, scope, local):
        self.name, self.parameters, self.defaults = name, parameters, defaults
        self.body, self.scope, self.local = body, scope, local


class Module:
    """An imported module: ``math``, ``unittest``, ``candidate`` for the program's own."""

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name


class Caught:
    """A caught exception, as a value."""

    __slots__ = ("error",)

    def __init__(self, error):
        self.error = error


class Instance:
    """The ``self`` of a test method."""

    __slots__ = ("values", "methods", "asserts")

    def __init__(self, methods, asserts):
        self.values, self.methods, self.asserts = {}, methods, asserts


class Ignored:
    """A name that may only stand in annotations."""


class Scope:
    """Names and their values; ``local`` are those that belong here whether they have a value yet or not."""

    __slots__ = ("values", "parent", "local")

    def __init__(self, parent, local=frozenset()):
        self.values, self.parent, self.local = {}, parent, local


IDENTITIES.update((Native, Candidate, Function, Module, Instance))
