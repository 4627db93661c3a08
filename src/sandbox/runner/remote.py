"""The judge's stand-ins for what lives in the candidate's process.

A ``Talk`` is one cell's conversation. Values come back decoded; what has to stay where it is comes back as a
``Remote``, whose attributes, items and methods are asked for one by one. No method of the candidate decides a
comparison: two remote objects are equal when they are the same one, or of the same class with equal attributes, and have
a hash to match; an order or a truth value that only the candidate's class could give is an error. A member of an
enumeration whose members are plain values is such a value here, too.
"""

import builtins
import sys
import types

from canonical import canonical_text, is_record
from changes import change, contents, restore_all
from codec import CodecError, Decoder, Encoder, Unencodable, decode, exactly
from extensions import BASE_VALUES, EXTENSIONS, Extensions
from hashing import is_well_spread
from library_exceptions import of_a_library
from patched import replaced

#: Of a class.
LONGEST_NAME = 200
#: Calls back within calls back.
MOST_NESTED = 50
#: Attributes, or items of one, that a hash is made of.
MOST_HASHED = 50
KINDS = {
    "generator": types.GeneratorType,
    "function": types.FunctionType,
    "map": map,
    "filter": filter,
    "zip": zip,
    "reversed": reversed,
    "enumerate": enumerate,
    "coroutine": types.CoroutineType,
    "list_iterator": type(iter([])),
}


# They are made of other exceptions, which stay where they are.
GROUPS = getattr(builtins, "BaseExceptionGroup", ())


class OutOfMemory(BaseException):
    """The candidate ran out of memory while it answered."""


class NeedsBeside(BaseException):
    """The test hands over an object that only works in the candidate's own process."""


class Unreadable(Exception):
    """The candidate's answer is not a value: too large, too deep, or not encoded as agreed."""


class _Lent(Extensions):
    """What goes out: stand-ins go home, those that are plain values besides, too."""

    def reduce(self, value, kind):
        return None if issubclass(kind, Remote) else Extensions.reduce(self, value, kind)


LENT = _Lent()
_exception_classes = {}


def remote_exception(names, message):
    """An exception of the nearest built-in class, with the candidate's own class names in front."""
    return make_exception(class_of_exception(names), message)


def class_of_exception(names):
    """The judge's class for (module, name) pairs along a method resolution order."""
    own, base = [], RuntimeError
    for module, name in names:
        found = getattr(builtins, name, None) if module == "builtins" else of_a_library(module, name)
        if isinstance(found, type) and issubclass(found, BaseException) and not issubclass(found, GROUPS):
            base = found
            break
        own.append(name)
    leaving = None
    if not issubclass(base, Exception):
        # These would end the judge instead of the test; ``leaving`` says what they are.
        leaving = base
        own.append(base.__name__)
        base = Exception
    return exception_class(tuple(own), base, leaving)


def exception_class(own, base, leaving=None):
    """The judge's class for an exception class of the candidate, one for each name, under the built-in one."""
    key = (own, base, leaving)
    found = _exception_classes.get(key)
    if found is None:
        if len(_exception_classes) > 5000:
            _exception_classes.clear()
        parent = exception_class(own[1:], base, leaving) if len(own) > 1 else base
        name = own[0] if own else base.__name__
        members = {"from_candidate": True, "leaving": leaving, "__str__": _message_of, "__getattr__": _attribute_of}
        found = type(name, (parent,) if own else (base,), members)
        _exception_classes[key] = found
    return found


def _message_of(error):
    return error.candidate_message


def _attribute_of(error, name):
    """What only the program's own exception has; see ``remote_functions``."""
    find = vars(error).get("candidate_find")
    if find is None or name.startswith("__"):
        raise AttributeError(name)
    return find(name)


def make_exception(kind, message):
    try:
        error = kind(message)
    except TypeError:
        error = kind.__new__(kind)
        error.args = (message,)
    error.candidate_message = message
    return error


