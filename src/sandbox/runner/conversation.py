"""The candidate side of a conversation: the judge asks step by step and may hold live objects by handle."""

import builtins
import sys
import types

from cell import exception_outcome
from changes import change, contents, restore_all
from codec import Decoder, Encoder, Unencodable, encode
from extensions import EXTENSIONS
from live import OPERATIONS, describe
from patched import call_with


#: Bytes of an exception's arguments, and objects after which no exception is kept for later questions.
MOST_ARGUMENTS, MOST_OBJECTS = 100_000, 10_000


class Conversation:
    """Answers the judge's requests until its channel closes. ``on_cell`` is called before each fresh load.

    Requests and replies are encoded tuples. Requests: ``("load",)`` a fresh module; ``("name", name)``;
    ``("call", name or handle, args, kwargs, replaced)`` (see ``patched``); ``("do", operation, handle, operands)``;
    ``("forget", handles)``.
    Reply: ``(outcome, value, changes, printed)``; outcome is ``v``, ``w``, ``m``, ``e``, ``o`` or ``u`` as in plans,
    and ``changes`` the contents of every container among the arguments afterwards, then what became of the other values that
    can change in place (``changes``: None where they did not). The encoding of a reply numbers
    the request's containers first, so that a value can *be* one of the arguments. While it works on a request the
    candidate may send ``("callback", handle, args, kwargs)`` for a function of the test's, and gets a reply.
    """

    def __init__(self, loaded, channel, on_cell=lambda: None):
        self.loaded, self.channel, self.on_cell = loaded, channel, on_cell
        self.objects, self.handles = {}, {}
        self.namespace = {}

    def serve(self):
        sys.stdout = self.printed = Printed()
        while True:
            self.channel.send(self.answer(self.channel.receive()))

    def answer(self, frame):
        """The reply to one request."""
        decoder, printed = Decoder(frame, self.callback, EXTENSIONS), self.printed
        request = decoder.decode()
        containers = list(decoder.seen)
        changeable = [(value, contents(value)) for value in decoder.changeable]
        before = len(printed.parts)
        outcome, value = self.attempt(request)
        text = printed.drain() if type(printed) is Printed and len(printed.parts) != before else None
        return self.reply(outcome, value, containers, changeable, text)

    def attempt(self, request):
        try:
            value = getattr(self, "do_" + request[0])(*request[1:])
            if type(value) is types.ModuleType:
                return "m", str(value.__name__)
            return "v", value
        except MemoryError:
            return "o", None
        except BaseException as error:
            return "e", self.exception(error)

    def exception(self, error):
        """What is told of an exception: its classes and text, its arguments where they are plain, and a handle of its own."""
        told = exception_outcome(error)[1:]
        try:
            arguments = tuple.__getitem__(BaseException.args.__get__(error), slice(None))
            encode(arguments, None, EXTENSIONS, MOST_ARGUMENTS)
        except BaseException:
            arguments = None
        # What the built-in ones hold are their arguments.
        if type.__getattribute__(type(error), "__module__") == "builtins" or len(self.objects) >= MOST_OBJECTS:
            return told, arguments, None
        # Frames that nobody asks for need not stay.
        vars(BaseException)["__traceback__"].__set__(error, None)
        handle = len(self.handles) + 1
        self.handles["exception", handle] = handle
        self.objects[handle] = error
        return told, arguments, handle

    def reply(self, outcome, value, containers, changeable, printed):
        encoder = Encoder(self.live, EXTENSIONS)
        encoder.know(containers)
        changes = [contents(container) for container in containers]
        try:
            changes += [change(container, before) for container, before in changeable]
            data = encoder.encode((value, changes, printed))
        except Unencodable as problem:
            return b"u" + encode((str(problem), [], printed))
        except MemoryError:
            return b"o" + encode((None, [], None))
        if outcome == "v" and encoder.weak:
            outcome = "w"
        return outcome.encode() + data

    def live(self, value):
        """Handle and description of an object that stays here: kind, class name, and its state where it is plain."""
        handle = self.handles.get(id(value))
        if handle is not None:
            return handle, None
        handle = len(self.handles) + 1
        self.handles[id(value)] = handle
        self.objects[handle] = value
        return handle, describe(value)

    def callback(self, handle, description):
        """A function of the test's, as the candidate sees it."""
        if description is None:
            return self.objects[handle]

        def function(*arguments, **keywords):
            encoder = Encoder(self.live, EXTENSIONS)
            self.channel.send(b"c" + encoder.encode((handle, arguments, keywords)))
            answer = self.channel.receive()
            # A function of the test's may ask in its turn, before it answers.
            while answer[:1] not in (b"v", b"e"):
                self.channel.send(self.answer(answer))
                answer = self.channel.receive()
            decoder = Decoder(answer[1:], self.callback, EXTENSIONS)
            if answer[:1] == b"e":
                raise _exception(decoder.decode())
            decoder.seen = list(encoder.keep)
            value, changes = decoder.decode()
            restore_all(encoder.keep, encoder.changeable, changes)
            return value

        return function

    def do_load(self):
        self.on_cell()
        self.namespace = {}
        if self.loaded.failure is not None:
            raise SyntaxError("the program cannot be compiled")
        self.namespace = self.loaded.fresh()

    def do_name(self, name):
        if name not in self.namespace:
            raise NameError("name '%s' is not defined" % name)
        return self.namespace[name]

    def do_call(self, target, arguments, keywords, given):
        function = self.do_name(target) if type(target) is str else self.objects[target]
        if given is not None:
            return call_with(given, function, arguments, keywords)
        return function(*arguments, **keywords)

    def do_do(self, operation, handle, operands):
        return OPERATIONS[operation](self.objects[handle], *operands)


class Printed:
    """What a conversation's candidate prints, bounded; enough of a text stream for programs."""

    encoding, errors, newlines, closed, mode, name = "utf-8", "backslashreplace", None, False, "w", "<stdout>"
    LIMIT = 4 * 1024 * 1024

    def __init__(self):
        self.parts, self.size = [], 0

    def write(self, text):
        if type(text) is not str:
            raise TypeError("write() argument must be str, not %s" % type(text).__name__)
        if self.size < self.LIMIT:
            self.parts.append(text[: self.LIMIT - self.size])
        self.size += len(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False

    def writable(self):
        return True

    def readable(self):
        return False

    def drain(self):
        text = "".join(self.parts)
        self.parts, self.size = [], 0
        return text


def _exception(description):
    """The exception that a callback raised in the judge, as the built-in class of the same name or nearest."""
    names, message = description
    for module, name in names:
        found = getattr(builtins, name, None) if module == "builtins" else None
        if isinstance(found, type) and issubclass(found, BaseException):
            try:
                return found(message)
            except TypeError:
                break
    return RuntimeError(message)
