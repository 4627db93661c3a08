"""Which programs seem to leave nothing behind for a later cell of the same process.

Only a choice of the faster way: the cells of a *contained* program share a process, each in a module of its own, and the
judge checks their answers against a process of its own (``batch``); all other programs get a process per cell. Compiled
code is looked at, never text, so that spelling, scopes, aliases and the order of statements play no part. Everything is a
list of what is known to be harmless:

* operations: none that stores attributes, defines classes, matches classes, or makes coroutines;
* modules: those of ``MODULES``, and of each only the names listed;
* names of attributes anywhere: methods of plain values and names listed for modules, unless a module that the program
  imports has something else under that name;
* global names: what the program itself defines, and the built-ins listed.

No object that these can reach leads to the interpreter's own, or holds state that outlives the cell.
"""

import builtins
import dis
import opcode
import re
import sys

from heavy import HEAVY_MODULES, PACKAGES, is_denied, may_import

MODULES = {
    "__future__": "annotations division print_function absolute_import unicode_literals",
    "bisect": "bisect bisect_left bisect_right insort insort_left insort_right",
    "cmath": None,
    "collections": "Counter OrderedDict defaultdict deque namedtuple",
    "copy": "copy deepcopy",
    "datetime": "date datetime time timedelta timezone",
    "fractions": "Fraction",
    "functools": "reduce lru_cache cache cmp_to_key partial",
    "hashlib": "md5 sha1 sha224 sha256 sha384 sha512",
    "heapq": "heapify heappop heappush heappushpop heapreplace nlargest nsmallest merge",
    "itertools": None,
    "json": "dumps loads",
    "math": None,
    "operator": "abs add and_ concat contains countOf eq floordiv ge gt index indexOf inv invert is_ is_not itemgetter le"
    " lshift lt mod mul ne neg not_ or_ pos pow rshift sub truediv truth xor",
    "os": "linesep sep",
    "random": "choice choices gauss getrandbits randint random randrange sample seed shuffle uniform",
    "re": "compile findall finditer fullmatch match search split sub subn escape"
    " IGNORECASE I MULTILINE M DOTALL S VERBOSE X ASCII A",
    "statistics": "mean median mode stdev pstdev variance pvariance",
    "string": "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable punctuation whitespace",
    "sys": "maxsize",
    # No clock: how long something takes, or what the process has used, tells what earlier cells did.
    "time": "sleep",
    "typing": "Any Callable DefaultDict Deque Dict FrozenSet Generator Iterable Iterator List Mapping NoReturn Optional"
    " Sequence Set Text Tuple Type Union",
    "unicodedata": "category normalize name lookup numeric digit decimal",
}
MODULES = {
    module: frozenset(name for name in dir(__import__(module)) if name[:1] != "_") if names is None else frozenset(names.split())
    for module, names in MODULES.items()
}
#: Modules that may be imported with a star; of what that binds, the names of ``MODULES`` alone may be used.
STARS = frozenset(
    "bisect cmath collections copy datetime fractions functools heapq itertools json math operator re statistics string"
    " typing".split()
)
#: Not ``hash`` and ``object``: addresses depend on what ran before in the process.
BUILTINS = frozenset(
    "abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format"
    " frozenset hasattr hex int isinstance issubclass iter len list map max min next oct ord pow print"
    " range repr reversed round eval set slice sorted str sum tuple type zip"
    " None True False NotImplemented Ellipsis __name__".split()
) | frozenset(name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException))
#: Of the types of plain values.
METHODS = frozenset(
    name
    for kind in (str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, complex, range, slice)
    for name in dir(kind)
    if name[:1] != "_"
) - {"format", "format_map"}
#: Of what the modules above give: matches, dates, fractions, deques, counters, hashes, caches, generators.
MORE_METHODS = frozenset(
    "group groups groupdict span match search fullmatch findall finditer sub subn split pattern lastindex string flags"
    " date time year month day hour minute second microsecond days seconds microseconds total_seconds weekday isoweekday"
    " isoformat isocalendar strftime strptime fromisoformat fromtimestamp timestamp combine toordinal"
    " fromordinal timetuple min max resolution utc"
    " limit_denominator appendleft popleft extendleft rotate maxlen most_common elements subtract move_to_end total"
    " hexdigest digest cache_clear send args".split()
)
SPECIAL = frozenset("__name__ __doc__".split())
HARMLESS = METHODS.union(MORE_METHODS, SPECIAL, *MODULES.values())
OPERATIONS = frozenset(
    "CACHE RESUME NOP POP_TOP PUSH_NULL COPY SWAP DUP_TOP DUP_TOP_TWO ROT_TWO ROT_THREE ROT_FOUR ROT_N EXTENDED_ARG"
    " LOAD_CONST LOAD_SMALL_INT LOAD_FAST LOAD_FAST_CHECK LOAD_FAST_AND_CLEAR LOAD_FAST_LOAD_FAST LOAD_FAST_BORROW"
    " LOAD_FAST_BORROW_LOAD_FAST_BORROW STORE_FAST STORE_FAST_LOAD_FAST STORE_FAST_STORE_FAST STORE_FAST_MAYBE_NULL"
    " DELETE_FAST LOAD_NAME STORE_NAME DELETE_NAME LOAD_GLOBAL STORE_GLOBAL DELETE_GLOBAL LOAD_DEREF STORE_DEREF"
    " DELETE_DEREF LOAD_CLOSURE LOAD_CLASSDEREF MAKE_CELL COPY_FREE_VARS MAKE_FUNCTION SET_FUNCTION_ATTRIBUTE"
    " MATCH_SEQUENCE MATCH_MAPPING MATCH_KEYS LOAD_ATTR LOAD_METHOD LOAD_ASSERTION_ERROR LOAD_COMMON_CONSTANT IMPORT_NAME IMPORT_FROM IMPORT_STAR"
    " UNARY_NEGATIVE UNARY_POSITIVE UNARY_NOT UNARY_INVERT TO_BOOL"
    " BINARY_OP BINARY_SUBSCR BINARY_SLICE STORE_SUBSCR STORE_SLICE DELETE_SUBSCR"
    " BINARY_POWER BINARY_MULTIPLY BINARY_MODULO BINARY_ADD BINARY_SUBTRACT BINARY_FLOOR_DIVIDE BINARY_TRUE_DIVIDE"
    " BINARY_LSHIFT BINARY_RSHIFT BINARY_AND BINARY_XOR BINARY_OR BINARY_MATRIX_MULTIPLY"
    " INPLACE_POWER INPLACE_MULTIPLY INPLACE_MODULO INPLACE_ADD INPLACE_SUBTRACT INPLACE_FLOOR_DIVIDE"
    " INPLACE_TRUE_DIVIDE INPLACE_LSHIFT INPLACE_RSHIFT INPLACE_AND INPLACE_XOR INPLACE_OR INPLACE_MATRIX_MULTIPLY"
    " COMPARE_OP IS_OP CONTAINS_OP GET_ITER FOR_ITER END_FOR POP_ITER GET_LEN"
    " JUMP_FORWARD JUMP_BACKWARD JUMP_BACKWARD_NO_INTERRUPT JUMP_ABSOLUTE JUMP POP_JUMP_IF_TRUE POP_JUMP_IF_FALSE"
    " POP_JUMP_IF_NONE POP_JUMP_IF_NOT_NONE POP_JUMP_FORWARD_IF_TRUE POP_JUMP_FORWARD_IF_FALSE"
    " POP_JUMP_FORWARD_IF_NONE POP_JUMP_FORWARD_IF_NOT_NONE POP_JUMP_BACKWARD_IF_TRUE POP_JUMP_BACKWARD_IF_FALSE"
    " POP_JUMP_BACKWARD_IF_NONE POP_JUMP_BACKWARD_IF_NOT_NONE JUMP_IF_TRUE_OR_POP JUMP_IF_FALSE_OR_POP"
    " JUMP_IF_NOT_EXC_MATCH NOT_TAKEN"
    " BUILD_TUPLE BUILD_LIST BUILD_SET BUILD_MAP BUILD_STRING BUILD_SLICE BUILD_CONST_KEY_MAP LIST_APPEND SET_ADD MAP_ADD"
    " LIST_EXTEND SET_UPDATE DICT_UPDATE DICT_MERGE LIST_TO_TUPLE UNPACK_SEQUENCE UNPACK_EX FORMAT_VALUE FORMAT_SIMPLE"
    " FORMAT_WITH_SPEC CONVERT_VALUE BUILD_TUPLE_UNPACK BUILD_LIST_UNPACK BUILD_SET_UNPACK BUILD_MAP_UNPACK"
    " BUILD_TUPLE_UNPACK_WITH_CALL BUILD_MAP_UNPACK_WITH_CALL"
    " PRECALL CALL CALL_KW CALL_FUNCTION CALL_FUNCTION_KW CALL_FUNCTION_EX CALL_METHOD KW_NAMES CALL_INTRINSIC_1"
    " RETURN_VALUE RETURN_CONST RETURN_GENERATOR YIELD_VALUE GEN_START RAISE_VARARGS RERAISE PUSH_EXC_INFO POP_EXCEPT"
    " CHECK_EXC_MATCH SETUP_FINALLY SETUP_LOOP POP_BLOCK BEGIN_FINALLY END_FINALLY CALL_FINALLY POP_FINALLY"
    " BEFORE_WITH SETUP_WITH WITH_EXCEPT_START WITH_CLEANUP_START WITH_CLEANUP_FINISH BREAK_LOOP CONTINUE_LOOP SETUP_ANNOTATIONS GET_YIELD_FROM_ITER YIELD_FROM SEND END_SEND".split()
)
#: Of ``CALL_INTRINSIC_1``: StopIteration in a generator, unary plus, list to tuple; and the star import.
INTRINSICS, STAR_INTRINSIC = frozenset([3, 5, 6]), 2
ATTRIBUTES = frozenset(["LOAD_ATTR", "LOAD_METHOD"])
STORES = frozenset(["STORE_NAME", "STORE_GLOBAL"])
LOADS = frozenset(["LOAD_NAME", "LOAD_GLOBAL"])
DELETES = frozenset(["DELETE_NAME", "DELETE_GLOBAL"])
NAMED = ATTRIBUTES | STORES | LOADS | DELETES | {"IMPORT_NAME", "IMPORT_FROM"}
WITH = frozenset(["BEFORE_WITH", "SETUP_WITH", "LOAD_SPECIAL"])
READ = WITH | frozenset(["LOAD_CONST", "IMPORT_STAR", "CALL_INTRINSIC_1"])
#: Per operation: 0 it is refused, 1 harmless whatever its argument, 2 its name counts, 3 a longer argument follows.
KINDS = bytearray(256)
for _name, _number in opcode.opmap.items():
    if _number < 256 and _name in OPERATIONS:
        KINDS[_number] = 3 if _name == "EXTENDED_ARG" else 2 if _name in NAMED or _name in READ else 1