class Talk:
    """One cell's conversation with a candidate, and the values that it returned."""

    def __init__(self, session, entry_point):
        self.session, self.entry_point = session, entry_point
        self.local, self.local_handles = {}, {}
        self.outputs = []
        self.weak = False
        self.remotes = {}
        self.nested = 0
        #: Requests so far that may have changed an object.
        self.asked = 0

    def load(self):
        self.ask(("load",))

    def function(self, name):
        """The candidate's function of that name, as a function."""

        def candidate(*arguments, **keywords):
            return self.call(name, arguments, keywords)

        candidate.__name__ = candidate.__qualname__ = name
        return candidate

    def call(self, target, arguments, keywords):
        value = self.ask(("call", target, tuple(arguments), dict(keywords), replaced()))
        if target == self.entry_point and len(self.outputs) < 50:
            self.outputs.append(canonical_text(value))
        return value

    def name(self, name):
        """What the candidate's module binds to a name: a module means our own of that name; may raise NameError."""
        return self.ask(("name", name))

    def do(self, operation, handle, *operands):
        return self.ask(("do", operation, handle, operands))

    def ask(self, request):
        self.asked += request[:2] != ("do", "state")
        encoder = Encoder(self.lend, LENT)
        frame = encoder.encode(request)
        containers, changeable = encoder.keep, encoder.changeable
        answer = self.answer(frame)
        kind = answer[:1]
        decoder = Decoder(answer[1:], self.remote, EXTENSIONS)
        decoder.seen = list(containers)
        try:
            value, changes, printed = decoder.decode()
            restore_all(containers, changeable, exactly(changes, list))
        except (CodecError, ValueError, TypeError) as problem:
            raise Unreadable(str(problem))
        if type(printed) is str:
            sys.stdout.write(printed.encode("utf-8", "backslashreplace").decode("utf-8"))
        if kind == b"v":
            return value
        if kind == b"w":
            self.weak = True
            return value
        if kind == b"m":
            return self.module(value)
        if kind == b"o":
            raise OutOfMemory()
        if kind == b"e":
            raise self.raised(self.exception(value))
        raise Unreadable(value if type(value) is str else "an answer that cannot be read")

    def answer(self, frame):
        """What the candidate says in the end; until then it may call functions of the test's, which may ask it in their turn."""
        self.nested += 1
        try:
            if self.nested > MOST_NESTED:
                raise Unreadable("calls back nested deeper than %d" % MOST_NESTED)
            answer = self.received(self.session.request(frame))
            while answer[:1] == b"c":
                answer = self.received(self.session.request(self.call_back(answer[1:])))
            return answer
        finally:
            self.nested -= 1

    def received(self, answer):
        """An answer, about to be read."""
        return answer

    def module(self, name):
        """What stands for a module that the program imported."""
        raise NeedsBeside(name)

    def exception(self, value):
        """An exception of the program's: (what ``cell`` makes of it, its arguments where they are plain, its handle)."""
        outcome = value[0] if type(value) is tuple and value else value
        return remote_exception(*decode_exception(outcome))

    def raised(self, error):
        """An exception of the program's, about to be raised."""
        return error

    def member(self, handle, fields, can, plain):
        """The stand-in of a member of an enumeration that is a plain value, too."""
        raise NeedsBeside("a member of an enumeration")

    def lend(self, value):
        """Handle of an object of the test's: a remote goes home, a function can be called back."""
        if isinstance(value, Remote):
            return object.__getattribute__(value, "_handle"), None
        if not callable(value) or isinstance(value, type) and issubclass(value, BaseException):
            raise NeedsBeside(type(value).__name__)
        handle = self.local_handles.get(id(value))
        if handle is None:
            handle = self.local_handles[id(value)] = len(self.local) + 1
            self.local[handle] = value
        # Below zero: the stand-in of a function that lives over there.
        return (-handle, None) if handle < 0 else (handle, "function")

    def call_back(self, frame):
        decoder = Decoder(frame, self.remote, EXTENSIONS)
        try:
            handle, arguments, keywords = decoder.decode()
            function = self.local[handle]
        except (CodecError, KeyError, ValueError, TypeError) as problem:
            raise Unreadable(str(problem))
        try:
            before = [contents(each) for each in decoder.changeable]
            value = function(*arguments, **keywords)
            encoder = Encoder(self.lend, LENT)
            encoder.know(decoder.seen)
            changes = [contents(each) for each in decoder.seen] + [*map(change, decoder.changeable, before)]
            return b"v" + encoder.encode((value, changes))
        except Unencodable as problem:
            raise NeedsBeside(str(problem))
        except Exception as error:
            names = [(base.__module__, base.__name__) for base in type(error).__mro__ if base is not object]
            return b"e" + Encoder().encode((names, str(error)))

    def remote(self, handle, description):
        """The stand-in for a live object; the same one for the same handle."""
        found = self.remotes.get(handle)
        if found is not None:
            return found
        if description is None:
            raise CodecError("unknown handle")
        kind, name, can, state, plain = _description(description)
        if kind == "function":
            found = self.handle_function(handle, name)
        elif kind == "exception":
            found = class_of_exception(exception_names(state))
        elif kind == "coroutine":
            found = self.coroutine(handle)
        elif type(plain) in MEMBER_BASES:
            found = self.member(handle, (kind, name, state), can, plain)
        else:
            found = remote_class(can)(self, handle, kind, name, state)
        self.remotes[handle] = found
        if kind not in ("function", "exception", "class", "coroutine"):
            self.weak = True
        return found

    def handle_function(self, handle, name):
        def function(*arguments, **keywords):
            return self.call(handle, arguments, keywords)

        function.__name__ = function.__qualname__ = name
        self.local_handles[id(function)] = -handle
        return function

    async def coroutine(self, handle):
        value = self.do("await", handle)
        if len(self.outputs) < 50:
            self.outputs.append(canonical_text(value))
        return value


