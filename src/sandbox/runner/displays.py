"""Lists, tuples, sets and dicts as they are written down, and what stands between square brackets."""

import ast

from bounds import OutOfGrammar
from equality import check_keys, look_up
from operations import assign_item


def elements_of(machine, nodes, scope):
    values = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            values += machine.items(machine.eval(node.value, scope))
        else:
            values.append(machine.eval(node, scope))
    return values


def eval_list(machine, node, scope):
    return elements_of(machine, node.elts, scope)


def eval_tuple(machine, node, scope):
    return tuple(elements_of(machine, node.elts, scope))


def eval_set(machine, node, scope):
    return machine.do(set_of, elements_of(machine, node.elts, scope), machine.budget)


def set_of(values, budget):
    return set(check_keys(values, budget))


def eval_dict(machine, node, scope):
    result = {}
    for key, value in zip(node.keys, node.values):
        if key is None:
            other = machine.eval(value, scope)
            if type(other) is not dict:
                raise OutOfGrammar("a mapping")
            for inner in other:
                machine.do(look_up, result, inner, machine.budget)
            machine.budget.charge(64 * len(other))
            result.update(other)
        else:
            key = machine.eval(key, scope)
            value = machine.eval(value, scope)
            machine.do(assign_item, result, key, value, machine.budget)
    return result


def eval_key(machine, node, scope):
    if type(node).__name__ == "Index":
        node = node.value
    if isinstance(node, ast.Slice):
        bounds = (node.lower, node.upper, node.step)
        return slice(*[None if bound is None else machine.eval(bound, scope) for bound in bounds])
    return machine.eval(node, scope)
