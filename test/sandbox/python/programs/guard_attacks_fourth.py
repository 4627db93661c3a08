"""More programs like those of ``guard_attacks``: dicts that are handed out behind a proxy."""

FINALIZER = (
    "import random\nclass A: pass\nclass E:\n    def %s(self, other):\n        other['__del__'] = lambda self: random.random()\n"
    "        return True\nKEPT = []\ndef f(x):\n    hold = [[i] for i in range(200000)]\n    had = random.random()\n    %s\n"
    "    class B(A): pass\n    b = B()\n    KEPT.append((b, KEPT))\n    return had"
)
METADATA = (
    "from dataclasses import dataclass, field, fields\nmetadata = 0\n@dataclass\nclass A:\n    a: int\nKEPT = []\nclass E:\n"
    "    def %s(self, other):\n        other['n'] = other.get('n', 0) + 1\n        KEPT.append(other['n'])\n        return True\n"
    "def f(x):\n    %s\n    return KEPT[-1]"
)

ATTACKS = {
    "a finalizer by the dict of a class": FINALIZER % ("__eq__", "A.__dict__ == E()"),
    "a finalizer by the dict of a class on the right": FINALIZER % ("__eq__", "E() == A.__dict__; A.__dict__ != E(); A.__dict__ == E()"),
    "a finalizer by a union with the dict of a class": FINALIZER % ("__ror__", "A.__dict__ | E()"),
    "a finalizer by an order of the dict of a class": FINALIZER % ("__gt__", "A.__dict__ < E()"),
    "a finalizer by the dict of a class in a list": FINALIZER % ("__eq__", "[A.__dict__] == [E()]"),
    "a finalizer by the dict of an instance's class": FINALIZER % ("__eq__", "A().__class__.__dict__ == E()"),
    "a finalizer by views of the dict of a class": FINALIZER % ("__eq__", "A.__dict__.items() == E()"),
    "a method put into a built-in class": "class A: pass\nclass E:\n    def __eq__(self, other):\n        other['note'] = 1\n        return True\n"
    "def f(x):\n    had = hasattr(int, 'note')\n    int.__dict__ == E()\n    return had",
    "metadata of a field": METADATA % ("__eq__", "fields(A)[0].metadata == E()"),
    "metadata of a field, by a union": METADATA % ("__ror__", "fields(A)[0].metadata | E()"),
    "metadata of a field of no class": METADATA % ("__eq__", "field().metadata == E()"),
}