def decode_exception(data):
    """(class names, message) of an exception outcome, believed only in shape."""
    try:
        names, message = decode(data) if type(data) is bytes else data
        return exception_names(names), exactly(message, str)
    except (CodecError, ValueError, TypeError):
        return [("builtins", "RuntimeError")], "an exception that cannot be read"


def exception_names(names):
    """(module, name) pairs, believed only in shape. Classes are kept for later cells, so their names are short."""
    return [(exactly(module, str)[:LONGEST_NAME], exactly(name, str)[:LONGEST_NAME]) for module, name in exactly(names, list)[:20]]


def _description(description):
    """Kind, class name, special methods, state and value of a live object (see ``live``), believed only in shape."""
    kind, name, can, state, *plain = exactly(description, tuple)
    can = frozenset(exactly(each, str) for each in exactly(can, tuple)[: len(METHODS)])
    return exactly(kind, str), exactly(name, str)[:LONGEST_NAME], can.intersection(METHODS), state, plain[0] if plain else None


def _structure(remote):
    get = object.__getattribute__
    return get(remote, "_kind"), get(remote, "_name"), get(remote, "_state")


def _structure_now(remote):
    """The same, with what it holds by now: since it was told, the candidate may have been asked to change it."""
    talk, told = object.__getattribute__(remote, "_talk"), object.__getattribute__(remote, "_told")
    if told != talk.asked and _structure(remote)[0] == "object":
        object.__setattr__(remote, "_state", _do(remote, "state"))
        object.__setattr__(remote, "_told", talk.asked)
    return _structure(remote)


# What would let the candidate's class decide a comparison, or pass for an array or a class of ours.
HIDDEN = frozenset(
    "canonical_text __dict__ __slots__ __array__ __array_interface__ __array_struct__ __len__ __eq__ __ne__ __lt__ __le__"
    " __gt__ __ge__ __bool__ __hash__ __contains__ __instancecheck__ __subclasscheck__".split()
)


FIELDS = ("_talk", "_handle", "_kind", "_name", "_state", "_told")


class Remote:
    """An object of the candidate's; see the module's text for what it refuses."""

    __slots__ = ()

    def __init__(self, *values):
        for field, value in zip(FIELDS, (*values, values[0].asked)):
            object.__setattr__(self, field, value)

    def __getattribute__(self, name):
        get = object.__getattribute__
        if name == "__class__":
            return KINDS.get(get(self, "_name"), Remote)
        if name == "__dict__" and type(_structure_now(self)[2]) is dict:
            return dict(get(self, "_state"))
        if name in HIDDEN:
            raise AttributeError(name)
        return get(self, "_talk").do("get", get(self, "_handle"), name)

    def __setattr__(self, name, value):
        _do(self, "set", name, value)

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Remote):
            return False
        mine, others = _structure_now(self), _structure_now(other)
        return mine[2] is not None and mine == others

    def __ne__(self, other):
        return not Remote.__eq__(self, other)

    def __hash__(self):
        return object.__hash__(self)

    def __bool__(self):
        talk, handle = object.__getattribute__(self, "_talk"), object.__getattribute__(self, "_handle")
        if talk.do("has_truth", handle):
            raise TypeError("the truth of a %s would be its own word" % _structure(self)[1])
        return True

    def _refuse(self, other):
        raise TypeError("the order of a %s would be its own word" % _structure(self)[1])

    __lt__ = __le__ = __gt__ = __ge__ = _refuse

    def __instancecheck__(self, instance):
        mine = _structure(self)
        if mine[0] != "class":
            raise TypeError("isinstance() arg 2 must be a type")
        if not issubclass(type(instance), Remote):
            # A named tuple comes as one of ours.
            return is_record(type(instance)) and type(instance).__name__ == mine[1]
        return _structure(instance)[0] == "object" and _do(self, "is_instance", instance) is True

    def __repr__(self):
        return "<%s of the program>" % object.__getattribute__(self, "_name")


