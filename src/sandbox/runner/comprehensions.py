"""Comprehensions and generator expressions, each in a scope of its own."""

from actors import Scope
from assignments import assign_to
from displays import set_of
from functions import Lazy
from grammar import assigned
from operations import assign_item


def combinations(machine, generators, index, scope, first=None):
    if index == len(generators):
        yield
        return
    loop = generators[index]
    for value in first if index == 0 else machine.iterate(machine.eval(loop.iter, scope)):
        assign_to(machine, loop.target, value, scope)
        for condition in loop.ifs:
            if not machine.truth(machine.eval(condition, scope)):
                break
        else:
            yield from combinations(machine, generators, index + 1, scope)


def comprehend(machine, node, scope):
    """The scope of a comprehension, and an iterator that binds its names again and again."""
    first = machine.iterate(machine.eval(node.generators[0].iter, scope))
    names = set()
    for loop in node.generators:
        names |= assigned([loop.target])
    inner = Scope(scope, frozenset(names))
    return inner, combinations(machine, node.generators, 0, inner, first)


def eval_list_comp(machine, node, scope):
    inner, rounds = comprehend(machine, node, scope)
    values = []
    for _ in rounds:
        machine.budget.charge(8)
        values.append(machine.eval(node.elt, inner))
    return values


def eval_set_comp(machine, node, scope):
    return machine.do(set_of, eval_list_comp(machine, node, scope), machine.budget)


def eval_dict_comp(machine, node, scope):
    inner, rounds = comprehend(machine, node, scope)
    result = {}
    for _ in rounds:
        key = machine.eval(node.key, inner)
        machine.do(assign_item, result, key, machine.eval(node.value, inner), machine.budget)
    return result


def eval_generator_exp(machine, node, scope):
    inner, rounds = comprehend(machine, node, scope)
    return Lazy(machine.eval(node.elt, inner) for _ in rounds)
