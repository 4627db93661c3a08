"""Which candidates cannot leave state behind for a later cell of the same process; always on the safe side.

A candidate is *contained* when everything it can change lives in its own module namespace: it stores no attributes,
reaches no interpreter internals, and uses only modules and names listed here, none of which hold state that a program
could change through what is listed. Its cells may share a process, each in a module of its own; all other candidates
get a process a cell.

Two passes: ``is_plainly_contained`` looks at the names in compiled code only, and settles most programs at almost no
cost; ``is_contained`` reads the syntax tree of the rest (the compiler's own, without the ``ast`` module, which would
make every fork dearer).
"""

import builtins
import opcode
import sys

from heavy import HEAVY_MODULES, PACKAGES, is_denied, may_import

ONLY_AST = 0x400

ANY = None
MODULES = {
    "__future__": {"annotations", "division", "print_function", "absolute_import", "unicode_literals"},
    "bisect": ANY,
    "cmath": ANY,
    "collections": {"Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"},
    "copy": {"copy", "deepcopy"},
    "datetime": {"date", "datetime", "time", "timedelta", "timezone"},
    "fractions": {"Fraction"},
    "functools": {"reduce", "lru_cache", "cache", "cmp_to_key", "partial"},
    "hashlib": {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"},
    "heapq": {"heapify", "heappop", "heappush", "heappushpop", "heapreplace", "nlargest", "nsmallest", "merge"},
    "itertools": ANY,
    "json": {"dumps", "loads"},
    "math": ANY,
    "os": {"linesep", "sep"},
    "operator": {
        "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "neg", "and_", "or_", "xor", "not_", "itemgetter",
        "lt", "le", "eq", "ne", "ge", "gt",
    },
    "random": {
        "choice", "choices", "gauss", "getrandbits", "randint", "random", "randrange", "sample", "seed", "shuffle",
        "uniform",
    },
    "re": {
        "compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn", "escape",
        "IGNORECASE", "I", "MULTILINE", "M", "DOTALL", "S", "VERBOSE", "X", "ASCII", "A",
    },
    "statistics": {"mean", "median", "mode", "stdev", "pstdev", "variance", "pvariance"},
    "string": {
        "ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "octdigits", "printable",
        "punctuation", "whitespace",
    },
    "sys": {"maxsize"},
    "time": {"time", "sleep", "perf_counter", "monotonic", "process_time"},
    "typing": {
        "Any", "Callable", "DefaultDict", "Deque", "Dict", "FrozenSet", "Generator", "Iterable", "Iterator", "List",
        "Mapping", "NoReturn", "Optional", "Sequence", "Set", "Text", "Tuple", "Type", "Union",
    },
    "unicodedata": {"category", "normalize", "name", "lookup", "numeric", "digit", "decimal"},
}
BUILTINS = frozenset(
    "abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format"
    " frozenset hasattr hash hex id int isinstance issubclass iter len list map max min next object oct ord pow print"
    " range repr reversed round eval set slice sorted staticmethod classmethod property str sum super tuple type zip"
    " None True False NotImplemented Ellipsis __name__".split()
)
EXCEPTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)
DUNDERS = frozenset(
    "__init__ __repr__ __str__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __len__ __iter__ __next__ __getitem__"
    " __setitem__ __contains__ __add__ __sub__ __mul__ __call__ __bool__ __name__ __doc__".split()
)
# Attributes that lead from a plain object to the interpreter's own, or that register something for good.
ATTRIBUTES = frozenset(
    "register gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_origin cr_await ag_frame ag_code ag_await tb_frame"
    " tb_next obj f_back f_builtins f_code f_globals f_locals f_trace func_globals func_code mro".split()
)
NODES = frozenset(
    "Module Expr Assign AugAssign AnnAssign Return Delete For While If With Raise Try Assert Import ImportFrom Global"
    " Nonlocal Pass Break Continue FunctionDef ClassDef BoolOp NamedExpr BinOp UnaryOp Lambda IfExp Dict Set ListComp"
    " SetComp DictComp GeneratorExp Yield YieldFrom Compare Call FormattedValue JoinedStr Constant Num Str Bytes"
    " NameConstant Ellipsis Attribute Subscript Starred Name List Tuple Slice Index ExtSlice comprehension"
    " ExceptHandler arguments arg keyword alias withitem Load Store Del And Or Add Sub Mult MatMult Div Mod Pow LShift"
    " RShift BitOr BitXor BitAnd FloorDiv Invert Not UAdd USub Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn type_ignore"
    " TypeIgnore match_case Match MatchValue MatchSingleton MatchSequence MatchMapping MatchClass MatchStar MatchAs"
    " MatchOr".split()
)