def _do(remote, operation, *operands):
    get = object.__getattribute__
    return get(remote, "_talk").do(operation, get(remote, "_handle"), *operands)


def _hash(self):
    """To match our equality: of a few plain attributes; that of an object without any is its own."""
    kind, name, state = _structure_now(self)
    if type(state) is not dict or len(state) > MOST_HASHED:
        return object.__hash__(self)
    plain = frozenset((field, value) for field, value in state.items() if type(field) is str and _is_hashed(value))
    return hash((name, plain)) if plain else object.__hash__(self)


def _is_hashed(value):
    if type(value) is tuple:
        return len(value) <= MOST_HASHED and all(map(is_well_spread, value))
    return is_well_spread(value)


def _contains(self, item):
    return any(item is other or item == other for other in self)


def _iterate(self):
    iterator = _do(self, "iter")
    return _steps(iterator) if isinstance(iterator, Remote) else iter(iterator)


def _steps(iterator):
    while True:
        try:
            value = _do(iterator, "next")
        except StopIteration:
            return
        yield value


def _call(self, *arguments, **keywords):
    get = object.__getattribute__
    return get(self, "_talk").call(get(self, "_handle"), arguments, keywords)


def _forward(operation):
    def method(self, *operands):
        return _do(self, operation, *operands)

    return method


def _between_remotes(operation):
    """An operator that sends no value of the test's to the candidate: it could answer whatever makes the test hold."""

    def method(self, other):
        if not isinstance(other, Remote):
            raise TypeError("%s with a %s would be its own word" % (operation, _structure(self)[1]))
        return _do(self, operation, other)

    return method


def _text(self):
    kind, name, state = _structure(self)
    return "<%s>" % name if state is None else "%s(%s)" % (name, canonical_text(state))


Remote.canonical_text = staticmethod(_text)
Remote._do = _do
METHODS = {
    "__iter__": _iterate,
    "__next__": _forward("next"),
    "__call__": _call,
    "__len__": _forward("len"),
    "__getitem__": _forward("item"),
    "__setitem__": _forward("assign"),
    "__delitem__": _forward("remove"),
    "__str__": _forward("text"),
    "__repr__": _forward("repr"),
    "__format__": _forward("format"),
    "__hash__": _hash,
    "__neg__": _forward("neg"),
    "__pos__": _forward("pos"),
    "__invert__": _forward("invert"),
    "__abs__": _forward("abs"),
    "__round__": _forward("round"),
    "__int__": _forward("int"),
    "__float__": _forward("float"),
    "__index__": _forward("index"),
    "__enter__": _forward("enter"),
    "__exit__": _forward("exit"),
    "__reversed__": _forward("reversed"),
}
for _operation in "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift divmod".split():
    METHODS["__%s__" % _operation] = _between_remotes(_operation)
_classes = {}
MEMBER_BASES = (str, int, float, complex, bytes, tuple, frozenset)
#: What ``Remote`` refuses and a plain value knows by itself.
OWN_OF_VALUES = "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__".split()
TEXTS = ("__str__", "__repr__", "__format__")


def remote_class(can, base=None):
    """The class of stand-ins for objects whose class defines the special methods ``can``, and no others.

    ``base``: of members of an enumeration that are such plain values, too.
    """
    found = _classes.get((can, base))
    if found is not None:
        return found
    if len(_classes) > 500:
        _classes.clear()
    if base is None:
        members = {name: method for name, method in METHODS.items() if name in can}
        if "__iter__" in can:
            members["__contains__"] = _contains
        found = type("Remote", (Remote,), {**members, "__slots__": FIELDS})
    else:
        known = {name for each in base.__mro__ for name in each.__dict__}
        members = {name: METHODS[name] for name in can if name in TEXTS or name not in known}
        members.update((name, getattr(base, name)) for name in OWN_OF_VALUES)
        members["__bool__"] = lambda self: bool(BASE_VALUES[base](self))
        members["__new__"] = lambda kind, value, *fields: base.__new__(kind, value)
        members["__init__"] = lambda self, value, *fields: Remote.__init__(self, *fields)
        found = type("Remote", (Remote, base), members)
    _classes[can, base] = found
    return found
