import marshal
import unittest

from cell import LoadedProgram, answer_plan

DRAWS = {
    "random": "import random\ndef f(x): return random.random()",
    "a star import": "from random import *\ndef f(x): return random()",
    "a name of it": "from random import choice as pick\ndef f(x): return [pick(range(1000)) for _ in range(3)]",
    "statistics": "import statistics\ndef f(x): return statistics.NormalDist(0, 1).samples(2)",
    "a class": "import random\nclass A:\n    def draw(self): return random.randint(1, 10**9)\ndef f(x): return A().draw()",
}


class Draws(unittest.TestCase):
    def test_every_cell_that_draws_starts_from_the_same_state(self):
        plan = marshal.dumps(("", ("f(1)",), (), ()))
        for name, code in DRAWS.items():
            with self.subTest(name):
                loaded = LoadedProgram((code, ""))
                outcomes = {answer_plan(loaded, plan) for _ in range(3)}
                self.assertEqual(len(outcomes), 1)
                self.assertEqual(outcomes, {answer_plan(LoadedProgram((code, "")), plan)})
                self.assertEqual(outcomes.pop()[:1], b"v")
