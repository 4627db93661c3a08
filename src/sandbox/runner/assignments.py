"""Assignments: to names, items, several targets at once, and attributes of a test's ``self``."""

import ast

from actors import Instance
from bounds import OutOfGrammar, Raised
from displays import eval_key
from naming import look_up_name
from operations import assign_item, binary, subscript
from unittest_assertions import ASSERTIONS


def run_assign(machine, node, scope):
    value = machine.eval(node.value, scope)
    for target in node.targets:
        assign_to(machine, target, value, scope)


def run_ann_assign(machine, node, scope):
    assign_to(machine, node.target, machine.eval(node.value, scope), scope)


def assign_to(machine, target, value, scope):
    kind = type(target)
    if kind is ast.Name:
        scope.values[target.id] = value
    elif kind is ast.Tuple or kind is ast.List:
        unpack(machine, target.elts, machine.items(value), scope)
    elif kind is ast.Subscript:
        machine.do(assign_item, machine.eval(target.value, scope), eval_key(machine, target.slice, scope), value, machine.budget)
    elif kind is ast.Attribute:
        owner = machine.eval(target.value, scope)
        if type(owner) is not Instance or target.attr in owner.methods or target.attr in ASSERTIONS:
            raise OutOfGrammar("an attribute that is set")
        owner.values[target.attr] = value
    else:
        raise OutOfGrammar("a target")


def unpack(machine, targets, values, scope):
    stars = [index for index, target in enumerate(targets) if isinstance(target, ast.Starred)]
    if not stars:
        if len(values) != len(targets):
            few = len(values) < len(targets)
            text = "not enough values to unpack (expected %d, got %d)" % (len(targets), len(values))
            raise Raised(ValueError(text if few else "too many values to unpack (expected %d)" % len(targets)))
        for target, value in zip(targets, values):
            assign_to(machine, target, value, scope)
        return
    if len(stars) > 1:
        raise OutOfGrammar("two starred targets")
    at, after = stars[0], len(targets) - stars[0] - 1
    if len(values) < len(targets) - 1:
        raise Raised(ValueError("not enough values to unpack (expected at least %d, got %d)" % (len(targets) - 1, len(values))))
    unpack(machine, targets[:at], values[:at], scope)
    assign_to(machine, targets[at].value, values[at:len(values) - after], scope)
    unpack(machine, targets[at + 1:], values[len(values) - after:], scope)


def run_aug_assign(machine, node, scope):
    target = node.target
    if type(target) is ast.Name:
        if scope.parent is not None and target.id not in scope.values and target.id not in scope.local:
            raise OutOfGrammar("an assignment to a name of another scope")
        old = look_up_name(machine, target.id, scope)
        scope.values[target.id] = augment(machine, node.op, old, machine.eval(node.value, scope))
    else:
        owner, key = machine.eval(target.value, scope), eval_key(machine, target.slice, scope)
        old = machine.do(subscript, owner, key, machine.budget)
        new = augment(machine, node.op, old, machine.eval(node.value, scope))
        machine.do(assign_item, owner, key, new, machine.budget)


def augment(machine, operation, old, value):
    if type(old) is list and type(operation) is ast.Add:
        old.extend(machine.items(value))
        return old
    if type(old) in (list, set, dict, bytearray):
        raise OutOfGrammar("an assignment that changes a value")
    return machine.do(binary, type(operation), old, value, machine.budget)
