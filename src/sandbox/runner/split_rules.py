"""Which official test modules can run in another process than the program: decided by their authors' text alone.

What a program answers never chooses the place of its tests, or it would choose the weaker one.
"""

import ast
import builtins

#: Modules by which tests look into the interpreter that they share with the program, or run code that it wrote.
SHARED_MODULES = frozenset(
    "builtins ctypes dill doctest gc importlib inspect joblib logging marshal multiprocessing pickle pytest runpy shelve"
    " signal socket threading tracemalloc types warnings weakref".split()
)
SHARED_NAMES = frozenset("__import__ compile eval globals vars locals".split())
#: Figures are looked at through state that the library keeps in its process.
FIGURES = frozenset("plt pyplot matplotlib mpl sns seaborn pylab turtle".split())
FIGURE_NAMES = frozenset("Axes Axes3D Figure FigureBase Subplot SubplotBase axes close figure pyplot".split())
SHARED_ATTRIBUTES = frozenset(
    "assertLogs assertNoLogs assertWarns assertWarnsRegex catch_warnings modules read_pickle load_model __globals__"
    " __code__ __wrapped__ __closure__ allow_pickle gcf gca get_fignums redirect_stderr".split()
)


def may_split(form, source):
    """Whether the module says nothing that needs the program in its own process."""
    if form not in ("unittest", "script"):
        return False
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not any(_shares(node, form) for node in ast.walk(tree))


def _shares(node, form):
    if isinstance(node, ast.Import):
        return any(_shared_module(alias.name, form) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return _shared_module(node.module or "", form) or any(alias.name in SHARED_ATTRIBUTES for alias in node.names)
    if isinstance(node, ast.Name):
        return node.id in SHARED_NAMES or node.id == "exec" and form == "unittest" or node.id in SHARED_MODULES
    if isinstance(node, ast.Attribute):
        if isinstance(node.value, ast.Name) and node.value.id in FIGURES:
            return node.attr not in FIGURE_NAMES
        return node.attr in SHARED_ATTRIBUTES
    if isinstance(node, ast.keyword):
        return node.arg in SHARED_ATTRIBUTES
    # Scripts hold the program's surroundings as text.
    return form == "script" and isinstance(node, ast.Constant) and isinstance(node.value, str) and any(
        "import %s" % name in node.value or "%s." % name in node.value for name in ("matplotlib", "plt", "seaborn")
    )


def _shared_module(name, form):
    first = name.partition(".")[0]
    return first in SHARED_MODULES or form == "script" and first in FIGURES


def free_names(source):
    """Names that the module reads and nowhere binds: the program's, or what it imports."""
    read, bound = [], set(vars(builtins)) | {"__file__", "__name__", "sys", "os", "environ"}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                read.append(node.id)
            else:
                bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    # ``sys`` and ``os`` are there in every module.
    return [name for name in dict.fromkeys(read) if name not in bound]


def ends_loops(source):
    """Exceptions that would end loops of the tests', and all that they would have looked at; none that they expect."""
    ending = () if "StopIteration" in source or "StopAsync" in source else (StopIteration, StopAsyncIteration)
    # ``for`` asks an object for items by number until there is no such item.
    by_number = "def __getitem__" in source and not ("IndexError" in source or "LookupError" in source)
    return ending + (IndexError,) if by_number else ending


def texts_in(source):
    """Texts that could be names of what a script asks for."""
    constants = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return list(dict.fromkeys(value for value in constants if type(value) is str and value.isidentifier()))


def program_names(source):
    """(imports, functions): name to (module, attribute or None) of top-level imports, and names of functions."""
    imports, functions = {}, set()
    try:
        body = ast.parse(source.lstrip("\ufeff")).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}, set()
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                module = alias.name if alias.asname else alias.name.partition(".")[0]
                imports[alias.asname or module] = (module, None)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                imports[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions.add(node.name)
    return imports, functions
