"""The candidate side: loads a candidate and answers calls with encoded values. It never sees a test.

Two ways to be asked:

* ``run_plan(loaded, plan)``: a *plan* is the encoded tuple of steps that one cell needs, each ``("call", name, args,
  kwargs)`` with constant arguments, ``("eval", text, ...)`` for a call whose arguments are calls or names of the
  candidate's, or ``("name", name)``. The candidate is loaded into a fresh module first. The
  answer is a tuple of outcomes, one a step.
* ``Conversation(loaded, channel).serve()``: the judge asks step by step and may hold live objects by handle.

An *outcome* is bytes: ``v`` + encoded value; ``w`` + encoded value where a subclass was reduced to its built-in base;
``m`` + module name; ``e`` + encoded (class names along the MRO, message) of an exception; ``o`` out of memory;
``l`` + text, a value that cannot leave the process (the judge then asks again in a conversation); ``u`` + text, a value
too large or too deep.
"""

import builtins
import functools
import marshal
import operator
import sys
import types

from codec import MAX_BYTES, SCALARS, Decoder, Encoder, Unencodable, decode, encode, type_name
from extensions import EXTENSIONS
from heavy import PACKAGES, fresh_state
from safety import ONLY_AST, imported_modules, is_contained, is_installed, is_plainly_contained

MODULE_NAME = "candidate"
# Importing these does something.
NEVER_LOADED = {"antigravity", "this", "__main__", "__phello__", "__hello__", "idlelib", "turtledemo"}


class LoadedProgram:
    """A compiled candidate, ``(code, setup)``; ``fresh`` runs it in a new module.

    ``contained`` says whether its cells may share a process (see ``safety``), where that was asked for, and
    ``contained_heavily`` whether they may share one that is confined (see ``heavy``);
    ``load_failed`` whether the last load raised, before any call.
    """

    def __init__(self, program, judge_containment=False):
        code, setup = program
        self.contained = self.contained_heavily = self.load_failed = False
        #: What stands in for ``eval`` in a contained program.
        self.eval = None
        self.setup = self.code = self.failure = self.random_state = None
        try:
            if setup:
                self.setup = compile(setup, "<setup>", "exec", dont_inherit=True)
            source = code.lstrip("\ufeff")
            self.code = compile(source, "<candidate>", "exec", dont_inherit=True)
            if judge_containment:
                found = {_is_contained(self.code, source)}
                if setup:
                    found.add(_is_contained(self.setup, setup))
                self.contained, self.contained_heavily = found == {True}, False not in found
        except MemoryError:
            self.failure, self.contained = b"o", True
        except BaseException as error:
            self.failure, self.contained = exception_outcome(error), True
        if "random" in code or setup and "random" in setup:
            import random

            random.seed(0)
            self.random_state = random.getstate()
        self.draws = any(package in text for package in PACKAGES for text in (code, setup or ""))

    def fresh(self, name=MODULE_NAME):
        """The namespace of the candidate after a load of its own; raises what the candidate raises."""
        if self.random_state is not None:
            sys.modules["random"].setstate(self.random_state)
        if self.draws:
            fresh_state()
        module = types.ModuleType(name)
        sys.modules[name] = module
        namespace = module.__dict__
        if self.eval is not None:
            namespace["eval"] = self.eval
        if self.setup is not None:
            exec(self.setup, namespace)
        exec(self.code, namespace)
        return namespace

    def load_imports(self):
        """Loads the installed modules that the program names, which is no time of its cells."""
        for name in sorted(imported_modules(self.code) - NEVER_LOADED) if self.code is not None else ():
            if not is_installed(name):
                continue
            try:
                __import__(name)
            except BaseException:
                pass
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(0)

    def run_main(self):
        """Runs the program as ``__main__``; raises what it raises."""
        if self.failure is not None:
            raise SyntaxError("the program cannot be compiled")
        self.fresh("__main__")


def _is_contained(compiled, source):
    if is_plainly_contained(compiled):
        return True
    return is_contained(compile(source, "<candidate>", "exec", ONLY_AST, dont_inherit=True))


