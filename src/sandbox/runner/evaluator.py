"""Walks a test's tree: what each allowed node means. Nothing of a test is ever compiled or executed.

An *oracle* answers for the candidate: ``call(name, arguments, keywords)``, ``name(name)``, and in planned tests
``step(number)`` for the nodes listed in ``Script.steps``.
"""

import ast
import re

from bounds import MAX_DEPTH, Aborted, OutOfGrammar, Raised, is_caught
from equality import IDENTITIES, VALUES, ITEMS, KEYS, check_keys, is_named_tuple, is_plain_numpy, look_up, order, same, sort, truth
from functions import BUILTINS, COLLECTIONS, CONSTRUCTORS, COPY, EXCEPTIONS, MATH, MATH_CONSTANTS, TYPES, Lazy
from grammar import assigned
from methods import METHODS, find_method
from operations import PLAIN, assign_item, binary, is_in, subscript, unary
from remote import Remote
from texts import format_value, text_of
from unittest_assertions import ASSERTIONS, Raises, SubTest

MOST_CALLS_WITHIN_CALLS = 25
ITERATORS = frozenset("generator map filter zip reversed enumerate list_iterator".split())
BREAK, CONTINUE = ("break",), ("continue",)


class Native:
    """A function of the tables."""

    __slots__ = ("function",)

    def __init__(self, function):
        self.function = function


class Candidate:
    """A function of the program's, by name."""

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name


class Function:
    """A function or lambda of the test's own."""

    __slots__ = ("name", "parameters", "defaults", "body", "scope", "local")

    def __init__(self, name, parameters, defaults, body, scope, local):
        self.name, self.parameters, self.defaults = name, parameters, defaults
        self.body, self.scope, self.local = body, scope, local


class Module:
    """An imported module: ``math``, ``unittest``, ``candidate`` for the program's own."""

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name


class Caught:
    """A caught exception, as a value."""

    __slots__ = ("error",)

    def __init__(self, error):
        self.error = error


class Instance:
    """The ``self`` of a test method."""

    __slots__ = ("values", "methods", "asserts")

    def __init__(self, methods, asserts):
        self.values, self.methods, self.asserts = {}, methods, asserts


class Ignored:
    """A name that may only stand in annotations."""


IDENTITIES.update((Native, Candidate, Function, Module, Instance))


class Scope:
    """Names and their values; ``local`` are those that belong here whether they have a value yet or not."""

    __slots__ = ("values", "parent", "local")

    def __init__(self, parent, local=frozenset()):
        self.values, self.parent, self.local = {}, parent, local


