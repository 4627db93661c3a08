import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import hashlib
import itertools
import operator
import os
import pickle
import re
import sys
import typing
import unittest

sys.path.insert(0, os.environ["RUNNER"])
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs"))

import zygote  # noqa: E402
from candidate import ISOLATE  # noqa: E402
from cell import LoadedProgram, run_plan  # noqa: E402
from guard_attacks import ATTACKS, HONEST  # noqa: E402
from guard_attacks_fifth import ATTACKS as FIFTH  # noqa: E402
from guard_attacks_fourth import ATTACKS as FOURTH  # noqa: E402
from guard_attacks_third import ATTACKS as THIRD  # noqa: E402
from permitted import INTERNALS, TABLE, is_special, tables  # noqa: E402
from planning import make_plan  # noqa: E402

PLAN = make_plan((("call", "f", (1,), {}),))
CELLS = 4
LEFT = "left"
GIVEN = (
    dataclasses.field, enum.auto, decimal.localcontext, decimal.Context, hashlib.md5, collections.ChainMap,
    lambda: functools.partial(len), lambda: functools.cached_property(len), lambda: functools.lru_cache(None)(len),
    lambda: functools.cmp_to_key(len)(1), lambda: re.match("(?P<a>.)", "a"), lambda: re.compile("(?P<a>.)"),
    lambda: typing.TypeVar("T"), lambda: typing.List[int], lambda: typing.Literal[1], lambda: typing.Optional[int],
    lambda: datetime.timezone.utc, lambda: fractions.Fraction(1), lambda: itertools.count(), lambda: operator.itemgetter(1),
    lambda: collections.namedtuple("P", "a")(1), lambda: property(len), lambda: ValueError(1), collections.Counter,
    lambda: collections.defaultdict(list), collections.deque, collections.OrderedDict, lambda: (each for each in ()),
)


def in_a_process(work):
    """What ``work()`` returns in a child, or ``LEFT``."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        try:
            result = work()
        except BaseException as error:
            result = "failed: %r" % error
        os.write(writer, pickle.dumps(result))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        data = file.read()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if sys.version_info >= (3, 9) else os.waitpid(pid, 0)[1] >> 8
    return LEFT if status == ISOLATE else pickle.loads(data)


def shared(code):
    """Outcomes of cells in one process; None where the code alone tells that they may not share it."""
    loaded = LoadedProgram((code, ""), judge_containment=True)
    if not loaded.contained or loaded.failure:
        return None
    loaded.share(lambda: os._exit(ISOLATE))
    outcomes = []
    for count in range(CELLS):
        if count:
            loaded.forget()
        outcomes.append(run_plan(loaded, PLAN)[0])
    return outcomes


def alone(code):
    loaded = LoadedProgram((code, ""))
    return run_plan(loaded, PLAN)[0]


class Guards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for name in zygote.COMMON_MODULES:
            __import__(name)
        tables()

    def test_nothing_is_carried_from_cell_to_cell(self):
        for name, code in {**ATTACKS, **THIRD, **FOURTH, **FIFTH}.items():
            with self.subTest(name):
                outcomes = in_a_process(lambda: shared(code))
                if outcomes is not None and outcomes != LEFT:
                    self.assertEqual(outcomes, [in_a_process(lambda: alone(code))] * CELLS)

    def test_common_programs_share_a_process_and_answer_as_alone(self):
        for name, code in HONEST.items():
            with self.subTest(name):
                outcomes = in_a_process(lambda: shared(code))
                answer = in_a_process(lambda: alone(code))
                self.assertEqual(answer[:1], b"v", answer)
                self.assertEqual(outcomes, [answer] * CELLS)

    def test_no_attribute_leads_to_a_container_that_cells_share(self):
        _, shared_names = tables()
        values = [(value, value) for value in INTERNALS]
        for module, names in TABLE.items():
            values += [(value, value) for value in (getattr(__import__(module), name, None) for name in names)]
        # What listed functions give, made twice: a program may read any name of it that ``shared_names`` lacks.
        values += [(make(), make()) for make in GIVEN]
        containers = (type(vars(int)), dict, list, set, bytearray)
        found = {
            (type(first).__name__, name)
            for first, second in values for name in dir(first)
            if name not in shared_names and not is_special(name) and isinstance(getattr(first, name, None), containers)
            and getattr(first, name) is getattr(second, name, None)
        }
        # Of fields, each cell has another one.
        self.assertEqual(found, {("Field", "metadata")})

    def test_an_object_or_a_function_has_its_dict_and_a_class_shows_it_alone(self):
        common = "class A:\n    n = 1\n    def __init__(self): self.z = 3\ndef f(x):\n    a = A()\n    a.__dict__['y'] = 4\n"
        for left, code in (
            (False, common + "    f.k = 1\n    return a.__dict__, f.__dict__, sorted(a.__dict__.items())"),
            (True, common + "    return sorted(A.__dict__)"),
            (True, common + "    return sorted(a.__class__.__dict__)"),
        ):
            answer = in_a_process(lambda: alone(code))
            self.assertEqual(answer[:1], b"v", answer)
            self.assertEqual(in_a_process(lambda: shared(code)), LEFT if left else [answer] * CELLS)

    def test_how_deep_a_recursion_came_is_said_by_a_process_alone(self):
        deep = "class A:\n    n = 0\n    def go(self):\n        A.n += 1\n        return self.go()\ndef f(x): return A().go()"
        self.assertEqual(in_a_process(lambda: shared(deep)), LEFT)

    def test_without_guards_the_attacks_would_carry_something(self):
        def unguarded(code):
            loaded = LoadedProgram((code, ""))
            return [run_plan(loaded, PLAN)[0] for _ in range(CELLS)] if loaded.failure is None else None

        carried = [
            name for name, code in ATTACKS.items()
            if isinstance(found := in_a_process(lambda: unguarded(code)), list) and len(set(found)) > 1
        ]
        self.assertGreater(len(carried), len(ATTACKS) // 3, carried)
        print("%d of %d attacks carry something without guards" % (len(carried), len(ATTACKS)), file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
