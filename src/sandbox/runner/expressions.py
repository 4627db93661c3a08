"""What each allowed expression means."""

import ast

from actors import Candidate, Caught, Instance, Module, Native
from bounds import OutOfGrammar, Raised
from comprehensions import eval_dict_comp, eval_generator_exp, eval_list_comp, eval_set_comp
from displays import elements_of, eval_dict, eval_key, eval_list, eval_set, eval_tuple
from equality import order, same
from methods import find_method
from naming import Handing, attribute_of, instance_method, is_free, look_up_name
from operations import binary, is_in, subscript, unary
from own_functions import make_function
from texts import format_value
from unittest_assertions import Raises

ORDER_SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def eval_constant(machine, node, scope):
    return node.value


def eval_name(machine, node, scope):
    return look_up_name(machine, node.id, scope)


def eval_bool_op(machine, node, scope):
    wanted = isinstance(node.op, ast.Or)
    for inner in node.values:
        value = machine.eval(inner, scope)
        if machine.truth(value) is wanted:
            return value
    return value


def eval_bin_op(machine, node, scope):
    left = machine.eval(node.left, scope)
    return machine.do(binary, type(node.op), left, machine.eval(node.right, scope), machine.budget)


def eval_unary_op(machine, node, scope):
    value = machine.eval(node.operand, scope)
    if isinstance(node.op, ast.Not):
        return not machine.truth(value)
    return machine.do(unary, type(node.op), value, machine.budget)


def eval_if_exp(machine, node, scope):
    return machine.eval(node.body if machine.truth(machine.eval(node.test, scope)) else node.orelse, scope)


def eval_compare(machine, node, scope):
    left = machine.eval(node.left, scope)
    for index, (operation, inner) in enumerate(zip(node.ops, node.comparators)):
        right = machine.eval(inner, scope)
        result = machine.do(compared, machine, type(operation), left, right)
        if index + 1 < len(node.ops) and not machine.truth(result):
            return result
        left = right
    return result


def compared(machine, operation, left, right):
    if operation is ast.Eq:
        return same(left, right, machine.budget)
    if operation is ast.NotEq:
        result = same(left, right, machine.budget)
        return not result if type(result) is bool else ~result
    if operation is ast.Is or operation is ast.IsNot:
        return machine.identical(left, right) is (operation is ast.Is)
    if operation is ast.In or operation is ast.NotIn:
        return is_in(left, right, machine.budget, machine.iterate) is (operation is ast.In)
    return order(left, right, ORDER_SIGNS[operation], machine.budget)


def eval_subscript(machine, node, scope):
    owner = machine.eval(node.value, scope)
    return machine.do(subscript, owner, eval_key(machine, node.slice, scope), machine.budget)


def eval_attribute(machine, node, scope):
    owner = machine.eval(node.value, scope)
    return attribute_of(machine, owner, node.attr)


def eval_call(machine, node, scope):
    function = node.func
    if type(function) is ast.Attribute:
        owner = machine.eval(function.value, scope)
        if type(owner) is Instance:
            target = instance_method(machine, owner, function.attr)
        elif type(owner) in (Module, type, Raises):
            target = attribute_of(machine, owner, function.attr)
        else:
            target = Native(Handing(machine.do(find_method, owner, function.attr), owner))
    elif type(function) is ast.Name and is_free(machine, function.id, scope):
        target = Candidate(function.id)
    else:
        target = machine.eval(function, scope)
    arguments = tuple(elements_of(machine, node.args, scope))
    return machine.call(target, arguments, keywords_of(machine, node.keywords, scope))


def keywords_of(machine, nodes, scope):
    named = {}
    for node in nodes:
        value = machine.eval(node.value, scope)
        if node.arg is None:
            if type(value) is not dict or not all(type(key) is str for key in value):
                raise OutOfGrammar("keywords")
            pairs = value.items()
        else:
            pairs = ((node.arg, value),)
        for name, item in pairs:
            if name in named:
                raise Raised(TypeError("got multiple values for keyword argument '%s'" % name))
            named[name] = item
    return named


def eval_lambda(machine, node, scope):
    return make_function(machine, "<lambda>", node.args, node.body, scope, ())


def eval_joined_str(machine, node, scope):
    parts = []
    for inner in node.values:
        if isinstance(inner, ast.Constant):
            parts.append(inner.value)
            continue
        value = machine.eval(inner.value, scope)
        if type(value) is Caught:
            value = machine.words_of(value.error)
        conversion = None if inner.conversion == -1 else chr(inner.conversion)
        spec = "" if inner.format_spec is None else "".join(part.value for part in inner.format_spec.values)
        parts.append(machine.do(format_value, value, conversion, spec, machine.budget))
        machine.budget.charge(len(parts[-1]))
    return "".join(parts)


def eval_starred(machine, node, scope):
    raise OutOfGrammar("a star")


EXPRESSIONS = {
    ast.Constant: eval_constant,
    ast.Name: eval_name,
    ast.List: eval_list,
    ast.Tuple: eval_tuple,
    ast.Set: eval_set,
    ast.Dict: eval_dict,
    ast.BoolOp: eval_bool_op,
    ast.BinOp: eval_bin_op,
    ast.UnaryOp: eval_unary_op,
    ast.IfExp: eval_if_exp,
    ast.Compare: eval_compare,
    ast.Subscript: eval_subscript,
    ast.Attribute: eval_attribute,
    ast.Call: eval_call,
    ast.Lambda: eval_lambda,
    ast.ListComp: eval_list_comp,
    ast.SetComp: eval_set_comp,
    ast.DictComp: eval_dict_comp,
    ast.GeneratorExp: eval_generator_exp,
    ast.JoinedStr: eval_joined_str,
    ast.Starred: eval_starred,
}
