"""The program's side of a test module that runs in another process: loads the program, and does what it is asked.

The module's process is trusted here and asks in pickles; it gets answers in the codec alone. Requests, one tuple each:
``(operation, fields, surroundings)``; answers ``(outcome, value, arguments afterwards, printed)`` where outcome is
``v`` a value, ``s`` the argument of that number itself, ``e`` an exception, ``o`` out of memory or ``u`` what cannot leave.
While it works it may ask back, ``("back", handle, operation, fields)``, for mocks and functions that the tests lent.
"""

import contextlib
import importlib
import io
import os
import pickle
import random
import sys
from _thread import RLock

from codec import Encoder, Unencodable, encode
from extensions import record_class
from split_classes import own_names, plain_of

MOST_PRINTED = 4 * 1024 * 1024
MOST_ITEMS = 100_000
# Tests replace what programs call; not what this file does.
CHANGE_FOLDER, EXIT, IMPORT = os.chdir, os._exit, importlib.import_module


class Host:
    """Serves until the tests' process closes the channel."""

    def __init__(self, program, channel, extensions, make_module):
        self.program, self.channel, self.extensions, self.make_module = program, channel, extensions, make_module
        self.objects, self.handles, self.replaced = {}, {}, {}
        self.namespace = None
        self.lock = RLock()

    def serve(self):
        while True:
            operation, fields, surroundings = self.read(self.channel.receive())
            self.surround(surroundings)
            outer, sys.stdout = sys.stdout, io.StringIO()
            try:
                outcome, value = self.attempt(operation, fields)
            finally:
                printed, sys.stdout = sys.stdout, outer
            text = io.StringIO.getvalue(printed)[:MOST_PRINTED] if type(printed) is io.StringIO else ""
            self.channel.send(self.reply(outcome, value, fields, text))

    def read(self, data):
        return _Reader(io.BytesIO(data), self).load()

    def surround(self, surroundings):
        folder, environment, drawn, numbers = surroundings
        if folder is not None:
            CHANGE_FOLDER(folder)
        if environment is not None:
            os.environ.clear()
            os.environ.update(environment)
        if drawn is not None:
            random.setstate(drawn)
        if numbers is not None:
            sys.modules["numpy"].random.set_state(numbers)

    def attempt(self, operation, fields):
        try:
            return "v", OPERATIONS[operation](self, *fields)
        except MemoryError:
            return "o", None
        except BaseException as error:
            return "e", _exception_parts(error, self)

    def reply(self, outcome, value, fields, printed):
        arguments = fields[1] if len(fields) > 1 and type(fields[1]) is tuple else ()
        if outcome == "v":
            for at, argument in enumerate(arguments):
                # Containers alone: small numbers and texts are the same by chance.
                if value is argument and type(value) not in (int, str, bool, float, bytes, type(None)):
                    outcome, value = "s", at
                    break
        try:
            return self.encode((outcome, value, arguments, printed))
        except Unencodable as problem:
            return encode(("u", str(problem), (), printed))
        except MemoryError:
            return encode(("o", None, (), ""))
        except Exception as error:
            return encode(("u", "%s while it was read" % type(error).__name__, (), printed))

    def encode(self, value):
        return Encoder(self.live, self.extensions).encode(value)

    def live(self, value):
        """Handle of an object that stays here, its classes, and the plain value of a member of an enumeration."""
        if type(value) is Lent:
            return 0, ("lent", object.__getattribute__(value, "_handle"))
        handle = self.handles.get(id(value))
        if handle is None:
            handle = self.handles[id(value)] = len(self.handles) + 1
            self.objects[handle] = value
        if isinstance(value, type):
            return handle, ("class", own_names(value))
        if type(value) is type(os):
            return handle, ("module", str(value.__name__))
        return handle, ("object", own_names(type(value)), *plain_of(value))

    def load(self):
        code, setup = self.program
        self.namespace = self.make_module().__dict__
        random.seed(0)
        for text, name in ((setup, "<setup>"), (code, "__test__.py")):
            exec(compile(text.lstrip("\ufeff"), name, "exec", dont_inherit=True), self.namespace)

    def run(self, code, arguments, wanted):
        """The script's ``exec(code, space)``: what the wanted names are afterwards."""
        (space,) = arguments
        exec(compile(code, "<string>", "exec", dont_inherit=True), space)
        return {name: space[name] for name in wanted if name in space}

    def call(self, target, arguments, keywords):
        function = self.find(target) if type(target) is str else target
        return function(*arguments, **keywords)

    def find(self, name):
        if name not in self.namespace:
            raise NameError("name '%s' is not defined" % name)
        return self.namespace[name]

    def replace(self, number, module, path, value):
        if module == "__test__":
            holder = sys.modules.get(module) or self.namespace_module()
        else:
            holder = IMPORT(module)
        *parts, name = path.split(".")
        for part in parts:
            holder = getattr(holder, part)
        own = name in vars(holder) if hasattr(holder, "__dict__") else True
        self.replaced[number] = (holder, name, getattr(holder, name, None), own)
        setattr(holder, name, value)

    def restore(self, number):
        holder, name, value, own = self.replaced.pop(number)
        if own:
            setattr(holder, name, value)
        else:
            delattr(holder, name)

    def back(self, handle, operation, *fields):
        """Asks the tests' process for something of an object that it lent; threads one by one."""
        with self.lock:
            self.channel.send(self.encode(("back", handle, operation, fields)))
            outcome, value = self.read(self.channel.receive())
        if outcome == "e":
            raise value
        return value


