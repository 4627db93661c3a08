"""Methods of exact built-in types that a test may call: a closed table, every one bounded.

``find_method(owner, name)(machine, owner, *arguments, **keywords)``: the machine lends its budget, and ``items`` for
what is iterable.
"""

from bounds import OutOfGrammar
from equality import KNOWN, SCALARS, check_keys, contains, look_up, same_item, sort, weigh
from operations import charge_search
from texts import format_text

WIDEST = 100_000
PLAIN_TEXT = frozenset(
    "upper lower strip lstrip rstrip split rsplit splitlines startswith endswith find rfind index rindex count isdigit"
    " isalpha isalnum isupper islower isspace isnumeric isdecimal isidentifier istitle isprintable isascii title"
    " capitalize swapcase casefold partition rpartition removeprefix removesuffix".split()
)
SEARCHES = frozenset(
    "split rsplit find rfind index rindex count partition rpartition strip lstrip rstrip replace".split()
)


def _plain(values):
    for value in values:
        if type(value) is tuple:
            _plain(value)
        elif type(value) not in SCALARS:
            raise OutOfGrammar("a %s given to a method" % type(value).__name__)


def _native_text(name):
    """A method of str or bytes whose result is no larger than what it is given, but for the list around."""

    def method(machine, owner, *arguments, **keywords):
        _plain(arguments)
        _plain(keywords.values())
        machine.budget.charge(12 * len(owner) + 64)
        if name in SEARCHES:
            for argument in arguments:
                if type(argument) in (str, bytes):
                    charge_search(owner, argument, machine.budget)
        if name in ("startswith", "endswith") and arguments and type(arguments[0]) is tuple:
            weigh(arguments[0], machine.budget)
        return getattr(owner, name)(*arguments, **keywords)

    return method


def _width(machine, owner, name, arguments):
    _plain(arguments)
    if arguments and type(arguments[0]) is int:
        if arguments[0] > WIDEST:
            raise OutOfGrammar("a wide text")
        machine.budget.charge(max(arguments[0], 0))
    machine.budget.charge(len(owner))
    return getattr(owner, name)(*arguments)


def _replace(machine, owner, *arguments):
    _plain(arguments)
    kind = type(owner)
    if len(arguments) >= 2 and type(arguments[0]) is type(arguments[1]) is kind:
        charge_search(owner, arguments[0], machine.budget)
        machine.budget.charge(len(owner) + owner.count(arguments[0]) * len(arguments[1]))
    return owner.replace(*arguments)


def _join(machine, owner, values):
    parts = machine.items(values)
    _plain(part for part in parts if type(part) is not tuple)
    texts = [part for part in parts if type(part) is type(owner)]
    machine.budget.charge(sum(map(len, texts)) + len(owner) * len(parts))
    return owner.join(parts)


def _encode(machine, owner, encoding="utf-8"):
    if type(encoding) is not str or encoding not in ("utf-8", "utf8", "ascii"):
        raise OutOfGrammar("an encoding")
    machine.budget.charge(4 * len(owner))
    return owner.encode(encoding)


def _decode(machine, owner, encoding="utf-8"):
    if type(encoding) is not str or encoding not in ("utf-8", "utf8", "ascii"):
        raise OutOfGrammar("an encoding")
    machine.budget.charge(4 * len(owner))
    return owner.decode(encoding)


def _format(machine, owner, *arguments, **keywords):
    machine.budget.charge(len(owner))
    return format_text(owner, arguments, keywords, machine.budget)


def _hex(machine, owner):
    machine.budget.charge(2 * len(owner))
    return owner.hex()


TEXT = {name: _native_text(name) for name in PLAIN_TEXT}
TEXT.update(
    replace=_replace,
    join=_join,
    encode=_encode,
    format=_format,
    zfill=lambda machine, owner, *arguments: _width(machine, owner, "zfill", arguments),
    ljust=lambda machine, owner, *arguments: _width(machine, owner, "ljust", arguments),
    rjust=lambda machine, owner, *arguments: _width(machine, owner, "rjust", arguments),
    center=lambda machine, owner, *arguments: _width(machine, owner, "center", arguments),
)
BYTES = {
    name: TEXT[name]
    for name in "upper lower strip lstrip rstrip split startswith endswith find index count isdigit isalpha replace join".split()
}
BYTES.update(decode=_decode, hex=_hex)


def _index_of(values, value, budget):
    for index, item in enumerate(values):
        budget.charge(16)
        if same_item(item, value, budget):
            return index
    return None


def _index(machine, owner, value):
    found = _index_of(owner, value, machine.budget)
    if found is None:
        raise ValueError("%s.index(x): x not in %s" % (type(owner).__name__, type(owner).__name__))
    return found


