"""After the holes of a heap are filled, what is allocated lies side by side, on few pages."""

import os
import sys
import unittest

sys.path.insert(0, os.environ["RUNNER"])

from dense import fill_holes  # noqa: E402

PAGE = 4096


def allocate(size):
    """Two hundred objects of a size of ours."""
    return [bytes(size - bytes.__basicsize__) for _ in range(200)]


def pages(objects):
    return len({id(made) // PAGE for made in objects})


class DenseTest(unittest.TestCase):
    def setUp(self):
        # A heap with holes: one of eight objects goes.
        self.lived = {size: [allocate(size) for _ in range(20)] for size in (64, 208, 480, 1040)}
        for size, lists in self.lived.items():
            self.lived[size] = [made for objects in lists for at, made in enumerate(objects) if at % 8]

    def test_holes_are_filled(self):
        with_holes = {size: pages(allocate(size)) for size in self.lived}
        filling = fill_holes()
        for size in self.lived:
            dense = pages(allocate(size))
            # Their own bytes, and a page begun at either end of each part of the heap.
            self.assertLessEqual(dense, 200 * (size + 16) // PAGE + 12, size)
            self.assertLessEqual(dense, with_holes[size], size)
        self.assertGreater(sum(with_holes.values()), 2 * sum(pages(allocate(size)) for size in self.lived))
        self.assertLess(sum(map(sys.getsizeof, filling)), 32 * 1024 * 1024)

    def test_a_heap_without_holes_gets_little(self):
        kept = fill_holes()
        self.assertLess(len(fill_holes()), 2000)
        del kept


if __name__ == "__main__":
    unittest.main()
