"""Reads a test's text as a tree, where that cannot harm the reader."""

import ast
import re

MAX_CHARACTERS = 200_000
# Python's parser and its trees are recursive; the deepest tests of real data have some 30 levels.
MAX_CHAIN, MAX_BRACKETS, MAX_ELIFS = 2000, 90, 400
TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    |(?P<prefix>\b[A-Za-z]{0,2})(?P<text>'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"|'(?:[^\\\n']|\\.)*'|"(?:[^\\\n"]|\\.)*")
    |(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[,;\n])|(?P<word>[^\W\d]\w*)|(?P<sign>[-+*/%@&|^~<>=!.:]+)""",
    re.VERBOSE | re.DOTALL,
)
DEEPENING = frozenset("not lambda if else await yield and or in is".split())


class NotPython(Exception):
    """The text is not a test: the message says why."""


def read_tree(source):
    """The tree of a test's text; raises ``NotPython``."""
    if len(source) > MAX_CHARACTERS:
        raise NotPython("the test is too long (%d characters, at most %d)" % (len(source), MAX_CHARACTERS))
    if nests_deep(source):
        raise NotPython("the test is nested too deep")
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError, UnicodeError) as error:
        raise NotPython("the test is not valid Python (%s)" % type(error).__name__)


def nests_deep(source):
    """Whether operators, brackets or branches follow each other beyond what a parser's stack surely holds."""
    chains, elifs = [0], 0
    for match in TOKEN.finditer(source):
        kind = match.lastgroup
        if kind == "text":
            # Fields of f-strings are parsed, too.
            chains[-1] += 1 if "f" not in match.group("prefix").lower() else sum(map(match.group().count, "+-*/%.([{~<>"))
        elif kind == "open":
            chains[-1] += 1
            chains.append(0)
        elif kind == "close":
            if len(chains) > 1:
                chains.pop()
        elif kind == "end":
            if match.group() == "," or len(chains) == 1:
                chains[-1] = 0
        elif kind == "word":
            elifs += match.group() == "elif"
            chains[-1] += match.group() in DEEPENING
        elif kind == "sign":
            chains[-1] += len(match.group())
        if len(chains) > MAX_BRACKETS or elifs > MAX_ELIFS or chains[-1] > MAX_CHAIN:
            return True
    return False
