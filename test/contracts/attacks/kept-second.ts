/** What an earlier cell could leave for a later one: (what, where it counts; it gives the list or number `s`). */
type Kept = readonly [name: string, code: string];

/** Counts its calls in `s`; the cell of 7 tells how many there were. */
const counting = (setup: string, body: string) =>
  `${setup}\ndef f(x):\n    ${body.replaceAll('\n', '\n    ')}\n    s.append(1)\n    return len(s) if x == 7 else 1\n`;
/** Looks whether it is as it was, and changes it. */
const changing = (setup: string, untouched: string, change: string) =>
  `${setup}\ndef f(x):\n    ok = ${untouched}\n    ${change.replaceAll('\n', '\n    ')}\n    return 1 if ok else 2\n`;

/** Ways to what outlives a cell, of readers of the list of what may share a process. */
export const keptSecond: readonly Kept[] = [
  ['the built-ins of a function', counting('', 's = f.__builtins__.setdefault("zz", [])')],
  [
    'the built-ins of a frame that waits',
    counting('', 's = (i for i in [1]).gi_frame.f_builtins.setdefault("zz", [])'),
  ],
  [
    'the built-ins of a coroutine',
    counting('async def g(): pass', 'c = g()\ns = c.cr_frame.f_builtins.setdefault("zz", [])\nc.close()'),
  ],
  [
    'the first day of a week',
    changing('import calendar', 'calendar.firstweekday() == 0', 'calendar.setfirstweekday(6)'),
  ],
  [
    'how often addresses were taken apart',
    changing(
      'from urllib.parse import urlsplit',
      'not hasattr(urlsplit, "cache_info") or urlsplit.cache_info().currsize == 0',
      'urlsplit("http://a/%d" % x)',
    ),
  ],
  [
    'how often patterns of names were read',
    changing('import fnmatch', 'fnmatch._compile_pattern.cache_info().misses == 0', 'fnmatch.fnmatch("a", "a%d" % x)'),
  ],
  [
    'a class that counts as a number',
    changing('import numbers', 'not issubclass(str, numbers.Number)', 'numbers.Number.register(str)'),
  ],
  [
    'a class that counts as a container',
    changing('from collections.abc import Sized\nclass Box: pass', 'not issubclass(int, Sized)', 'Sized.register(int)'),
  ],
  [
    'the precision from which new contexts start',
    changing('import decimal', 'decimal.Context().prec == 28', 'decimal.DefaultContext.prec = 9'),
  ],
  [
    'another context of decimals',
    changing('from decimal import *', 'getcontext().Emax == 999999', 'setcontext(Context(Emax=9))'),
  ],
  [
    'how a class is copied',
    changing(
      'import copy, copyreg',
      'copy.copy(complex(1, 2)) == complex(1, 2)',
      'copyreg.pickle(complex, lambda c: (complex, (7, 7)))\ngetattr(copy, "_copy_dispatch", {}).pop(complex, None)',
    ),
  ],
  [
    'what a function by type does',
    counting('from functools import singledispatch\nimport functools', 's = functools.__dict__.setdefault("zz", [])'),
  ],
  [
    'names by a getter of attributes',
    counting('import operator, heapq', 's = operator.attrgetter("__dict__")(heapq).setdefault("zz", [])'),
  ],
  [
    'names by a caller of methods',
    counting('import operator, heapq', 's = operator.methodcaller("setdefault", "zz", [])(vars(heapq))'),
  ],
  [
    'attributes folded over a path',
    counting(
      'from functools import reduce\nimport bisect',
      's = reduce(getattr, ["__dict__"], bisect).setdefault("zz", [])',
    ),
  ],
  [
    'attributes set by a map',
    changing('import bisect', 'not hasattr(bisect, "zz")', 'list(map(setattr, [bisect], ["zz"], [1]))'),
  ],
  [
    'hints of types that are evaluated',
    counting(
      'import typing',
      'class H: pass\nH.__annotations__ = {"a": "__import__(\'sys\').modules.setdefault(\'zz\', [])"}\ntry: s = typing.get_type_hints(H)["a"]\nexcept TypeError: s = __import__("sys").modules["zz"]',
    ),
  ],
  [
    'a format by a map of names',
    changing(
      'import re',
      '"cell3" not in "{0.__globals__[_cache]}".format(re.compile) or x != 7',
      '"{a.__globals__}".format_map({"a": re.compile})\nre.compile("cell%d" % x)',
    ),
  ],
  [
    'a field of a formatter',
    counting(
      'import string, textwrap',
      's = string.Formatter().get_field("0.__dict__", [textwrap], {})[0].setdefault("zz", [])',
    ),
  ],
  [
    'a kind of error in texts',
    changing('import codecs', 'not any([_known(x)])', 'codecs.register_error("zz", lambda e: ("", e.end))').replace(
      'def f',
      'def _known(x):\n    try: return codecs.lookup_error("zz")\n    except LookupError: return None\ndef f',
    ),
  ],
  [
    'the state behind random draws of a class of its own',
    changing('import random', 'random.random() == 0.8444218515250481', 'random._inst.seed(x)\nrandom.seed(x)'),
  ],
  [
    'an iterator of the class that makes enumerations',
    changing(
      'from enum import Enum\nclass C(Enum):\n    A = 1',
      'len(C.__members__) == 1 and not hasattr(Enum, "zz")',
      'setattr(Enum, "zz", 1)',
    ),
  ],
  [
    'a subclass that its base remembers',
    changing(
      'class B(dict): pass',
      'len(dict.__subclasses__()) < 60',
      'for _ in range(60): setattr(f, "k%d" % len(dict.__subclasses__()), type("K", (dict,), {}))',
    ),
  ],
  [
    'an exception that the library keeps for reuse',
    counting(
      'import json',
      'try: json.loads("{")\nexcept ValueError as e: s = type(e).__dict__.get("zz") or []\ntry: type(e0).zz = s\nexcept NameError: pass',
    ),
  ],
];
