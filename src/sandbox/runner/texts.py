"""``repr``, ``str`` and formatting of values, bounded; the texts are Python's own."""

import re
import string

from bounds import MAX_BITS, OutOfGrammar, charge_numbers
from equality import MAX_NESTING, SCALARS, is_native, weigh

FORMAT = re.compile(r"(.?[<>=^])?[-+ ]?#?0?(\d{0,3})[,_]?(\.\d{1,3})?[bcdeEfFgGnosxX%]?", re.DOTALL)
PERCENT = re.compile(r"%(?:%|[-+ 0#]{0,5}\d{0,3}(?:\.\d{0,3})?[sdifFgGeExXorca])")


def text_of(value, budget):
    """``str(value)``."""
    if type(value) is str:
        return value
    return repr_of(value, budget, str)


def repr_of(value, budget, write=repr):
    """``write``: ``str`` or ``repr``, of a value that is not of a built-in type."""
    weigh(value, budget)
    parts = []
    _write(value, parts, [], budget, write)
    budget.charge(sum(map(len, parts)))
    return "".join(parts)


def _write(value, parts, around, budget, write=repr):
    kind = type(value)
    if kind in SCALARS or kind is range or kind is bytearray or kind is type:
        if kind is int and value.bit_length() > MAX_BITS:
            raise OutOfGrammar("a large number printed")
        charge_numbers(budget, value)
        parts.append(repr(value))
        return
    budget.step()
    if kind not in BRACKETS:
        if not around and is_native(value):
            parts.append(write(value))
            return
        raise OutOfGrammar("the text of a %s" % kind.__name__)
    opening, closing = BRACKETS[kind]
    if any(value is other for other in around):
        parts.append(opening + "..." + closing)
        return
    if len(around) > min(MAX_NESTING, 100):
        raise OutOfGrammar("nested too deep")
    around.append(value)
    if not value and kind in (set, frozenset):
        parts.append("set()" if kind is set else "frozenset()")
    else:
        parts.append(opening)
        for index, item in enumerate(value):
            if index:
                parts.append(", ")
            _write(item, parts, around, budget)
            if kind is dict:
                parts.append(": ")
                _write(value[item], parts, around, budget)
        parts.append("," + closing if kind is tuple and len(value) == 1 else closing)
    around.pop()


BRACKETS = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    dict: ("{", "}"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}


def format_value(value, conversion, spec, budget):
    """A field of an f-string; ``conversion`` is ``s``, ``r``, ``a`` or None."""
    if conversion == "r":
        value = repr_of(value, budget)
    elif conversion == "s":
        value = text_of(value, budget)
    elif conversion is not None:
        raise OutOfGrammar("conversion %r" % conversion)
    if not spec:
        return text_of(value, budget)
    if type(value) not in SCALARS:
        raise OutOfGrammar("a format for a %s" % type(value).__name__)
    if not FORMAT.fullmatch(spec) or type(value) is int and value.bit_length() > MAX_BITS:
        raise OutOfGrammar("format %r" % spec[:20])
    weigh(value, budget)
    charge_numbers(budget, value)
    budget.charge(1500)
    return format(value, spec)


def percent(template, values, budget):
    """``template % values`` for plain forms."""
    arguments = values if type(values) is tuple else (values,)
    if type(values) is dict or PERCENT.sub("", template).find("%") >= 0:
        raise OutOfGrammar("a format")
    fields = [field for field in PERCENT.findall(template) if field != "%%"]
    shown = []
    for index, value in enumerate(arguments):
        if type(value) not in SCALARS:
            if index >= len(fields) or fields[index] not in ("%s", "%r"):
                raise OutOfGrammar("a format for a %s" % type(value).__name__)
            value = _Shown(repr_of(value, budget) if fields[index] == "%r" else text_of(value, budget))
        else:
            weigh(value, budget)
            if type(value) is int and value.bit_length() > MAX_BITS:
                raise OutOfGrammar("a large number printed")
            charge_numbers(budget, value)
        shown.append(value)
    budget.charge(len(template) + 1500 * len(fields))
    return template % tuple(shown)


class _Shown:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    __repr__ = __str__


def format_text(template, values, named, budget):
    """``template.format(*values, **named)`` without attributes, items or fields in fields."""
    parts, next_index = [], 0
    for literal, field, spec, conversion in string.Formatter().parse(template):
        parts.append(literal)
        if field is None:
            continue
        if "{" in spec or not (field == "" or field.isdigit() or field.isidentifier()):
            raise OutOfGrammar("a format")
        if field == "":
            field, next_index = next_index, next_index + 1
        elif field.isdigit():
            field = int(field)
            if next_index or field > 99:
                raise OutOfGrammar("a format")
        if type(field) is int:
            if field >= len(values):
                raise IndexError("Replacement index %d out of range for positional args tuple" % field)
            value = values[field]
        else:
            value = named[field]
        parts.append(format_value(value, conversion, spec, budget))
    budget.charge(sum(map(len, parts)))
    return "".join(parts)
