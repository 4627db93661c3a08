"""Arguments that are changed in place: told where they changed, put back as they are, believed in shape only."""

import collections
import os
import sys
import unittest

sys.path.insert(0, os.environ["RUNNER"])

from changes import change, contents, restore  # noqa: E402
from codec import CodecError  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None

ORDERED = collections.OrderedDict([("a", 1), ("b", 2)])
CHANGES = [
    (collections.deque([1, 2], 3), lambda value: value.append(3)),
    (collections.deque([1, 2]), lambda value: value.rotate(1)),
    (ORDERED, lambda value: value.move_to_end("a")),
    (collections.Counter("aab"), lambda value: value.update("b")),
    (collections.defaultdict(list, a=[1]), lambda value: value["b"]),
]


def copied(value):
    return value.copy()


class Changes(unittest.TestCase):
    def check(self, value, how):
        theirs, ours = copied(value), copied(value)
        before = contents(theirs)
        self.assertIsNone(change(theirs, before))
        how(theirs)
        after = change(theirs, before)
        self.assertIsNotNone(after)
        restore(ours, after)
        self.assertEqual(list(ours), list(theirs))
        self.assertEqual(type(ours), type(theirs))
        return ours, theirs

    def test_each_kind(self):
        for value, how in CHANGES:
            with self.subTest(type(value).__name__):
                ours, theirs = self.check(value, how)
                self.assertEqual(ours, theirs)

    def test_an_item_put_in_its_equals_place_is_a_change(self):
        first, second = [1], [1]
        values = collections.deque([first])
        before = contents(values)
        values[0] = second
        self.assertIs(change(values, before)[0], second)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_arrays(self):
        def fill(value):
            value[0] = numpy.nan

        ours, theirs = copied(numpy.ones(3)), numpy.ones(3)
        before = contents(theirs)
        fill(theirs)
        restore(ours, change(theirs, before))
        self.assertTrue(numpy.array_equal(ours, theirs, equal_nan=True))
        self.assertIsNone(change(theirs, contents(theirs)))
        for other in (numpy.ones(4), numpy.ones(3, dtype="int64"), [1, 2, 3]):
            with self.assertRaises(CodecError):
                restore(ours, other)

    def test_made_up_contents(self):
        for container, items in (
            (collections.deque(), [1]), (collections.Counter(), "ab"), (collections.OrderedDict(), (("a", 1), 5)),
            (bytearray(), "a"), ([], {1: 2}), (set(), [1]), ({}, ([1, 2],)),
        ):
            with self.subTest(type(container).__name__), self.assertRaises((CodecError, ValueError, TypeError)):
                restore(container, items)


if __name__ == "__main__":
    unittest.main()
