"""Statements that handle exceptions: ``try``, and the contexts that expect one."""

from actors import Caught
from bounds import OutOfGrammar, Raised, is_caught
from unittest_assertions import Raises, SubTest


def run_try(machine, node, scope):
    try:
        signal = run_handled(machine, node, scope)
    except Raised:
        if node.finalbody:
            signal = machine.run(node.finalbody, scope)
            if signal is not None:
                return signal
        raise
    return (machine.run(node.finalbody, scope) if node.finalbody else None) or signal


def run_handled(machine, node, scope):
    try:
        signal = machine.run(node.body, scope)
    except Raised as raised:
        for handler in node.handlers:
            if handler.type is None or is_caught(raised.error, machine.exceptions(machine.eval(handler.type, scope))):
                return run_handler(machine, handler, raised, scope)
        raise
    return signal if signal is not None else machine.run(node.orelse, scope)


def run_handler(machine, handler, raised, scope):
    machine.handled.append(raised)
    try:
        if handler.name:
            scope.values[handler.name] = Caught(raised.error)
        return machine.run(handler.body, scope)
    finally:
        machine.handled.pop()
        if handler.name:
            scope.values.pop(handler.name, None)


def run_with(machine, node, scope):
    return run_contexts(machine, node.items, node.body, scope)


def run_contexts(machine, items, body, scope):
    if not items:
        return machine.run(body, scope)
    machine.deepen(2)
    try:
        return run_context(machine, items[0], items[1:], body, scope)
    finally:
        machine.depth -= 2


def run_context(machine, item, others, body, scope):
    context = machine.eval(item.context_expr, scope)
    if type(context) not in (Raises, SubTest):
        raise OutOfGrammar("a context")
    if item.optional_vars is not None:
        scope.values[item.optional_vars.id] = context
    if type(context) is SubTest:
        return run_contexts(machine, others, body, scope)
    try:
        signal = run_contexts(machine, others, body, scope)
    except Raised as raised:
        context.check(raised)
        return None
    if signal is not None:
        # ``return`` in the block leaves it without an exception as well.
        pass
    raise Raised(AssertionError(context.missing()))