def exception_outcome(error):
    """``e`` and what the judge needs to raise the same again."""
    kind = type(error)
    try:
        message = str(error)
        if type(message) is not str:
            message = ""
    except BaseException:
        message = ""
    return b"e" + encode((class_names(kind), message[:2000]))


def class_names(kind):
    """(module, name) of a class and its bases in order of resolution."""
    return [
        (str(type.__getattribute__(base, "__module__")), type_name(base))
        for base in type.__getattribute__(kind, "__mro__")[:20]
        if base is not object
    ]


def value_outcome(value):
    """``v``, ``w``, ``m``, ``l`` or ``u`` for a returned value."""
    scalar = SCALARS.get(type(value))
    if scalar is not None:
        data = scalar(value)
        return b"v" + data if len(data) <= MAX_BYTES else b"ularger than %d bytes" % MAX_BYTES
    if type(value) is types.ModuleType:
        return b"m" + str(value.__name__).encode("utf-8", "replace")
    encoder = Encoder(None, EXTENSIONS)
    try:
        data = encoder.encode(value)
    except Unencodable as problem:
        text = str(problem)
        return (b"l" if text.startswith("a live") else b"u") + text.encode("utf-8", "replace")
    return (b"w" if encoder.weak else b"v") + data


_expressions = {}


def _expression(text):
    """The compiled call expression of a test; the same ones come again for every cell and candidate."""
    found = _expressions.get(text)
    if found is None:
        found = _expressions[text] = compile("(%s\n)" % text, "<call>", "eval", dont_inherit=True)
    return found


def run_step(namespace, step):
    """The outcome of one step of a plan."""
    try:
        if step[0] == "name":
            if step[1] not in namespace:
                raise NameError("name '%s' is not defined" % step[1])
            return value_outcome(namespace[step[1]])
        if step[0] == "eval":
            return value_outcome(eval(_expression(step[1]), namespace))
        _, name, arguments, keywords = step
        if name not in namespace:
            raise NameError("name '%s' is not defined" % name)
        return value_outcome(namespace[name](*arguments, **keywords))
    except MemoryError:
        return b"o"
    except BaseException as error:
        return exception_outcome(error)


def read_plan(plan):
    """Fresh steps: what one cell does to its arguments, no other sees."""
    return marshal.loads(plan[1:]) if plan[:1] == b"m" else decode(plan[1:], None, EXTENSIONS)


def run_plan(loaded, plan):
    """Outcomes of all steps of one cell, from a fresh module; the steps see each other's state."""
    steps = read_plan(plan)
    if loaded.failure is not None:
        return [loaded.failure] * len(steps)
    try:
        namespace = loaded.fresh()
    except MemoryError:
        return [b"o"] * len(steps)
    except BaseException as error:
        loaded.load_failed = True
        return [exception_outcome(error)] * len(steps)
    return [run_step(namespace, step) for step in steps]


