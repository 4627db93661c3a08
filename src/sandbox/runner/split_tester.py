"""The tests' side of a module whose program runs in another process (``split_program``).

Nothing of the program is ever run here. Answers come in the codec; requests go out as pickles, since the program's process
may well trust this one. What tests replace for a while (``unittest.mock.patch``) is replaced over there, too: mocks,
functions and streams are lent, and what the program does with them comes back as a call, an attribute or an item.
"""

import io
import os
import pickle
import random
import sys
import types

from codec import CodecError, Decoder, encode
from extensions import ITEMS, KEYS, VALUES
from split_classes import nearest_class, resolve_class
from split_rules import ends_loops, texts_in
from split_standin import MEMBERS, Asked, StandIn, exception_of, only_holds, update

MODULE_NAME = "__test__"
#: What only tests ask of a mock, or set.
OWN_OF_MOCKS = frozenset(
    "attach_mock call_args call_args_list call_count called configure_mock method_calls mock_add_spec mock_calls"
    " reset_mock return_value side_effect".split()
)
STREAM_NAMES = frozenset(
    "buffer close closed encoding fileno flush getvalue isatty mode name read readable readline readlines seek seekable tell"
    " truncate writable write writelines".split()
)
# Where this process writes is its own affair.
STREAMS = (("sys", "stdout"), ("sys", "stderr"), ("sys", "modules"), ("sys", "path"))
# Tests replace what programs call; not what this file does.
FOLDER = os.getcwd


class NeedsSharing(Exception):
    """Something of the tests' own cannot cross: they have to run beside the program."""


class Peer:
    """The program's process, as tests ask it."""

    def __init__(self, channel, extensions, source):
        self.channel, self.extensions = channel, extensions
        self.never_raised = ends_loops(source)
        self.lent, self.numbers, self.stand_ins = {}, {}, {}
        self.sent = [None] * 4

    def ask(self, operation, *fields):
        self.send((operation, fields, self.surroundings()))
        while True:
            frame = self.read(self.channel.receive())
            if type(frame) is not tuple or len(frame) != 4:
                raise CodecError("no frame of a program")
            if frame[0] != "back":
                return self.take(fields, *frame)
            self.answer(*frame[1:])

    def take(self, fields, outcome, value, changed, printed):
        if type(printed) is str and printed:
            sys.stdout.write(printed)
        arguments = fields[1] if len(fields) > 1 and type(fields[1]) is tuple else ()
        if type(changed) is tuple and len(changed) == len(arguments):
            for old, new in zip(arguments, changed):
                update(old, new)
        if outcome == "v":
            return value
        if outcome == "s":
            return arguments[value]
        if outcome == "e":
            error = exception_of(*value)
            if isinstance(error, self.never_raised):
                raise RuntimeError("the program raised %s" % type(error).__name__)
            raise error
        if outcome == "o":
            raise MemoryError("in the program")
        raise TypeError("the program's answer cannot leave its process: %s" % (value,))

    def surroundings(self):
        """What this process changed since the last request: folder, environment, state of generators."""
        numpy = sys.modules.get("numpy")
        now = [FOLDER(), dict(os.environ), random.getstate(), None]
        if numpy is not None:
            kind, keys, *rest = numpy.random.get_state()
            now[3] = (kind, keys.tobytes(), *rest)
        changed = [value if value != before else None for value, before in zip(now, self.sent)]
        self.sent = now
        if changed[3] is not None:
            changed[3] = numpy.random.get_state()
        return changed

    def send(self, message):
        stream = io.BytesIO()
        try:
            _Writer(stream, self).dump(message)
        except (NeedsSharing, MemoryError):
            raise
        except RecursionError:
            # So deep a program may have nested it; all else that comes from one can be sent.
            raise CodecError("nested too deep to go back")
        except Exception as error:
            raise NeedsSharing("%s: %s" % (type(error).__name__, error))
        self.channel.send(stream.getvalue())

    def read(self, data):
        return Decoder(data, self.theirs, self.extensions).decode()

    def theirs(self, handle, description):
        kind, names, *value = description
        if kind == "lent":
            return self.lent[names]
        own = resolve_class(names[:1]) if kind == "class" else None
        if own is not None and only_holds(own):
            return own
        found = self.stand_ins.get(handle)
        if found is None:
            plain = type(value[0]) if value and type(value[0]) in MEMBERS else None
            nearest = nearest_class(names, self.extensions, plain) if kind == "object" else None
            if plain is not None and nearest is not None:
                found = MEMBERS[plain](*value, self, handle, nearest)
            else:
                found = StandIn(self, handle, nearest, own)
            self.stand_ins[handle] = found
        return found

    def lend(self, value):
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.lent) + 1
            self.lent[number] = value
        return number

    def answer(self, handle, operation, fields):
        """Does what the program asks of a lent object: only what programs do with such things."""
        try:
            value = "v", lent_operation(self.lent[handle], operation, fields)
        except NeedsSharing:
            raise
        except Exception as error:
            value = "e", error
        try:
            self.send(value)
        except NeedsSharing:
            # The program chose to ask. It may hold what the tests made and hand it on, but does not move them by it.
            if value[0] == "v":
                self.send(("v", Kept(value[1])))
            else:
                self.send(("e", RuntimeError("%s: %s" % (type(value[1]).__name__, value[1]))))


