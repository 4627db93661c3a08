"""What a *guarded* program may do beyond a contained one (``safety``): classes, attributes, decimal contexts, and more.

Its code is read first, like that of a contained program, from longer lists. Then it is rewritten, so that at run time
every store to an attribute, and every special attribute that is read, goes through a guard (``guards``) which lets
pass only what this very cell has made. Nothing here runs a part of the program.
"""

import ast
import builtins
import opcode
import re
import sys
import types

from safety import BUILTINS, HARMLESS, KINDS, MODULES, SPECIAL, Leak, Reader

_MORE = {
    "abc": "ABC abstractmethod",
    "collections": "ChainMap",
    "dataclasses": "dataclass field asdict astuple replace fields",
    "decimal": "Decimal getcontext setcontext localcontext Context InvalidOperation DivisionByZero ROUND_CEILING ROUND_DOWN"
    " ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP ROUND_05UP",
    "enum": "Enum IntEnum Flag IntFlag auto unique",
    "functools": "wraps total_ordering cached_property",
    "sys": "setrecursionlimit getrecursionlimit stdin stdout stderr exit version_info",
    "typing": "AnyStr ClassVar Collection Container Counter Final Generic Hashable Literal MutableMapping MutableSequence"
    " MutableSet NamedTuple OrderedDict Protocol Reversible Sized SupportsFloat SupportsInt TypeVar TYPE_CHECKING cast",
}
TABLE = {
    module: MODULES.get(module, frozenset()) | frozenset(_MORE.get(module, "").split()) for module in {*MODULES, *_MORE}
}
#: The star imports of these put another ``open`` and more before the built-ins, or bind clocks.
STARRED = frozenset(TABLE) - {"os", "sys", "time"}
NAMES = BUILTINS - {"eval"} | frozenset("property staticmethod classmethod super object getattr setattr hash input".split())
#: Special methods of a class: no hook of creation (what ``__new__`` gives, others fill), copying, pickling or collection,
#: none that answers for another class or for every attribute. A program with one of those gets a process for every cell.
METHODS = frozenset(
    "__init__ __repr__ __str__ __format__ __bool__ __len__ __iter__ __next__ __reversed__ __contains__ __getitem__"
    " __setitem__ __delitem__ __missing__ __call__ __enter__ __exit__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__"
    " __add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __divmod__ __pow__ __matmul__ __and__ __or__ __xor__"
    " __lshift__ __rshift__ __radd__ __rsub__ __rmul__ __rtruediv__ __rfloordiv__ __rmod__ __rpow__ __rand__ __ror__"
    " __rxor__ __iadd__ __isub__ __imul__ __itruediv__ __ifloordiv__ __imod__ __iand__ __ior__ __ixor__ __neg__ __pos__"
    " __abs__ __invert__ __int__ __float__ __complex__ __index__ __round__ __trunc__ __floor__ __ceil__ __post_init__".split()
)
#: What the compiler stores in a class, or a class says of itself.
IN_CLASSES = frozenset(
    "__module__ __qualname__ __doc__ __annotations__ __classcell__ __slots__ __firstlineno__ __static_attributes__"
    " __annotate__ __annotate_func__ __classdictcell__ __match_args__"
    " __conditional_annotations__".split()
)
#: Special attributes of what the guard lets pass, besides ``SPECIAL``, which may be read of anything.
READABLE = METHODS | {"__class__", "__dict__"}
#: Attributes of decimals, enumerations, records, matches, exceptions and streams; all lead to plain values.
_RESULTS = frozenset(
    "name value code end start pos endpos expand setter getter deleter prec rounding default_factory maps new_child"
    " read readline readlines write flush buffer major minor micro parent parents path text message msg func _asdict _replace _make _fields _name".split()
)
INTERNALS = (
    types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.GeneratorType, types.CodeType, types.FrameType,
    types.TracebackType, types.ModuleType, types.MappingProxyType, types.CoroutineType, types.AsyncGeneratorType,
    types.MemberDescriptorType, types.GetSetDescriptorType, types.BuiltinMethodType, type(re.compile("")),
    type(re.match("", "")), type(iter([])), type({}.keys()),
)
WORD = re.compile(r"\w+")
PERMITTED = bytearray(KINDS)
for _kind, _names in ((2, "STORE_ATTR DELETE_ATTR LOAD_SUPER_ATTR LOAD_FROM_DICT_OR_GLOBALS LOAD_SPECIAL"), (1, "LOAD_BUILD_CLASS LOAD_LOCALS LOAD_FROM_DICT_OR_DEREF")):
    for _name in _names.split():
        if opcode.opmap.get(_name, 256) < 256:
            PERMITTED[opcode.opmap[_name]] = _kind