#: How many low bits of the argument are flags, not part of the name's number.
SHIFTS = {"LOAD_ATTR": 1 if sys.version_info >= (3, 12) else 0, "LOAD_SUPER_ATTR": 2, "LOAD_GLOBAL": 1 if sys.version_info >= (3, 11) else 0}
#: What code with a handler or a cleanup has, of all versions of Python.
CLEANUPS = bytes(
    opcode.opmap[name] for name in ("SETUP_FINALLY", "PUSH_EXC_INFO") if opcode.opmap.get(name, 256) < 256
)
#: Names under which a program's own module is found while it runs, though not when it is read.
OWN_MODULES = frozenset(["candidate", "candidate_test", "__test__", "__main__"])
COROUTINES = 0x80 | 0x100 | 0x200
GENERATOR = 0x20
FIELD = re.compile(r"\{[^{}]*[.\[]")
IMPORTED = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)|import[ \t]+([^\n#;]+))", re.MULTILINE)


def is_installed(name):
    """Whether an import of the module can find its first package; where not, it fails and leaves nothing behind."""
    top = name.partition(".")[0]
    return top in sys.modules or any(finder.find_spec(top, None) is not None for finder in sys.meta_path)


def starred(module):
    """The names that a star import of the module binds."""
    module = __import__(module)
    names = getattr(module, "__all__", None)
    return names if names is not None else [name for name in vars(module) if name[:1] != "_"]


def sets_up_cleanup(data):
    """Whether the operations handle an exception of the code's own; every generator ends by handling StopIteration."""
    operations = data[::2]
    return any(cleanup in operations for cleanup in CLEANUPS)


class Leak(Exception):
    """Something that is not known to be harmless."""


class Reader:
    """What compiled code names; raises ``Leak`` at the first thing that is not on a list."""

    kinds, known, stars_of, builtins = KINDS, MODULES, STARS, BUILTINS

    def __init__(self, *codes):
        self.attributes, self.stored, self.loaded, self.words = set(), set(), set(), set()
        self.modules, self.taken, self.stars = set(), set(), set()
        self.heavy = self.yields = self.cleans = self.manages = False
        for code in codes:
            self.read(code)
        self.judge()

    def read(self, code):
        if code.co_flags & COROUTINES:
            raise Leak("coroutine")
        if code.co_flags & GENERATOR and code.co_name != "<genexpr>":
            self.yields = True
        names, constants = code.co_names, code.co_consts
        high = 0
        before = module = None
        constant_at = 0
        data = code.co_code
        for at in range(0, len(data), 2):
            operation = data[at]
            kind = self.kinds[operation]
            if kind == 1:
                high = 0
                if operation:
                    before = None
                continue
            if kind == 0:
                raise Leak(opcode.opname[operation])
            argument = data[at + 1] | high
            if kind == 3:
                high = argument << 8
                continue
            high = 0
            what = opcode.opname[operation]
            if what == "LOAD_CONST":
                before, constant_at = constants[argument], at
                continue
            if what == "CALL_INTRINSIC_1" and argument in INTRINSICS:
                before = None
                continue
            if what == "IMPORT_STAR" or what == "CALL_INTRINSIC_1":
                if what != "IMPORT_STAR" and argument != STAR_INTRINSIC:
                    raise Leak("intrinsic %d" % argument)
                if module not in self.stars_of and is_installed(module or "sys"):
                    raise Leak("star import")
                if module in self.stars_of:
                    self.stars.add(module)
                continue
            if what in WITH:
                self.manages = True
                continue
            name = names[argument >> SHIFTS.get(what, 0)]
            if name == "format" and what in ATTRIBUTES and _is_target(code, at):
                before = None
            if name == "type" and what in LOADS and not _asks_for_one_type(data, at + 2):
                raise Leak("type as a value")
            if name == "format" and any(constant_at < label <= at for label in dis.findlabels(data)):
                # Other ways lead here than the one past the constant.
                before = None
            module = self.take(what, name, before, module)
            before = None
        for constant in constants:
            if type(constant) is type(code):
                self.read(constant)
            elif type(constant) is str:
                self.words.add(constant)
            elif type(constant) is tuple:
                self.words.update(item for item in constant if type(item) is str)
        # A suspended generator would run its cleanup whenever it is collected.
        self.cleans = self.cleans or sets_up_cleanup(data)

    def take(self, what, name, before, module):
        """Notes a name; the module that ``from`` imports are from."""
        if what in ATTRIBUTES:
            if name == "format":
                # Fields of a format can follow attributes.
                if type(before) is not str or FIELD.search(before):
                    raise Leak("format")
            else:
                self.attributes.add(name)
        elif what in STORES:
            self.stored.add(name)
        elif what in LOADS:
            self.loaded.add(name)
        elif what in DELETES and hasattr(builtins, name):
            # Behind it is Python's own, which ``share`` has put something else in front of.
            raise Leak("del " + name)
        elif what == "IMPORT_NAME":
            self.take_module(name)
            # The list of names stands before it; of ``import a.b as c`` there is none.
            return name if type(before) is tuple else None
        elif what == "IMPORT_FROM" and module is not None:
            self.take_from(module, name)
        return module

    def take_module(self, name):
        if name in self.known:
            self.modules.add(name)
        elif name in HEAVY_MODULES or name.partition(".")[0] in PACKAGES:
            self.heavy = True
            if is_installed(name):
                # ``import a.b`` binds ``a``.
                self.taken.update((name, name.partition(".")[0]))
        elif not name or name.partition(".")[0] in OWN_MODULES or is_installed(name):
            raise Leak("import " + name)

    def take_from(self, module, name):
        if module in self.known:
            if name not in self.known[module]:
                raise Leak("from %s import %s" % (module, name))
        elif module.partition(".")[0] in PACKAGES:
            if module + "." + name in HEAVY_MODULES:
                self.taken.add(module + "." + name)
            elif not may_import(module, name):
                raise Leak("from %s import %s" % (module, name))

    def judge(self):
        self.judge_names()
        if self.heavy:
            self.judge_heavy()
        else:
            if self.manages:
                raise Leak("context manager")
            for name in self.attributes - HARMLESS:
                raise Leak("attribute " + name)
        self.judge_modules(self.modules)

    def judge_names(self):
        if self.yields and self.cleans:
            raise Leak("generator with cleanup")
        for name in (self.loaded | self.stored) - self.builtins:
            # Whether the program's own name is there when it is looked up, nobody knows; an unknown one harms nobody.
            if name[:2] == "__" == name[-2:] and self.may_be_special(name):
                continue
            if hasattr(builtins, name) or name[:2] == "__":
                raise Leak("name " + name)
        for name in self.loaded:
            for module in self.stars:
                if name not in self.known[module] and name in starred(module):
                    raise Leak("%s of a star import" % name)

    def may_be_special(self, name):
        return name in SPECIAL or name == "__annotations__"

    def judge_modules(self, modules):
        for name in self.attributes:
            for module in modules:
                if name not in self.known[module] and hasattr(sys.modules.get(module), name):
                    raise Leak("%s.%s" % (module, name))

    def judge_heavy(self):
        """Objects of these packages have too many methods to list; the process is confined, and some are refused."""
        if any(is_denied(word) for word in self.attributes | self.words):
            raise Leak("a method that does more than compute")
        for name in self.attributes:
            if name[:1] == "_" and name not in SPECIAL or name in INTERNAL:
                raise Leak("attribute " + name)
            for module in self.taken:
                if module in HEAVY_MODULES and name in HEAVY_MODULES[module]:
                    continue
                if hasattr(sys.modules.get(module), name):
                    raise Leak("%s.%s" % (module, name))


def _is_target(code, at):
    """Whether what stands before an operation is not all that may have run before it."""
    start = at
    while start >= 2 and code.co_code[start - 2] in SKIPPED:
        start -= 2
    return not set(dis.findlabels(code.co_code)).isdisjoint(range(start, at + 2, 2))


def _asks_for_one_type(data, at):
    """Whether what follows is one plain argument and the call: with more of them, ``type`` makes a class."""
    depth = 0
    for at in range(at, len(data), 2):
        what, argument = opcode.opname[data[at]], data[at + 1]
        if what in ("CACHE", "EXTENDED_ARG", "PUSH_NULL"):
            continue
        if what in PLAIN_LOADS:
            depth += 1
        elif what == "BINARY_SUBSCR" or what == "BINARY_OP" and depth == 2:
            depth -= 1
        else:
            return what in ("PRECALL", "CALL", "CALL_FUNCTION") and argument == 1 and depth == 1
    return False


SKIPPED = frozenset(opcode.opmap[name] for name in ("EXTENDED_ARG", "CACHE") if name in opcode.opmap)
PLAIN_LOADS = frozenset(
    "LOAD_FAST LOAD_FAST_CHECK LOAD_FAST_BORROW LOAD_NAME LOAD_GLOBAL LOAD_DEREF LOAD_CONST LOAD_SMALL_INT".split()
)
#: Attributes that lead from a plain object to the interpreter's own.
INTERNAL = frozenset(
    "gi_frame gi_code gi_yieldfrom cr_frame cr_code tb_frame tb_next obj f_back f_builtins f_code f_globals f_locals mro"
    " register".split()
)


def containment(*codes):
    """True for contained code, ``"heavy"`` with the packages of ``heavy``, else False."""
    try:
        return "heavy" if Reader(*codes).heavy else True
    except (Leak, RecursionError, IndexError):
        return False


def guarded_eval(leave, *codes):
    """An ``eval`` for a contained program, which calls ``leave`` when the text is more than the program may do."""

    def eval(source, globals=None, locals=None):
        frame = sys._getframe(1)
        # Called back by another's code it would see that one's names; a dict of the program's own would receive the
        # built-ins.
        if globals is not None or frame.f_globals.get("eval") is not guarded or type(source) not in (str, bytes):
            leave()
        code = compile(source.lstrip(" \t") if type(source) is str else source, "<string>", "eval", dont_inherit=True)
        if containment(*codes, code) is not True:
            leave()
        return real_eval(code, frame.f_globals, frame.f_locals if locals is None else locals)

    guarded = eval
    return guarded


def guarded_type(leave):
    """A ``type`` of one argument, which calls ``leave`` before it would answer with a class that no list names."""
    classes = listed_classes(MODULES)

    def type(value):
        found = real_type(value)
        return found if found in classes or _is_number(found) else leave()

    return type


def listed_classes(table):
    """Classes that a program may hold and call: built-in ones, exceptions, and those of the modules' listed names."""
    found = [bool, range, slice, *map(real_type, (None, NotImplemented, Ellipsis)), *PLAIN]
    for module, names in table.items():
        found += [getattr(sys.modules.get(module), name, None) for name in names]
    return frozenset(value for value in found if isinstance(value, real_type) and not issubclass(value, real_type))


def _is_number(kind):
    """Of numpy's."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(kind, numpy.generic)


real_eval, real_type = eval, type
#: Built-in classes, which nobody can change; their constructors fill nothing that is shared, unlike ``property``'s.
PLAIN = frozenset(
    [object, str, bytes, bytearray, int, float, complex, tuple, list, dict, set, frozenset]
    + [value for value in vars(builtins).values() if isinstance(value, type) and issubclass(value, BaseException)]
)


def imported_modules(code):
    """Names in the import operations of compiled code, nested code included."""
    names, high = set(), 0
    data = code.co_code
    for at in range(0, len(data), 2):
        what = opcode.opname[data[at]]
        argument = data[at + 1] | high
        high = argument << 8 if what == "EXTENDED_ARG" else 0
        if what == "IMPORT_NAME" and argument < len(code.co_names):
            names.add(code.co_names[argument])
    for constant in code.co_consts:
        if type(constant) is type(code):
            names |= imported_modules(constant)
    return names


def imports_only_loaded(source):
    """Whether a program's text seems to import what is loaded alone; only its cost depends on the answer."""
    for module, modules in IMPORTED.findall(source):
        for name in (module or modules).split(","):
            if (name.split() or [""])[0] not in sys.modules:
                return False
    return True
