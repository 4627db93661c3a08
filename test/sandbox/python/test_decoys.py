"""What a program can win that does not know whether it meets the tests or a decoy of them."""

import os
import random
import sys
import unittest

sys.path.insert(0, os.environ["RUNNER"])
import whole_cell  # noqa: E402
from decoys import decoy_of, spelled_alike  # noqa: E402

SOURCE = '''
import gc, unittest
class T(unittest.TestCase):
    # A comment.
    def test_a(self):

        self.assertEqual(f(
            1), 2)
    def test_b(self):
        with self.assertRaises(ValueError):
            f(2)
'''


class Program:
    """Right or wrong by chance, in every run anew."""

    def __init__(self, share, chance):
        self.share, self.chance = share, chance


class Outcome:
    needs_sharing, done = False, (b"", 1, 0)

    def __init__(self, passes):
        self.failures = [] if passes else [("fail", "T.test_a", ""), ("fail", "T.test_b", "")]

    def cell(self):
        return whole_cell.Cell("fail" if self.failures else "pass")


class Host:
    missing = ()


class Decoys(unittest.TestCase):
    def test_a_program_of_chance_seldom_passes(self):
        test = type("Test", (), {"form": "unittest", "source": SOURCE, "given": ""})
        real = whole_cell.run_in
        whole_cell.run_in = lambda host, program, *rest: Outcome(program.chance.random() < program.share)
        self.addCleanup(setattr, whole_cell, "run_in", real)
        for share in (0.3, 0.5, 0.7):
            chance = random.Random(share)
            passes = sum(
                whole_cell.run_whole_cell(Host, Program(share, chance), test, None).verdict == "pass" for _ in range(2000)
            )
            # 1/16 of 2000 are 125, and one in four were 500.
            self.assertLess(passes, 190, share)

    def test_a_decoy_has_the_lines_of_the_module(self):
        decoy, names = decoy_of(SOURCE, random.Random(1))
        self.assertEqual(names, {"T.test_a", "T.test_b"})
        self.assertEqual(len(decoy.splitlines()), len(spelled_alike(SOURCE).splitlines()))

    def test_no_name_is_in_every_decoy(self):
        decoys = [decoy_of(SOURCE, random.Random(seed))[0] for seed in range(60)]
        words = [set(decoy.replace("(", " ").replace(")", " ").replace(":", " ").split()) for decoy in decoys]
        common = set.intersection(*words) - set(spelled_alike(SOURCE).replace("(", " ").replace(")", " ").replace(":", " ").split())
        self.assertEqual(common, set())


if __name__ == "__main__":
    unittest.main()
