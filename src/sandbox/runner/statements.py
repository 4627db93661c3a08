"""What each allowed statement means. A statement gives nothing, or the signal by which it leaves its block."""

import ast

from actors import Caught, Module
from assignments import assign_to, run_ann_assign, run_assign, run_aug_assign
from blocks import run_try, run_with
from bounds import OutOfGrammar, Raised
from grammar import assigned
from naming import is_free, member_of
from own_functions import make_function

BREAK, CONTINUE = ("break",), ("continue",)
MESSAGE_NODES = (ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Name, ast.Load)


def run_expr(machine, node, scope):
    if not isinstance(node.value, ast.Constant):
        machine.eval(node.value, scope)


def run_assert(machine, node, scope):
    if machine.truth(machine.eval(node.test, scope)):
        return
    raise Raised(AssertionError(*message_of(machine, node.msg, scope)))


def message_of(machine, node, scope):
    """A message is only for people: it is dropped where it is not plain text made of plain values."""
    if node is None:
        return ()
    try:
        if all(isinstance(inner, MESSAGE_NODES) for inner in ast.walk(node)) and not any(
            isinstance(inner, ast.Name) and is_free(machine, inner.id, scope) for inner in ast.walk(node)
        ):
            return (machine.text(machine.eval(node, scope))[:2000],)
    except (Raised, OutOfGrammar):
        pass
    return ()


def run_for(machine, node, scope):
    for value in machine.iterate(machine.eval(node.iter, scope)):
        assign_to(machine, node.target, value, scope)
        signal = machine.run(node.body, scope)
        if signal is BREAK:
            return None
        if signal is not None and signal is not CONTINUE:
            return signal
    return machine.run(node.orelse, scope)


def run_while(machine, node, scope):
    while machine.truth(machine.eval(node.test, scope)):
        machine.budget.step()
        signal = machine.run(node.body, scope)
        if signal is BREAK:
            return None
        if signal is not None and signal is not CONTINUE:
            return signal
    return machine.run(node.orelse, scope)


def run_if(machine, node, scope):
    return machine.run(node.body if machine.truth(machine.eval(node.test, scope)) else node.orelse, scope)


def run_function_def(machine, node, scope):
    scope.values[node.name] = make_function(machine, node.name, node.args, node.body, scope, assigned(node.body))


def run_return(machine, node, scope):
    return ("return", None if node.value is None else machine.eval(node.value, scope))


def run_raise(machine, node, scope):
    if node.exc is None:
        if not machine.handled:
            raise Raised(RuntimeError("No active exception to reraise"))
        raise Raised(machine.handled[-1].error)
    value = machine.eval(node.exc, scope)
    if type(value) is type:
        value = machine.call(value, (), {})
    if type(value) is not Caught:
        raise Raised(TypeError("exceptions must derive from BaseException"))
    raise Raised(value.error)


def run_import(machine, node, scope):
    for alias in node.names:
        known = machine.script.modules[alias.name]
        name = alias.asname or alias.name.partition(".")[0]
        scope.values[name] = Module(known)


def run_import_from(machine, node, scope):
    known = machine.script.modules[("." * node.level) + (node.module or "")]
    for alias in node.names:
        scope.values[alias.asname or alias.name] = member_of(machine, known, alias.name)


STATEMENTS = {
    ast.Expr: run_expr,
    ast.Assert: run_assert,
    ast.Assign: run_assign,
    ast.AnnAssign: run_ann_assign,
    ast.AugAssign: run_aug_assign,
    ast.For: run_for,
    ast.While: run_while,
    ast.If: run_if,
    ast.FunctionDef: run_function_def,
    ast.Return: run_return,
    ast.Try: run_try,
    ast.Raise: run_raise,
    ast.With: run_with,
    ast.Import: run_import,
    ast.ImportFrom: run_import_from,
    ast.Pass: lambda machine, node, scope: None,
    ast.Break: lambda machine, node, scope: BREAK,
    ast.Continue: lambda machine, node, scope: CONTINUE,
}