class Kept:
    """Goes out as a loan, whatever it is."""

    def __init__(self, value):
        self.value = value


def is_mock(value):
    mock = sys.modules.get("unittest.mock")
    return mock is not None and issubclass(type(value), mock.NonCallableMock)


def is_own(value):
    """An object of a class that the test module defines, but for what judges."""
    kind = type(value)
    case = sys.modules["unittest"].TestCase if "unittest" in sys.modules else ()
    return kind.__module__ == MODULE_NAME and not issubclass(kind, (BaseException, case, type))


def lent_operation(value, operation, fields):
    mock = is_mock(value)
    stream = isinstance(value, io.IOBase)
    if operation == "call":
        arguments, keywords = fields
        return value(*arguments, **keywords)
    if operation in ("get", "set") and type(fields[0]) is str:
        name = fields[0]
        if mock and not name.startswith(("_", "assert")) and name not in OWN_OF_MOCKS:
            return getattr(value, name) if operation == "get" else setattr(value, *fields)
        if is_own(value) and not name.startswith("_") and operation == "get":
            return getattr(value, name)
        if stream and name in STREAM_NAMES and operation == "get":
            return getattr(value, name)
    elif mock or stream or is_own(value):
        if operation == "enter":
            return type(value).__enter__(value)
        if operation == "exit":
            return type(value).__exit__(value, None, None, None)
        if operation == "items":
            return list(value)
        if operation == "length":
            return len(value)
        if operation == "item":
            return value[fields[0]]
    raise AttributeError("%s of an object that the tests lent" % operation)


class _Writer(pickle.Pickler):
    def __init__(self, stream, peer):
        super().__init__(stream, protocol=4)
        self.peer = peer

    def persistent_id(self, value):
        kind = type(value)
        if issubclass(kind, Asked):
            return "theirs", object.__getattribute__(value, "_handle")
        if kind is Kept:
            return "mine", self.peer.lend(value.value)
        if kind is type and is_record(value):
            return "record", (value.__name__, value._fields, None)
        if is_record(kind):
            return "record", (kind.__name__, kind._fields, tuple(value))
        if kind is types.FunctionType or kind is type:
            if value.__module__ in (MODULE_NAME, "split_names") or "<" in value.__qualname__:
                return "mine", self.peer.lend(value)
        if kind is types.MethodType:
            return "mine", self.peer.lend(value)
        if is_own(value) or is_mock(value) or isinstance(value, io.IOBase):
            return "mine", self.peer.lend(value)
        if kind is types.BuiltinMethodType and type(value.__self__) not in (types.ModuleType, type(None)):
            return "mine", self.peer.lend(value)
        return None

    def reducer_override(self, value):
        """What the codec can bring from a program and pickle knows nothing of."""
        kind = type(value)
        if kind is KEYS:
            return dict.keys, (dict.fromkeys(value),)
        if kind is VALUES:
            return dict.values, (dict(enumerate(value)),)
        if kind is ITEMS:
            return dict.items, (dict(value),)
        if kind is memoryview:
            return memoryview, (bytes(value),)
        return NotImplemented


def is_record(kind):
    """A class that the codec made for a program's named tuple."""
    return kind.__module__ == "extensions" and issubclass(kind, tuple)


class Patches:
    """Tells the program's process of what tests replace."""

    def __init__(self, peer):
        from unittest import mock

        self.peer, self.count = peer, 0
        kind = mock._patch
        enter, leave = kind.__enter__, kind.__exit__
        patches = self

        def entering(patch):
            value = enter(patch)
            patches.enter(patch)
            return value

        def leaving(patch, *problem):
            try:
                patches.leave(patch)
            finally:
                return leave(patch, *problem)

        kind.__enter__, kind.__exit__ = entering, leaving

    def enter(self, patch):
        target, name = patch.target, patch.attribute
        if type(target) is types.ModuleType:
            place = target.__name__, name
        elif isinstance(target, type) and type(target) is not StandIn:
            place = target.__module__, "%s.%s" % (target.__qualname__, name)
        else:
            # Of a stand-in, it is set over there by now.
            return
        if place in STREAMS or place[0].partition(".")[0] == "unittest":
            return
        self.count += 1
        patch.mutagree_number = self.count
        self.peer.ask("replace", self.count, *place, vars(target).get(name, getattr(target, name, None)))

    def leave(self, patch):
        number = vars(patch).pop("mutagree_number", None)
        if number is not None:
            self.peer.ask("restore", number)


def remote_exec(peer, source):
    """The script's ``exec``: runs the text over there and takes what the script can ask for."""
    wanted = texts_in(source)

    def execute(code, space=None):
        if type(code) is not str or type(space) is not dict:
            raise NeedsSharing("exec of something else than a text in a dict")
        space.update(peer.ask("run", code, (space,), wanted))

    return execute
