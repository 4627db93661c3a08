"""Objects that stay in the candidate's process: what the judge is told of them, and what it may ask them for."""

import functools
import operator
import types

from cell import class_names
from codec import type_name
from split_classes import plain_of


def describe(value):
    """(kind, class name, special methods of its class, state, and the value of a member of an enumeration that is one, too).

    State is what an instance holds, or None.
    """
    kind = type(value)
    if kind is types.CoroutineType:
        return ("coroutine", "coroutine", (), None)
    if isinstance(value, type):
        if issubclass(value, BaseException):
            return ("exception", type_name(value), (), class_names(value))
        # Of its metaclass: an enumeration has a length and items.
        own = tuple(name for name in SPECIAL_METHODS if _defines(kind, name, type))
        generic = ("__getitem__",) if _defines(value, "__class_getitem__") else ()
        return ("class", type_name(value), ("__call__", *own, *generic), None)
    if kind in FUNCTIONS and callable(value):
        return ("function", str(getattr(value, "__name__", "")), (), None)
    can = tuple(name for name in SPECIAL_METHODS if _defines(kind, name))
    if _defines(kind, "__eq__") and type.__getattribute__(kind, "__hash__") is not None:
        can += ("__hash__",)
    return ("object", type_name(kind), can, _state(value), *plain_of(value))


def _defines(kind, name, beside=object):
    """Whether a class, or one that it derives from, has the method, but for those that ``beside`` has, too."""
    shared = type.__getattribute__(beside, "__mro__")
    return any(name in base.__dict__ for base in type.__getattribute__(kind, "__mro__") if base not in shared)


SPECIAL_METHODS = (
    "__iter__ __next__ __call__ __len__ __getitem__ __setitem__ __delitem__ __str__ __repr__ __format__ __int__ __float__"
    " __index__ __enter__ __exit__ __reversed__ __add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __pow__ __matmul__"
    " __and__ __or__ __xor__ __lshift__ __rshift__ __divmod__ __neg__ __pos__ __invert__ __abs__ __round__"
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
    "matmul": operator.matmul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "lshift": operator.lshift,
    "rshift": operator.rshift,
    "divmod": divmod,
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "abs": abs,
    "round": round,
    "format": format,
    "is_instance": lambda kind, value: isinstance(value, kind),
    "state": _state,
    "reversed": reversed,
}
