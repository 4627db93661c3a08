"""What a name, a member of a module or an attribute stands for; nothing that is not listed is ever read."""

from actors import Candidate, Caught, Ignored, Instance, Module, Native
from bounds import OutOfGrammar, Raised
from equality import KNOWN
from functions import BUILTINS, COLLECTIONS, COPY, EXCEPTIONS, MATH, MATH_CONSTANTS, TYPES
from grammar import assigned
from methods import METHODS
from own_functions import make_function
from unittest_assertions import ASSERTIONS, Raises


def look_up_name(machine, name, scope):
    at = scope
    while at is not None:
        if name in at.values:
            return at.values[name]
        if name in at.local:
            kind = UnboundLocalError if at is scope else NameError
            raise Raised(kind("cannot access local variable '%s' where it is not associated with a value" % name))
        at = at.parent
    if name == machine.script.entry_point:
        return Candidate(name)
    if name in BUILTINS:
        return Native(BUILTINS[name])
    if name in TYPES and name != "NoneType":
        return TYPES[name]
    if name in EXCEPTIONS:
        return EXCEPTIONS[name]
    if name in machine.script.bound:
        raise Raised(NameError("name '%s' is not defined" % name))
    return ask_name(machine, name)


def ask_name(machine, name):
    value = machine.ask(machine.oracle.name, name)
    if type(value) is Module:
        return value
    machine.weak = True
    return value


def is_free(machine, name, scope):
    at = scope
    while at is not None:
        if name in at.values or name in at.local:
            return False
        at = at.parent
    return not (
        name in machine.script.bound or name in BUILTINS or name in TYPES and name != "NoneType" or name in EXCEPTIONS
    ) or name == machine.script.entry_point


def member_of(machine, module, name):
    if module == "math":
        if name in MATH_CONSTANTS:
            return MATH_CONSTANTS[name]
        if name in MATH:
            return Native(MATH[name])
    elif module == "typing":
        return Ignored()
    elif module == "collections" and name in COLLECTIONS:
        return Native(COLLECTIONS[name])
    elif module == "copy" and name in COPY:
        return Native(COPY[name])
    elif module == "candidate":
        return Candidate(name) if name == machine.script.entry_point else ask_name(machine, name)
    elif module == "unittest" and name == "TestCase":
        return Ignored()
    elif module == "pytest" and name == "raises":
        return Native(pytest_raises)
    raise OutOfGrammar("%s.%s" % (module, name))


def attribute_of(machine, owner, name):
    kind = type(owner)
    if kind is Module:
        return member_of(machine, owner.name, name)
    if kind is Instance and name in owner.values:
        return owner.values[name]
    if kind is Raises and name in ("exception", "value") and context_name(owner) == name and owner.error is not None:
        return Caught(owner.error)
    if kind is type and name in METHODS.get(owner, ()):
        return Native(Unbound(owner, name))
    raise OutOfGrammar("the attribute %s of a %s" % (name, kind.__name__))


def instance_method(machine, owner, name):
    if name in owner.values:
        return owner.values[name]
    if name in owner.methods:
        node = owner.methods[name]
        method = make_function(machine, node.name, node.args, node.body, machine.top, assigned(node.body))
        return Native(lambda machine, *arguments, **keywords: machine.call(method, (owner,) + arguments, keywords))
    if owner.asserts and name in ASSERTIONS:
        return Native(ASSERTIONS[name])
    raise OutOfGrammar("self.%s" % name)


class Handing:
    """A method with its owner."""

    __slots__ = ("method", "owner")

    def __init__(self, method, owner):
        self.method, self.owner = method, owner

    def __call__(self, machine, *arguments, **keywords):
        return self.method(machine, self.owner, *arguments, **keywords)


class Unbound:
    """A method as an attribute of its class: its owner is its first argument."""

    __slots__ = ("kind", "name")

    def __init__(self, kind, name):
        self.kind, self.name = kind, name

    def __call__(self, machine, owner, *arguments, **keywords):
        if type(owner) is not self.kind:
            if type(owner) in KNOWN:
                raise TypeError("descriptor '%s' requires a '%s' object" % (self.name, self.kind.__name__))
            raise OutOfGrammar("%s.%s" % (self.kind.__name__, self.name))
        return METHODS[self.kind][self.name](machine, owner, *arguments, **keywords)


#: Functions of ours that hand their arguments on.
HANDING = (Handing, Unbound)


def context_name(context):
    return "value" if context.of_pytest else "exception"


def pytest_raises(machine, kinds, match=None):
    return Raises(machine.exceptions(kinds), match, True)