SETS = frozenset(["STORE_ATTR", "DELETE_ATTR"])
SAME = {"LOAD_SUPER_ATTR": "LOAD_ATTR", "LOAD_FROM_DICT_OR_GLOBALS": "LOAD_NAME"}
_tables = []


def tables():
    """(attributes that anything may have, attributes that may lead from what a program holds to what all share).

    Made once, before the first program is forked.
    """
    if not _tables:
        _tables.extend(_make_tables())
    return _tables


def _make_tables():
    shared, values = set(), [*vars(builtins).values(), *INTERNALS]
    for stream in (sys.stdin, sys.stdout):
        values += [stream, getattr(stream, "buffer", None)]
    for name, names in TABLE.items():
        module = __import__(name)
        values += [getattr(module, each) for each in names if hasattr(module, each)]
    decimal = sys.modules["decimal"]
    values.append(decimal.getcontext())
    for value in values:
        for kind in {*type(value).__mro__, *(value.__mro__ if isinstance(value, type) else ())}:
            shared.update(vars(kind))
        shared.update(getattr(value, "__dict__", None) or ())
    harmless = HARMLESS.union(_RESULTS, [name for name in dir(decimal.Decimal) if name[:1] != "_"], *TABLE.values())
    return harmless, frozenset(shared) - harmless


def is_special(name):
    return name[:2] == "__" == name[-2:]


class Permitted(Reader):
    """What the code of a guarded program names; raises ``Leak`` at the first thing that is not on a list."""

    kinds, known, stars_of, builtins = PERMITTED, TABLE, STARRED, NAMES

    def __init__(self, trees, *codes):
        self.set, self.variables = set(), set()
        self.harmless, self.shared = tables()
        self.held = {module for tree in trees for module in held_modules(tree)}
        super().__init__(*codes)

    def read(self, code):
        self.variables.update(code.co_varnames, code.co_cellvars)
        super().read(code)

    def take(self, what, name, before, module):
        if what in SETS:
            self.set.add(name)
            return module
        if what == "LOAD_FROM_DICT_OR_GLOBALS" and name == "type":
            raise Leak("type as a value")
        return super().take(SAME.get(what, what), name, before, module)

    def may_be_special(self, name):
        return name in SPECIAL or name in METHODS or name in IN_CLASSES

    def judge(self):
        if self.heavy:
            raise Leak("a package")
        if self.yields and self.manages:
            raise Leak("generator with cleanup")
        if "__name__" in self.stored:
            # Classes are of the module that it names, and what is generated for them gets the names of that one.
            raise Leak("another __name__")
        self.judge_names()
        self.own = self.set | self.stored | self.variables
        for word in self.words:
            self.own.update(WORD.findall(word))
        for name in self.attributes | self.set:
            if not self.may_have(name) and name not in SPECIAL and (name in self.set or name not in READABLE):
                raise Leak("attribute " + name)
        if "__dict__" in self.attributes and not self.modules.isdisjoint(["copy", "dataclasses"]):
            # A copy asks the object itself how it is copied.
            raise Leak("__dict__ of what is copied")
        self.judge_modules(self.held & self.modules)

    def judge_modules(self, modules):
        self.attributes, attributes = {name for name in self.attributes if not is_special(name)}, self.attributes
        super().judge_modules(modules)
        self.attributes = attributes

    def may_have(self, name):
        return name in self.harmless or name in self.own and name not in self.shared and not is_special(name)


def held_modules(tree):
    """Modules that a name of the program's may stand for; of one that nobody spells again only the import counts."""
    bound, used = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound.setdefault((alias.asname or alias.name).partition(".")[0], set()).add(alias.name)
        elif isinstance(node, ast.Name):
            # Where it is stored to, too: ``name += value`` hands over what it stood for.
            used.add(node.id)
        elif isinstance(node, ast.ClassDef) and imports_here(node.body):
            # As an attribute it would need no name.
            raise Leak("import in a class")
    return {module for name in bound if name in used for module in bound[name]}


def imports_here(body):
    """Whether statements import in the scope that they are in."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))
    return False