FORBIDDEN = (frozenset(dir(builtins)) - BUILTINS - EXCEPTIONS) | {"exit", "quit", "copyright", "credits", "license", "help"}


def is_installed(name):
    """Whether an import of the module can find its first package; where not, it fails and leaves nothing behind."""
    top = name.partition(".")[0]
    return top in sys.modules or any(finder.find_spec(top, None) is not None for finder in sys.meta_path)


class _Leak(Exception):
    pass


class _Reader:
    """Walks a syntax tree once; raises ``_Leak`` at the first thing that is not known to be harmless."""

    def __init__(self, tree):
        self.modules = {}
        self.bound = set()
        self.loaded = set()
        self.module_uses = []
        self.attribute_bases = set()
        self.has_yield = self.has_cleanup = False
        #: Whether it uses numpy, pandas or scikit-learn; and all attributes, keywords and texts, which then count.
        self.heavy = False
        self.words = set()
        self.read(tree)
        if self.heavy and any(is_denied(word) for word in self.words):
            raise _Leak("a method that does more than compute")
        if self.has_yield and self.has_cleanup:
            # A suspended generator would run its cleanup whenever it is collected.
            raise _Leak("generator with cleanup")
        for name in self.loaded:
            if name in self.modules or name in self.bound or name in BUILTINS or name in EXCEPTIONS:
                continue
            # An unknown name is a NameError, which harms nobody.
            if name.startswith("__") or name in FORBIDDEN:
                raise _Leak("name " + name)
        for name, base in self.module_uses:
            if base not in self.attribute_bases:
                raise _Leak("module %s as a value" % name)
        if self.bound & set(self.modules):
            raise _Leak("module name bound again")

    def read(self, node):
        kind = type(node).__name__
        if kind not in NODES:
            raise _Leak(kind)
        special = getattr(self, "read_" + kind, None)
        if special is not None:
            special(node)
        for field in node._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                for item in value:
                    if hasattr(item, "_fields"):
                        self.read(item)
                    elif type(item) is str:
                        self.bind(item)
            elif hasattr(value, "_fields"):
                self.read(value)

    def read_Yield(self, node):
        self.has_yield = True

    read_YieldFrom = read_Yield

    def read_Try(self, node):
        self.has_cleanup = True

    read_With = read_Try

    def bind(self, name):
        if name.startswith("__") and name not in DUNDERS:
            raise _Leak("name " + name)
        self.bound.add(name)

    def read_Import(self, node):
        for alias in node.names:
            if alias.name in MODULES:
                self.modules[alias.asname or alias.name] = alias.name
            elif alias.name in HEAVY_MODULES and (alias.asname or "." not in alias.name) and is_installed(alias.name):
                self.heavy = True
                self.modules[alias.asname or alias.name] = alias.name
            elif is_installed(alias.name):
                raise _Leak("import " + alias.name)
            else:
                self.bind(alias.asname or alias.name.partition(".")[0])

    def read_ImportFrom(self, node):
        if node.level or not is_installed(node.module):
            for alias in node.names:
                self.bind(alias.asname or alias.name)
            return
        if node.module.partition(".")[0] in PACKAGES:
            self.heavy = True
            for alias in node.names:
                module = node.module + "." + alias.name
                if module in HEAVY_MODULES:
                    self.modules[alias.asname or alias.name] = module
                    continue
                if not may_import(node.module, alias.name):
                    raise _Leak("from %s import %s" % (node.module, alias.name))
                self.bind(alias.asname or alias.name)
            return
        names = MODULES.get(node.module, ())
        for alias in node.names:
            if names is not ANY and alias.name not in names or alias.name == "*" or alias.name.startswith("_"):
                raise _Leak("from %s import %s" % (node.module, alias.name))
            self.bind(alias.asname or alias.name)

    def read_Name(self, node):
        if type(node.ctx).__name__ == "Load":
            self.loaded.add(node.id)
            if node.id in self.modules:
                self.module_uses.append((node.id, id(node)))
        else:
            self.bind(node.id)

    def read_Attribute(self, node):
        if type(node.ctx).__name__ != "Load":
            raise _Leak("attribute store")
        name = node.attr
        self.words.add(name)
        if name in ATTRIBUTES or name.startswith("_") and name not in DUNDERS:
            raise _Leak("attribute " + name)
        base = node.value
        if type(base).__name__ == "Name" and base.id in self.modules:
            self.attribute_bases.add(id(base))
            module = self.modules[base.id]
            names = MODULES[module] if module in MODULES else HEAVY_MODULES[module]
            if name == "linalg" and module == "numpy":
                raise _Leak("numpy.linalg as a value")
            if names is not ANY and name not in names:
                raise _Leak("%s.%s" % (base.id, name))

    def read_keyword(self, node):
        if node.arg:
            self.words.add(node.arg)

    def read_Constant(self, node):
        if type(node.value) is str:
            self.words.add(node.value)

    def read_FunctionDef(self, node):
        self.bind(node.name)

    def read_ClassDef(self, node):
        if node.keywords:
            raise _Leak("class keywords")
        self.bind(node.name)

    def read_arg(self, node):
        self.bind(node.arg)

    def read_ExceptHandler(self, node):
        if node.name:
            self.bind(node.name)

    def read_MatchStar(self, node):
        if node.name:
            self.bind(node.name)

    read_MatchAs = read_MatchStar

    def read_MatchMapping(self, node):
        if node.rest:
            self.bind(node.rest)


