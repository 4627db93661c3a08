"""What a test that is executed holds of the program's functions and exceptions: their attributes are asked for, one by one."""

import types


class RemoteFunction:
    """A function of the program. ``find`` gives what answers for its attributes."""

    def __init__(self, name, call, find):
        vars(self).update(__name__=name, __qualname__=name, _call=call, _find=find)

    def __call__(self, *arguments, **keywords):
        return self._call(arguments, keywords)

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    @property
    def __class__(self):
        return types.FunctionType

    @property
    def __doc__(self):
        return self._find("__doc__")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._find(name)

    def __repr__(self):
        return "<function %s>" % self.__name__


def with_details(error, talk, arguments, handle):
    """The exception, with the arguments that it was made of, and attributes that are asked for."""
    if type(arguments) is tuple:
        made = made_again(type(error), arguments)
        made.candidate_message, error = error.candidate_message, made
    if type(handle) is int:
        error.candidate_find = lambda name: talk.do("get", handle, name)
    return error


def made_again(kind, arguments):
    """By itself a class of ours has the attributes that the built-in one makes of its arguments (``errno``, ``value``)."""
    try:
        error = kind(*arguments)
    except Exception:
        error = kind.__new__(kind)
    error.args = arguments
    return error
