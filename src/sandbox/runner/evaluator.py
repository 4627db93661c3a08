"""Walks a test's tree: what each allowed node means. Nothing of a test is ever compiled or executed.

An *oracle* answers for the candidate: ``call(name, arguments, keywords)``, ``name(name)``, and in planned tests
``step(number)`` for the nodes listed in ``Script.steps``. What the kinds of statements and expressions mean is in
``statements`` and ``expressions``.
"""

from types import FunctionType

from actors import Candidate, Caught, Function, Native, Scope
from bounds import MAX_DEPTH, Aborted, OutOfGrammar, Raised
from equality import is_named_tuple, is_plain_numpy, truth
from error_texts import error_text
from expressions import EXPRESSIONS
from functions import CONSTRUCTORS, EXCEPTIONS, Lazy
from naming import HANDING
from operations import PLAIN
from own_functions import call_function
from remote import Remote
from statements import STATEMENTS
from texts import text_of

ITERATORS = frozenset("generator map filter zip reversed enumerate list_iterator".split())


def _does_not_take(function, error):
    """Whether a function of ours was refused its arguments, before any of its text ran."""
    trace = error.__traceback__.tb_next
    return trace is None if type(function) is FunctionType else type(function) in HANDING and trace.tb_next is None


class Machine:
    """One evaluation of one test."""

    def __init__(self, script, oracle, budget):
        self.script, self.oracle, self.budget = script, oracle, budget
        self.depth = self.calls = 0
        self.handled = []
        self.top = Scope(None)
        #: Whether the program's own word took part in the verdict.
        self.weak = False

    def do(self, function, *arguments, **keywords):
        """Runs built-in code; what it raises is the test's exception."""
        try:
            return function(*arguments, **keywords)
        except (MemoryError, RecursionError):
            raise OutOfGrammar("built-in code took too much")
        except Exception as error:
            if type(error) is TypeError and _does_not_take(function, error):
                # Python's own function may well take them.
                raise OutOfGrammar("arguments that ours does not take") from None
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
            return call_function(self, function, arguments, keywords)
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

    def exceptions(self, kinds):
        found = kinds if type(kinds) is tuple else (kinds,)
        if any(type(kind) is not type or kind not in EXCEPTIONS.values() for kind in found):
            raise OutOfGrammar("an exception of its own")
        return found

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

    def identical(self, left, right):
        for value in (left, right):
            if value is None or type(value) in (bool, type, type(Ellipsis)):
                return left is right
        if type(left) in (list, dict, set) or type(right) in (list, dict, set):
            return left is right
        raise OutOfGrammar("the identity of a %s" % type(left).__name__)