PURE_MODULES = frozenset(["math", "cmath", "itertools", "typing", "string"])
ALLOWED_SPECIAL = DUNDERS | {
    "__module__", "__qualname__", "__annotations__", "__firstlineno__", "__static_attributes__", "__classcell__",
}
# What the pure modules expose beside what is listed (``typing.sys``).
REFUSED_NAMES = FORBIDDEN | ATTRIBUTES | {
    name
    for module in ("typing", "string")
    for name in vars(__import__(module))
    if not name.startswith("_") and name not in MODULES[module]
}
STORES = bytes(
    opcode.opmap[name]
    for name in ("STORE_ATTR", "DELETE_ATTR", "IMPORT_STAR", "SETUP_WITH", "BEFORE_WITH", "LOAD_SPECIAL")
    # Numbers above 255 stand in no code: the compiler replaces them.
    if opcode.opmap.get(name, 256) < 256
)
IMPORT_NAME, EXTENDED_ARG = opcode.opmap["IMPORT_NAME"], opcode.opmap["EXTENDED_ARG"]
GENERATORS_AND_COROUTINES = 0x20 | 0x80 | 0x100 | 0x200


def imported_modules(code):
    """Names in the import operations of compiled code, nested code included; all but those of programs with very many names."""
    names = set()
    operations = code.co_code[::2]
    position = operations.find(IMPORT_NAME)
    while position >= 0:
        if not (position and operations[position - 1] == EXTENDED_ARG):
            names.add(code.co_names[code.co_code[2 * position + 1]])
        position = operations.find(IMPORT_NAME, position + 1)
    for constant in code.co_consts:
        if type(constant) is type(code):
            names |= imported_modules(constant)
    return names


def is_plainly_contained(code):
    """Whether the names in compiled code alone show that it is contained; False says nothing."""
    operations = code.co_code[::2]
    for store in STORES:
        if store in operations:
            return False
    position = operations.find(IMPORT_NAME)
    while position >= 0:
        wide = position and operations[position - 1] == EXTENDED_ARG
        if wide or code.co_names[code.co_code[2 * position + 1]] not in PURE_MODULES:
            return False
        position = operations.find(IMPORT_NAME, position + 1)
    if code.co_flags & GENERATORS_AND_COROUTINES and code.co_name != "<genexpr>":
        return False
    for name in code.co_names:
        if name in REFUSED_NAMES or name.startswith("_") and name.strip("_") and name not in ALLOWED_SPECIAL:
            return False
    return all(type(constant) is not type(code) or is_plainly_contained(constant) for constant in code.co_consts)


def guarded_eval(leave):
    """An ``eval`` for contained programs, which calls ``leave`` when the text is more than they may do."""

    def eval(source, globals=None, locals=None):
        frame = sys._getframe(1)
        if globals is None:
            globals = frame.f_globals
            locals = frame.f_locals if locals is None else locals
        elif locals is None:
            locals = globals
        code = source
        if isinstance(source, (str, bytes, bytearray)):
            text = source.lstrip(" \t") if isinstance(source, str) else source
            code = compile(text, "<string>", "eval", dont_inherit=True)
            if not is_plainly_contained(code) or _names_module(code, globals, locals):
                leave()
        elif type(source) is type(is_contained.__code__):
            leave()
        return real_eval(code, globals, locals)

    return eval


real_eval = eval


def _names_module(code, globals, locals):
    """Whether compiled code names a module, whose attributes nobody has looked at."""
    for name in code.co_names + code.co_varnames + code.co_freevars:
        value = locals[name] if name in locals else globals[name] if name in globals else None
        if type(value) is type(sys):
            return True
    return any(type(item) is type(code) and _names_module(item, globals, locals) for item in code.co_consts)


def is_contained(tree):
    """Whether a module's syntax tree is known to keep its state to itself; ``"heavy"`` with the packages of ``heavy``."""
    try:
        return "heavy" if _Reader(tree).heavy else True
    except (_Leak, RecursionError):
        return False
