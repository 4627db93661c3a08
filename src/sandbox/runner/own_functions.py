"""Functions and lambdas of a test's own: made, and called."""

import ast

from actors import Function, Scope
from bounds import OutOfGrammar, Raised

MOST_CALLS_WITHIN_CALLS = 25


def call_function(machine, function, arguments, keywords):
    if machine.calls > MOST_CALLS_WITHIN_CALLS:
        raise OutOfGrammar("calls within calls")
    scope = Scope(function.scope, function.local)
    names = function.parameters
    if len(arguments) > len(names):
        raise Raised(TypeError("%s() takes %d positional arguments but %d were given" % (function.name, len(names), len(arguments))))
    scope.values.update(zip(names, arguments))
    for name, value in keywords.items():
        if name not in names or name in scope.values:
            raise Raised(TypeError("%s() got an unexpected keyword argument '%s'" % (function.name, name)))
        scope.values[name] = value
    for name, value in function.defaults.items():
        scope.values.setdefault(name, value)
    for name in names:
        if name not in scope.values:
            raise Raised(TypeError("%s() missing 1 required positional argument: '%s'" % (function.name, name)))
    machine.calls += 1
    try:
        if isinstance(function.body, ast.expr):
            return machine.eval(function.body, scope)
        signal = machine.run(function.body, scope)
        return signal[1] if signal is not None else None
    finally:
        machine.calls -= 1


def make_function(machine, name, arguments, body, scope, local):
    parameters = [argument.arg for argument in arguments.args]
    defaults = [machine.eval(default, scope) for default in arguments.defaults]
    pairs = dict(zip(parameters[len(parameters) - len(defaults):], defaults))
    return Function(name, parameters, pairs, body, scope, frozenset(local).union(parameters))