def _items(host, target):
    items = []
    for item in target:
        if len(items) >= MOST_ITEMS:
            raise ValueError("more than %d items" % MOST_ITEMS)
        items.append(item)
    return items


OPERATIONS = {
    "load": Host.load,
    "run": Host.run,
    "name": Host.find,
    "call": Host.call,
    "replace": Host.replace,
    "restore": Host.restore,
    "get": lambda host, target, name: getattr(target, name),
    "set": lambda host, target, name, value: setattr(target, name, value),
    "delete": lambda host, target, name: delattr(target, name),
    "items": _items,
    "length": lambda host, target: len(target),
    "item": lambda host, target, key: target[key],
    "has": lambda host, target, item: item in target,
    "text": lambda host, target: str(target),
    "repr": lambda host, target: repr(target),
    "enter": lambda host, target: target.__enter__(),
    "exit": lambda host, target: bool(target.__exit__(None, None, None)),
}


class Lent:
    """A mock, a function or a stream of the tests', as the program holds it."""

    def __init__(self, host, handle):
        object.__setattr__(self, "_host", host)
        object.__setattr__(self, "_handle", handle)

    def _back(self, operation, *fields):
        host, handle = object.__getattribute__(self, "_host"), object.__getattribute__(self, "_handle")
        return host.back(handle, operation, *fields)

    def __getattr__(self, name):
        return Lent._back(self, "get", name)

    def __setattr__(self, name, value):
        Lent._back(self, "set", name, value)

    def __call__(self, *arguments, **keywords):
        return Lent._back(self, "call", arguments, keywords)

    def __enter__(self):
        return Lent._back(self, "enter")

    def __exit__(self, *_):
        return Lent._back(self, "exit")

    def __iter__(self):
        return iter(Lent._back(self, "items"))

    def __len__(self):
        return Lent._back(self, "length")

    def __getitem__(self, key):
        return Lent._back(self, "item", key)

    def __bool__(self):
        return True


class _Reader(pickle.Unpickler):
    def __init__(self, stream, host):
        super().__init__(stream)
        self.host = host

    def persistent_load(self, key):
        kind, handle = key
        if kind == "record":
            name, fields, values = handle
            made = record_class(name, fields)
            return made if values is None else made(*values)
        return self.host.objects[handle] if kind == "theirs" else Lent(self.host, handle)


def _exception_parts(error, host):
    """Classes, text, and the arguments where they are plain."""
    try:
        text = str(error)
    except BaseException:
        text = ""
    try:
        arguments = tuple.__getitem__(error.args, slice(None))
        Encoder(None, host.extensions, 100_000).encode(arguments)
    except BaseException:
        arguments = (text,)
    return own_names(type(error)), text if type(text) is str else "", arguments


def serve_program(program, channel, extensions, make_module):
    with contextlib.suppress(Exception):
        Host(program, channel, extensions, make_module).serve()
    EXIT(0)