class Machine:
    """One evaluation of one test."""

    def __init__(self, script, oracle, budget):
        self.script, self.oracle, self.budget = script, oracle, budget
        self.depth = self.calls = 0
        self.handled = []
        self.top = Scope(None)
        #: Whether the program's own word took part in the verdict.
        self.weak = False

    # What the tables of functions use.

    def do(self, function, *arguments, **keywords):
        """Runs built-in code; what it raises is the test's exception."""
        try:
            return function(*arguments, **keywords)
        except (MemoryError, RecursionError):
            raise OutOfGrammar("built-in code took too much")
        except Exception as error:
            raise Raised(error) from None

    def ask(self, function, *arguments):
        try:
            value = function(*arguments)
        except Exception as error:
            if getattr(type(error), "from_candidate", False):
                raise Raised(error) from None
            raise Aborted(error) from None
        self.budget.charge(64)
        return value

    def truth(self, value):
        return value if type(value) is bool else self.do(truth, value)

    def text(self, value):
        return self.words_of(value.error) if type(value) is Caught else text_of(value, self.budget)

    def words_of(self, error):
        """``str(error)``, which is written anew each time."""
        self.budget.charge(2 * sum(len(value) for value in error.args if type(value) is str))
        return error_text(error)

    def sort_keys(self, values, key):
        return list(values) if key is None else [self.call(key, (value,), {}) for value in values]

    def items(self, value):
        items = []
        for item in self.iterate(value):
            self.budget.charge(8)
            items.append(item)
        return items

    def iterate(self, value):
        """A bounded iterator over a value."""
        kind = type(value)
        if kind is Lazy:
            return self.advance(value.generator)
        if kind in PLAIN or is_named_tuple(kind) or is_plain_numpy(value) or kind.__module__ == "collections":
            if not hasattr(kind, "__iter__") or kind is type:
                raise Raised(TypeError("'%s' object is not iterable" % kind.__name__))
            return self.advance(iter(value))
        if issubclass(kind, Remote) and object.__getattribute__(value, "_name") in ITERATORS and hasattr(kind, "__iter__"):
            self.weak = True
            return self.advance_remote(kind.__iter__(value))
        raise OutOfGrammar("iteration of a %s" % kind.__name__)

    def advance(self, iterator):
        while True:
            self.budget.step()
            self.deepen(2)
            try:
                value = next(iterator)
            except StopIteration:
                return
            except (MemoryError, RecursionError):
                raise OutOfGrammar("an iterator took too much")
            except ValueError as error:
                if "already executing" in str(error):
                    raise OutOfGrammar("an iterator within itself")
                raise Raised(error) from None
            except Exception as error:
                raise Raised(error) from None
            finally:
                self.depth -= 2
            yield value

    def advance_remote(self, iterator):
        while True:
            self.budget.step(20)
            try:
                value = next(iterator)
            except StopIteration:
                return
            except Exception as error:
                if getattr(type(error), "from_candidate", False):
                    raise Raised(error) from None
                raise Aborted(error) from None
            yield value

    def deepen(self, levels):
        self.depth += levels
        if self.depth > MAX_DEPTH:
            raise OutOfGrammar("nested too deep")

    def call(self, function, arguments, keywords):
        kind = type(function)
        self.budget.step()
        if kind is Candidate:
            return self.ask_candidate(function.name, arguments, keywords)
        if kind is Native:
            return self.do(function.function, self, *arguments, **keywords)
        if kind is Function:
            return self.call_function(function, arguments, keywords)
        if kind is type:
            constructor = CONSTRUCTORS.get(function)
            if constructor is not None:
                return self.do(constructor, self, *arguments, **keywords)
            if issubclass(function, BaseException):
                return self.make_exception(function, arguments, keywords)
        if kind in PLAIN and kind is not type:
            raise Raised(TypeError("'%s' object is not callable" % kind.__name__))
        raise OutOfGrammar("a call of a %s" % kind.__name__)

    def ask_candidate(self, name, arguments, keywords):
        if name != self.script.entry_point:
            self.weak = True
        return self.ask(self.oracle.call, name, arguments, keywords)

    def make_exception(self, kind, arguments, keywords):
        if keywords or any(type(value) not in (str, int, float, bool, type(None)) for value in arguments):
            raise OutOfGrammar("an exception made of objects")
        if kind not in EXCEPTIONS.values() or issubclass(kind, (UnicodeError, OSError)) or "Group" in kind.__name__:
            raise OutOfGrammar("an exception of its own")
        return Caught(self.do(kind, *arguments))

    def call_function(self, function, arguments, keywords):
        if self.calls > MOST_CALLS_WITHIN_CALLS:
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
        self.calls += 1
        try:
            if isinstance(function.body, ast.expr):
                return self.eval(function.body, scope)
            signal = self.run(function.body, scope)
            return signal[1] if signal is not None else None
        finally:
            self.calls -= 1

    # Names.

    def look_up(self, name, scope):
        at = scope
        while at is not None:
            if name in at.values:
                return at.values[name]
            if name in at.local:
                kind = UnboundLocalError if at is scope else NameError
                raise Raised(kind("cannot access local variable '%s' where it is not associated with a value" % name))
            at = at.parent
        if name == self.script.entry_point:
            return Candidate(name)
        if name in BUILTINS:
            return Native(BUILTINS[name])
        if name in TYPES and name != "NoneType":
            return TYPES[name]
        if name in EXCEPTIONS:
            return EXCEPTIONS[name]
        if name in self.script.bound:
            raise Raised(NameError("name '%s' is not defined" % name))
        return self.ask_name(name)

    def ask_name(self, name):
        value = self.ask(self.oracle.name, name)
        if type(value) is Module:
            return value
        self.weak = True
        return value

    def is_free(self, name, scope):
        at = scope
        while at is not None:
            if name in at.values or name in at.local:
                return False
            at = at.parent
        return not (
            name in self.script.bound or name in BUILTINS or name in TYPES and name != "NoneType" or name in EXCEPTIONS
        ) or name == self.script.entry_point

    # Statements.

    def run(self, statements, scope):
        for statement in statements:
            self.budget.step()
            self.deepen(2)
            try:
                signal = STATEMENTS[type(statement)](self, statement, scope)
            finally:
                self.depth -= 2
            if signal is not None:
                return signal
        return None

    def run_Expr(self, node, scope):
        if not isinstance(node.value, ast.Constant):
            self.eval(node.value, scope)

    def run_Assert(self, node, scope):
        if self.truth(self.eval(node.test, scope)):
            return
        raise Raised(AssertionError(*self.message(node.msg, scope)))

    def message(self, node, scope):
        """A message is only for people: it is dropped where it is not plain text made of plain values."""
        if node is None:
            return ()
        try:
            if all(isinstance(inner, MESSAGE_NODES) for inner in ast.walk(node)) and not any(
                isinstance(inner, ast.Name) and self.is_free(inner.id, scope) for inner in ast.walk(node)
            ):
                return (self.text(self.eval(node, scope))[:2000],)
        except (Raised, OutOfGrammar):
            pass
        return ()

    def run_Assign(self, node, scope):
        value = self.eval(node.value, scope)
        for target in node.targets:
            self.assign(target, value, scope)

    def run_AnnAssign(self, node, scope):
        self.assign(node.target, self.eval(node.value, scope), scope)

    def assign(self, target, value, scope):
        kind = type(target)
        if kind is ast.Name:
            scope.values[target.id] = value
        elif kind is ast.Tuple or kind is ast.List:
            self.unpack(target.elts, self.items(value), scope)
        elif kind is ast.Subscript:
            self.do(assign_item, self.eval(target.value, scope), self.eval_key(target.slice, scope), value, self.budget)
        elif kind is ast.Attribute:
            owner = self.eval(target.value, scope)
            if type(owner) is not Instance or target.attr in owner.methods or target.attr in ASSERTIONS:
                raise OutOfGrammar("an attribute that is set")
            owner.values[target.attr] = value
        else:
            raise OutOfGrammar("a target")

    def unpack(self, targets, values, scope):
        stars = [index for index, target in enumerate(targets) if isinstance(target, ast.Starred)]
        if not stars:
            if len(values) != len(targets):
                few = len(values) < len(targets)
                text = "not enough values to unpack (expected %d, got %d)" % (len(targets), len(values))
                raise Raised(ValueError(text if few else "too many values to unpack (expected %d)" % len(targets)))
            for target, value in zip(targets, values):
                self.assign(target, value, scope)
            return
        if len(stars) > 1:
            raise OutOfGrammar("two starred targets")
        at, after = stars[0], len(targets) - stars[0] - 1
        if len(values) < len(targets) - 1:
            raise Raised(ValueError("not enough values to unpack (expected at least %d, got %d)" % (len(targets) - 1, len(values))))
        self.unpack(targets[:at], values[:at], scope)
        self.assign(targets[at].value, values[at:len(values) - after], scope)
        self.unpack(targets[at + 1:], values[len(values) - after:], scope)

    def run_AugAssign(self, node, scope):
        target = node.target
        if type(target) is ast.Name:
            if scope.parent is not None and target.id not in scope.values and target.id not in scope.local:
                raise OutOfGrammar("an assignment to a name of another scope")
            old = self.look_up(target.id, scope)
            scope.values[target.id] = self.augment(node.op, old, self.eval(node.value, scope))
        else:
            owner, key = self.eval(target.value, scope), self.eval_key(target.slice, scope)
            old = self.do(subscript, owner, key, self.budget)
            new = self.augment(node.op, old, self.eval(node.value, scope))
            self.do(assign_item, owner, key, new, self.budget)

    def augment(self, operation, old, value):
        if type(old) is list and type(operation) is ast.Add:
            old.extend(self.items(value))
            return old
        if type(old) in (list, set, dict, bytearray):
            raise OutOfGrammar("an assignment that changes a value")
        return self.do(binary, type(operation), old, value, self.budget)

    def run_For(self, node, scope):
        for value in self.iterate(self.eval(node.iter, scope)):
            self.assign(node.target, value, scope)
            signal = self.run(node.body, scope)
            if signal is BREAK:
                return None
            if signal is not None and signal is not CONTINUE:
                return signal
        return self.run(node.orelse, scope)

    def run_While(self, node, scope):
        while self.truth(self.eval(node.test, scope)):
            self.budget.step()
            signal = self.run(node.body, scope)
            if signal is BREAK:
                return None
            if signal is not None and signal is not CONTINUE:
                return signal
        return self.run(node.orelse, scope)

    def run_If(self, node, scope):
        return self.run(node.body if self.truth(self.eval(node.test, scope)) else node.orelse, scope)

    def run_FunctionDef(self, node, scope):
        scope.values[node.name] = self.make_function(node.name, node.args, node.body, scope, assigned(node.body))

    def make_function(self, name, arguments, body, scope, local):
        parameters = [argument.arg for argument in arguments.args]
        defaults = [self.eval(default, scope) for default in arguments.defaults]
        pairs = dict(zip(parameters[len(parameters) - len(defaults):], defaults))
        return Function(name, parameters, pairs, body, scope, frozenset(local).union(parameters))

    def run_Return(self, node, scope):
        return ("return", None if node.value is None else self.eval(node.value, scope))

    def run_Try(self, node, scope):
        try:
            signal = self.run_handled(node, scope)
        except Raised:
            if node.finalbody:
                signal = self.run(node.finalbody, scope)
                if signal is not None:
                    return signal
            raise
        return (self.run(node.finalbody, scope) if node.finalbody else None) or signal

    def run_handled(self, node, scope):
        try:
            signal = self.run(node.body, scope)
        except Raised as raised:
            for handler in node.handlers:
                if handler.type is None or is_caught(raised.error, self.exceptions(self.eval(handler.type, scope))):
                    return self.handle(handler, raised, scope)
            raise
        return signal if signal is not None else self.run(node.orelse, scope)

    def handle(self, handler, raised, scope):
        self.handled.append(raised)
        try:
            if handler.name:
                scope.values[handler.name] = Caught(raised.error)
            return self.run(handler.body, scope)
        finally:
            self.handled.pop()
            if handler.name:
                scope.values.pop(handler.name, None)

    def exceptions(self, kinds):
        found = kinds if type(kinds) is tuple else (kinds,)
        if any(type(kind) is not type or kind not in EXCEPTIONS.values() for kind in found):
            raise OutOfGrammar("an exception of its own")
        return found

    def run_Raise(self, node, scope):
        if node.exc is None:
            if not self.handled:
                raise Raised(RuntimeError("No active exception to reraise"))
            raise Raised(self.handled[-1].error)
        value = self.eval(node.exc, scope)
        if type(value) is type:
            value = self.call(value, (), {})
        if type(value) is not Caught:
            raise Raised(TypeError("exceptions must derive from BaseException"))
        raise Raised(value.error)

    def run_With(self, node, scope):
        return self.run_contexts(node.items, node.body, scope)

    def run_contexts(self, items, body, scope):
        if not items:
            return self.run(body, scope)
        self.deepen(2)
        try:
            return self.run_context(items[0], items[1:], body, scope)
        finally:
            self.depth -= 2

    def run_context(self, item, others, body, scope):
        context = self.eval(item.context_expr, scope)
        if type(context) not in (Raises, SubTest):
            raise OutOfGrammar("a context")
        if item.optional_vars is not None:
            scope.values[item.optional_vars.id] = context
        if type(context) is SubTest:
            return self.run_contexts(others, body, scope)
        try:
            signal = self.run_contexts(others, body, scope)
        except Raised as raised:
            context.check(raised)
            return None
        if signal is not None:
            # ``return`` in the block leaves it without an exception as well.
            pass
        raise Raised(AssertionError(context.missing()))

    def run_Import(self, node, scope):
        for alias in node.names:
            known = self.script.modules[alias.name]
            name = alias.asname or alias.name.partition(".")[0]
            scope.values[name] = Module(known)

    def run_ImportFrom(self, node, scope):
        known = self.script.modules[("." * node.level) + (node.module or "")]
        for alias in node.names:
            scope.values[alias.asname or alias.name] = self.member(known, alias.name)

    def member(self, module, name):
        if module == "math":
            if name in MATH_CONSTANTS:
                return MATH_CONSTANTS[name]
            if name in MATH:
                return Native(MATH[name])
        elif module == "typing":
            return Ignored()
        elif module == "collections" and name in COLLECTIONS:
            return Native(COLLECTIONS[name])
        elif module == "copy" and name in COPY:
            return Native(COPY[name])
        elif module == "candidate":
            return Candidate(name) if name == self.script.entry_point else self.ask_name(name)
        elif module == "unittest" and name == "TestCase":
            return Ignored()
        elif module == "pytest" and name == "raises":
            return Native(pytest_raises)
        raise OutOfGrammar("%s.%s" % (module, name))

    # Expressions.

    def eval(self, node, scope):
        self.budget.step()
        self.depth += 1
        try:
            if self.depth > MAX_DEPTH:
                raise OutOfGrammar("nested too deep")
            number = self.script.steps.get(id(node))
            if number is not None:
                return self.ask(self.oracle.step, number)
            return EXPRESSIONS[type(node)](self, node, scope)
        finally:
            self.depth -= 1

    def eval_Constant(self, node, scope):
        return node.value

    def eval_Name(self, node, scope):
        return self.look_up(node.id, scope)

    def elements(self, nodes, scope):
        values = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                values += self.items(self.eval(node.value, scope))
            else:
                values.append(self.eval(node, scope))
        return values

    def eval_List(self, node, scope):
        return self.elements(node.elts, scope)

    def eval_Tuple(self, node, scope):
        return tuple(self.elements(node.elts, scope))

    def eval_Set(self, node, scope):
        return self.do(self.make_set, self.elements(node.elts, scope))

    def make_set(self, values):
        return set(check_keys(values, self.budget))

    def eval_Dict(self, node, scope):
        result = {}
        for key, value in zip(node.keys, node.values):
            if key is None:
                other = self.eval(value, scope)
                if type(other) is not dict:
                    raise OutOfGrammar("a mapping")
                for inner in other:
                    self.do(look_up, result, inner, self.budget)
                self.budget.charge(64 * len(other))
                result.update(other)
            else:
                key = self.eval(key, scope)
                value = self.eval(value, scope)
                self.do(assign_item, result, key, value, self.budget)
        return result

    def eval_BoolOp(self, node, scope):
        wanted = isinstance(node.op, ast.Or)
        for inner in node.values:
            value = self.eval(inner, scope)
            if self.truth(value) is wanted:
                return value
        return value

    def eval_BinOp(self, node, scope):
        left = self.eval(node.left, scope)
        return self.do(binary, type(node.op), left, self.eval(node.right, scope), self.budget)

    def eval_UnaryOp(self, node, scope):
        value = self.eval(node.operand, scope)
        if isinstance(node.op, ast.Not):
            return not self.truth(value)
        return self.do(unary, type(node.op), value, self.budget)

    def eval_IfExp(self, node, scope):
        return self.eval(node.body if self.truth(self.eval(node.test, scope)) else node.orelse, scope)

    def eval_Compare(self, node, scope):
        left = self.eval(node.left, scope)
        for index, (operation, inner) in enumerate(zip(node.ops, node.comparators)):
            right = self.eval(inner, scope)
            result = self.do(self.compare, type(operation), left, right)
            if index + 1 < len(node.ops) and not self.truth(result):
                return result
            left = right
        return result

    def compare(self, operation, left, right):
        if operation is ast.Eq:
            return same(left, right, self.budget)
        if operation is ast.NotEq:
            result = same(left, right, self.budget)
            return not result if type(result) is bool else ~result
        if operation is ast.Is or operation is ast.IsNot:
            return self.identical(left, right) is (operation is ast.Is)
        if operation is ast.In or operation is ast.NotIn:
            return is_in(left, right, self.budget, self.iterate) is (operation is ast.In)
        return order(left, right, ORDER_SIGNS[operation], self.budget)

    def identical(self, left, right):
        for value in (left, right):
            if value is None or type(value) in (bool, type, type(Ellipsis)):
                return left is right
        if type(left) in (list, dict, set) or type(right) in (list, dict, set):
            return left is right
        raise OutOfGrammar("the identity of a %s" % type(left).__name__)

    def eval_key(self, node, scope):
        if type(node).__name__ == "Index":
            node = node.value
        if isinstance(node, ast.Slice):
            bounds = (node.lower, node.upper, node.step)
            return slice(*[None if bound is None else self.eval(bound, scope) for bound in bounds])
        return self.eval(node, scope)

    def eval_Subscript(self, node, scope):
        owner = self.eval(node.value, scope)
        return self.do(subscript, owner, self.eval_key(node.slice, scope), self.budget)

    def eval_Attribute(self, node, scope):
        owner = self.eval(node.value, scope)
        return self.attribute(owner, node.attr)

    def attribute(self, owner, name):
        kind = type(owner)
        if kind is Module:
            return self.member(owner.name, name)
        if kind is Instance and name in owner.values:
            return owner.values[name]
        if kind is Raises and name in ("exception", "value") and context_name(owner) == name and owner.error is not None:
            return Caught(owner.error)
        if kind is type and name in METHODS.get(owner, ()):
            return Native(unbound(owner, name))
        raise OutOfGrammar("the attribute %s of a %s" % (name, kind.__name__))

    def eval_Call(self, node, scope):
        function = node.func
        if type(function) is ast.Attribute:
            owner = self.eval(function.value, scope)
            if type(owner) is Instance:
                target = self.instance_method(owner, function.attr)
            elif type(owner) in (Module, type, Raises):
                target = self.attribute(owner, function.attr)
            else:
                target = Native(bound(self.do(find_method, owner, function.attr), owner))
        elif type(function) is ast.Name and self.is_free(function.id, scope):
            target = Candidate(function.id)
        else:
            target = self.eval(function, scope)
        arguments = tuple(self.elements(node.args, scope))
        return self.call(target, arguments, self.keywords(node.keywords, scope))

    def keywords(self, nodes, scope):
        named = {}
        for node in nodes:
            value = self.eval(node.value, scope)
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

    def instance_method(self, owner, name):
        if name in owner.values:
            return owner.values[name]
        if name in owner.methods:
            node = owner.methods[name]
            method = self.make_function(node.name, node.args, node.body, self.top, assigned(node.body))
            return Native(lambda machine, *arguments, **keywords: machine.call(method, (owner,) + arguments, keywords))
        if owner.asserts and name in ASSERTIONS:
            return Native(ASSERTIONS[name])
        raise OutOfGrammar("self.%s" % name)

    def eval_Lambda(self, node, scope):
        return self.make_function("<lambda>", node.args, node.body, scope, ())

    def combinations(self, generators, index, scope, first=None):
        if index == len(generators):
            yield
            return
        loop = generators[index]
        for value in first if index == 0 else self.iterate(self.eval(loop.iter, scope)):
            self.assign(loop.target, value, scope)
            for condition in loop.ifs:
                if not self.truth(self.eval(condition, scope)):
                    break
            else:
                yield from self.combinations(generators, index + 1, scope)

    def comprehend(self, node, scope):
        """The scope of a comprehension, and an iterator that binds its names again and again."""
        first = self.iterate(self.eval(node.generators[0].iter, scope))
        names = set()
        for loop in node.generators:
            names |= assigned([loop.target])
        inner = Scope(scope, frozenset(names))
        return inner, self.combinations(node.generators, 0, inner, first)

    def eval_ListComp(self, node, scope):
        inner, rounds = self.comprehend(node, scope)
        values = []
        for _ in rounds:
            self.budget.charge(8)
            values.append(self.eval(node.elt, inner))
        return values

    def eval_SetComp(self, node, scope):
        return self.do(self.make_set, self.eval_ListComp(node, scope))

    def eval_DictComp(self, node, scope):
        inner, rounds = self.comprehend(node, scope)
        result = {}
        for _ in rounds:
            key = self.eval(node.key, inner)
            self.do(assign_item, result, key, self.eval(node.value, inner), self.budget)
        return result

    def eval_GeneratorExp(self, node, scope):
        inner, rounds = self.comprehend(node, scope)
        return Lazy(self.eval(node.elt, inner) for _ in rounds)

    def eval_JoinedStr(self, node, scope):
        parts = []
        for inner in node.values:
            if isinstance(inner, ast.Constant):
                parts.append(inner.value)
                continue
            value = self.eval(inner.value, scope)
            if type(value) is Caught:
                value = self.words_of(value.error)
            conversion = None if inner.conversion == -1 else chr(inner.conversion)
            spec = "" if inner.format_spec is None else "".join(part.value for part in inner.format_spec.values)
            parts.append(self.do(format_value, value, conversion, spec, self.budget))
            self.budget.charge(len(parts[-1]))
        return "".join(parts)

    def eval_Starred(self, node, scope):
        raise OutOfGrammar("a star")