def _count(machine, owner, value):
    machine.budget.charge(16 * len(owner))
    return sum(same_item(item, value, machine.budget) for item in owner)


def _append(machine, owner, value):
    machine.budget.charge(16)
    owner.append(value)


def _extend(machine, owner, values):
    owner.extend(machine.items(values))


def _integer(value):
    if type(value) not in (int, bool):
        if type(value) not in KNOWN:
            raise OutOfGrammar("a %s for an integer" % type(value).__name__)
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
    return value


def _insert(machine, owner, index, value):
    machine.budget.charge(16 + len(owner))
    owner.insert(_integer(index), value)


def _pop(machine, owner, index=-1):
    machine.budget.charge(8 + len(owner))
    return owner.pop(_integer(index))


def _remove(machine, owner, value):
    found = _index_of(owner, value, machine.budget)
    if found is None:
        raise ValueError("list.remove(x): x not in list")
    machine.budget.charge(len(owner))
    del owner[found]


def _reverse(machine, owner):
    machine.budget.charge(8 * len(owner))
    owner.reverse()


def _copy(machine, owner):
    machine.budget.charge(24 * len(owner))
    return owner.copy()


def _clear(machine, owner):
    owner.clear()


def _sort(machine, owner, key=None, reverse=False):
    owner[:] = sort(list(owner), machine.sort_keys(owner, key), machine.truth(reverse), machine.budget)


LIST = dict(
    append=_append, extend=_extend, insert=_insert, pop=_pop, remove=_remove, index=_index, count=_count, sort=_sort,
    reverse=_reverse, copy=_copy, clear=_clear,
)


def _get(machine, owner, key, default=None):
    look_up(owner, key, machine.budget)
    return owner.get(key, default)


def _dict_pop(machine, owner, key, *default):
    look_up(owner, key, machine.budget)
    return owner.pop(key, *default)


def _setdefault(machine, owner, key, default=None):
    look_up(owner, key, machine.budget)
    machine.budget.charge(64)
    return owner.setdefault(key, default)


def _dict_update(machine, owner, *others, **named):
    for other in others:
        if type(other) is not dict:
            raise OutOfGrammar("update with a %s" % type(other).__name__)
        check_keys(list(owner) + list(other), machine.budget)
        machine.budget.charge(64 * len(other))
        owner.update(other)
    owner.update(named)


DICT = dict(
    get=_get, pop=_dict_pop, setdefault=_setdefault, update=_dict_update, copy=_copy, clear=_clear,
    keys=lambda machine, owner: owner.keys(),
    values=lambda machine, owner: owner.values(),
    items=lambda machine, owner: owner.items(),
)


def _add(machine, owner, value):
    look_up(owner, value, machine.budget)
    machine.budget.charge(64)
    owner.add(value)


def _discard(machine, owner, value):
    look_up(owner, value, machine.budget)
    owner.discard(value)


def _set_remove(machine, owner, value):
    look_up(owner, value, machine.budget)
    owner.remove(value)


def _set_pop(machine, owner):
    return owner.pop()


def _set_operation(name):
    def method(machine, owner, *others):
        others = [check_keys(machine.items(other), machine.budget) for other in others]
        check_keys([key for values in [owner] + others for key in values], machine.budget)
        machine.budget.charge(64 * (len(owner) + sum(map(len, others))))
        return getattr(owner, name)(*others)

    return method


FROZENSET = {
    name: _set_operation(name)
    for name in "union intersection difference symmetric_difference issubset issuperset isdisjoint".split()
}
FROZENSET["copy"] = _copy
SET = dict(FROZENSET, add=_add, discard=_discard, remove=_set_remove, pop=_set_pop, clear=_clear)
SET["update"] = _set_operation("update")
METHODS = {
    str: TEXT,
    bytes: BYTES,
    list: LIST,
    tuple: {"index": _index, "count": _count},
    dict: DICT,
    set: SET,
    frozenset: FROZENSET,
    int: {"bit_length": lambda machine, owner: owner.bit_length()},
    float: {"is_integer": lambda machine, owner: owner.is_integer()},
}


def find_method(owner, name):
    """A method in the table; what is not there is out of the grammar, or missing as in Python."""
    kind = type(owner)
    method = METHODS.get(kind, {}).get(name)
    if method is None:
        if kind in METHODS and not hasattr(kind, name) or owner is None:
            raise AttributeError("'%s' object has no attribute '%s'" % (kind.__name__, name))
        raise OutOfGrammar("%s.%s" % (kind.__name__, name))
    return method