class Conversation:
    """Answers the judge's requests until its channel closes. ``on_cell`` is called before each fresh load.

    Requests and replies are encoded tuples. Requests: ``("load",)`` a fresh module; ``("name", name)``;
    ``("call", name or handle, args, kwargs)``; ``("do", operation, handle, operands)``; ``("forget", handles)``.
    Reply: ``(outcome, value, changes, printed)``; outcome is ``v``, ``w``, ``m``, ``e``, ``o`` or ``u`` as in plans,
    and ``changes`` the contents of every container among the arguments afterwards. The encoding of a reply numbers
    the request's containers first, so that a value can *be* one of the arguments. While it works on a request the
    candidate may send ``("callback", handle, args, kwargs)`` for a function of the test's, and gets a reply.
    """

    def __init__(self, loaded, channel, on_cell=lambda: None):
        self.loaded, self.channel, self.on_cell = loaded, channel, on_cell
        self.objects, self.handles = {}, {}
        self.namespace = {}

    def serve(self):
        sys.stdout = printed = Printed()
        while True:
            decoder = Decoder(self.channel.receive(), self.callback, EXTENSIONS)
            request = decoder.decode()
            containers = list(decoder.seen)
            before = len(printed.parts)
            outcome, value = self.attempt(request)
            text = printed.drain() if type(printed) is Printed and len(printed.parts) != before else None
            self.channel.send(self.reply(outcome, value, containers, text))

    def attempt(self, request):
        try:
            value = getattr(self, "do_" + request[0])(*request[1:])
            if type(value) is types.ModuleType:
                return "m", str(value.__name__)
            return "v", value
        except MemoryError:
            return "o", None
        except BaseException as error:
            return "e", exception_outcome(error)[1:]

    def reply(self, outcome, value, containers, printed):
        encoder = Encoder(self.live, EXTENSIONS)
        for container in containers:
            encoder.shared(container)
        encoder.out = []
        encoder.size = 0
        contents = [_contents(container) for container in containers]
        try:
            data = encoder.encode((value, contents, printed))
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
            value = Decoder(answer[1:], self.callback, EXTENSIONS).decode()
            if answer[:1] == b"e":
                raise _exception(value)
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

    def do_call(self, target, arguments, keywords):
        function = self.do_name(target) if type(target) is str else self.objects[target]
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


def _contents(container):
    """What is in a container, as a plain tuple that names the container itself nowhere."""
    kind = type(container)
    if kind is dict:
        return tuple(dict.items(container))
    if kind is bytearray:
        return bytes(container)
    return tuple(kind.__iter__(container))


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


def describe(value):
    """(kind, class name, special methods of its class, state): state is what an instance holds, or None."""
    kind = type(value)
    if kind is types.CoroutineType:
        return ("coroutine", "coroutine", (), None)
    if isinstance(value, type):
        if issubclass(value, BaseException):
            return ("exception", type_name(value), (), class_names(value))
        return ("class", type_name(value), ("__call__",), None)
    if kind in FUNCTIONS and callable(value):
        return ("function", str(getattr(value, "__name__", "")), (), None)
    can = tuple(
        name
        for name in SPECIAL_METHODS
        if any(name in base.__dict__ for base in type.__getattribute__(kind, "__mro__")[:-1])
    )
    return ("object", type_name(kind), can, _state(value))


SPECIAL_METHODS = (
    "__iter__ __next__ __call__ __len__ __getitem__ __setitem__ __delitem__ __str__ __int__ __float__ __index__ __enter__"
    " __exit__ __reversed__ __add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __pow__"
).split()


def _state(value):
    """The attributes of an instance, read past whatever its class defines; None where it has none of its own."""
    try:
        state = dict(object.__getattribute__(value, "__dict__"))
    except (AttributeError, TypeError):
        state = None
    for base in type.__getattribute__(type(value), "__mro__"):
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if type(slots) is str else tuple(slots):
            descriptor = base.__dict__.get(name)
            if type(descriptor) is types.MemberDescriptorType:
                state = {} if state is None else state
                try:
                    state[name] = descriptor.__get__(value)
                except AttributeError:
                    pass
    return state


FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    functools.partial,
    type(functools.lru_cache(maxsize=1)(len)),
    types.MethodWrapperType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
)


def _run_coroutine(value):
    import asyncio

    return asyncio.run(value)


OPERATIONS = {
    "get": lambda value, name: getattr(value, name),
    "set": lambda value, name, item: setattr(value, name, item),
    "iter": iter,
    "next": next,
    "len": len,
    "item": lambda value, key: value[key],
    "assign": lambda value, key, item: operator.setitem(value, key, item),
    "remove": lambda value, key: operator.delitem(value, key),
    "text": str,
    "repr": repr,
    "int": int,
    "float": float,
    "index": operator.index,
    "await": _run_coroutine,
    "enter": lambda value: type(value).__enter__(value),
    "exit": lambda value: type(value).__exit__(value, None, None, None),
    "dir": dir,
    "has_truth": lambda value: any(
        name in base.__dict__ for base in type.__getattribute__(type(value), "__mro__") for name in ("__bool__", "__len__")
    ),
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "reversed": reversed,
}