def bound(method, owner):
    return lambda machine, *arguments, **keywords: method(machine, owner, *arguments, **keywords)


def unbound(kind, name):
    def method(machine, owner, *arguments, **keywords):
        if type(owner) is not kind:
            if type(owner) in PLAIN:
                raise TypeError("descriptor '%s' requires a '%s' object" % (name, kind.__name__))
            raise OutOfGrammar("%s.%s" % (kind.__name__, name))
        return METHODS[kind][name](machine, owner, *arguments, **keywords)

    return method


def context_name(context):
    return "value" if context.of_pytest else "exception"


def pytest_raises(machine, kinds, match=None):
    return Raises(machine.exceptions(kinds), match, True)


def error_text(error):
    """``str(error)``, where no object has to write itself for it."""
    text = getattr(error, "candidate_message", None) if getattr(type(error), "from_candidate", False) else None
    if type(text) is str:
        return text
    if all(type(value) in (str, int, float, bool, type(None)) for value in error.args):
        try:
            return str(error)
        except Exception:
            return ""
    return ""


MESSAGE_NODES = (ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Name, ast.Load)
ORDER_SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
STATEMENTS = {
    getattr(ast, name[4:]): method for name, method in vars(Machine).items() if re.match("run_[A-Z]", name)
}
STATEMENTS[ast.Pass] = lambda machine, node, scope: None
STATEMENTS[ast.Break] = lambda machine, node, scope: BREAK
STATEMENTS[ast.Continue] = lambda machine, node, scope: CONTINUE
EXPRESSIONS = {
    getattr(ast, name[5:]): method for name, method in vars(Machine).items() if re.match("eval_[A-Z]", name)
}
