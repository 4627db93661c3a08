import collections
import datetime
import decimal
import fractions
import math
import random
import sys
import unittest

from canonical import canonical_text
from codec import NotPlain, encode
from decoding import CodecError, Decoder, decode


def random_value(rng, depth=0):
    leaf = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.randint(-(10 ** rng.randint(0, 40)), 10 ** rng.randint(0, 40)),
        lambda: rng.choice([0.0, -0.0, 1.5, float("inf"), -float("inf"), rng.gauss(0, 1e300)]),
        lambda: complex(rng.random(), rng.random()),
        lambda: "".join(chr(rng.choice([65, 233, 0x1F600, 0xD800, 0, 58])) for _ in range(rng.randint(0, 5))),
        lambda: bytes(rng.randrange(256) for _ in range(rng.randint(0, 5))),
        lambda: decimal.Decimal(rng.randint(-999, 999)) / 8,
        lambda: fractions.Fraction(rng.randint(-9, 9), rng.randint(1, 9)),
        lambda: datetime.datetime(2000, 1, rng.randint(1, 28), rng.randint(0, 23)),
        lambda: range(rng.randint(0, 9)),
    ]
    if depth > 3 or rng.random() < 0.4:
        return rng.choice(leaf)()
    items = [random_value(rng, depth + 1) for _ in range(rng.randint(0, 4))]
    hashable = [item for item in items if is_hashable(item)]
    kinds = [
        lambda: items,
        lambda: tuple(items),
        lambda: set(hashable),
        lambda: frozenset(hashable),
        lambda: collections.Counter(hashable),
        lambda: collections.OrderedDict((key, 1) for key in hashable),
        lambda: {key: random_value(rng, depth + 1) for key in hashable},
    ]
    return rng.choice(kinds)()


def is_hashable(value):
    try:
        hash(value)
        return True
    except TypeError:
        return False


def round_trip(value):
    return decode(encode(value))


def do_nothing():
    pass


class Codec(unittest.TestCase):
    def test_round_trip_of_random_values(self):
        rng = random.Random(7)
        for _ in range(200):
            value = random_value(rng)
            back = round_trip(value)
            self.assertEqual(canonical_text(back), canonical_text(value))
            self.assertIs(type(back), type(value))

    def test_equal_values_encode_alike(self):
        self.assertEqual(encode({3, 1, 2}), encode({2, 3, 1}))
        self.assertNotEqual(encode(1), encode(1.0))
        self.assertNotEqual(encode(True), encode(1))
        self.assertNotEqual(encode(0.0), encode(-0.0))

    def test_nan_and_huge_integers(self):
        self.assertTrue(math.isnan(round_trip(float("nan"))))
        self.assertEqual(round_trip(-(7 ** 9000)), -(7 ** 9000))

    def test_what_is_no_number_or_too_large(self):
        for broken in (b"f1-2;", b"f;", b"i;", b"i-;", b"f" + b"1" * 41 + b";", b"i12"):
            with self.assertRaises(CodecError):
                decode(b"[" + b"f1.0;" * 40 + broken + b"]")
        with self.assertRaises(NotPlain):
            encode([1.5] * 10_000, limit=40_000)

    def test_shared_references_and_cycles(self):
        inner = [1]
        back = round_trip([inner, inner])
        self.assertIs(back[0], back[1])
        cycle = {}
        cycle["self"] = [cycle]
        back = round_trip(cycle)
        self.assertIs(back["self"][0], back)

    def test_subclasses_stay(self):
        class Liar(int):
            __hash__ = int.__hash__

        class Names(dict):
            pass

        for value in (Liar(0), Names(b=1), [1, [Liar(2)]], collections.namedtuple("Point", "x y")(1, 2)):
            with self.assertRaises(NotPlain):
                encode(value)

    def test_what_a_value_holds_that_is_not_the_same_outside(self):
        for value, sets, nan in (({1, 2}, True, False), ([{1}], False, False), (math.nan, False, False), ([math.nan], False, True)):
            decoder = Decoder(encode(value))
            decoder.decode()
            self.assertEqual((decoder.has_sets, decoder.has_nan), (sets, nan))

    def test_what_cannot_leave(self):
        deep = []
        for _ in range(10_000):
            deep = [deep]
        for value in (deep, "x" * (9 * 1024 * 1024), object(), (i for i in ()), lambda: 1, sys, collections.Counter, {}.keys(), ...):
            with self.assertRaises(NotPlain):
                encode(value)

    def test_made_up_bytes_give_an_error_and_nothing_else(self):
        rng = random.Random(11)
        alphabet = b"NTFifcsbyrxLd[](){}<>:;,0123456789abcdef-"
        seeds = [encode(random_value(rng)) for _ in range(200)]
        for _ in range(1500):
            data = bytearray(rng.choice(seeds) or b"N")
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(data))
                data[at : at + rng.randint(0, 2)] = bytes([rng.choice(alphabet)])
                data = data or bytearray(b"N")
            try:
                decode(bytes(data))
            except CodecError:
                pass
        names = (b"eval", b"os", b"__import__", b"function")
        unlisted = [b"x" + name + b":s1:a" for name in names]
        for data in (b"", b"[" * 100_000, b"r0;", b"s99999999999:a", *unlisted):
            with self.assertRaises(CodecError):
                decode(data)


class Shared(unittest.TestCase):
    def test_what_is_shared_is_spelled_out_to_a_bound(self):
        def shared(depth):
            value = [1, {2}]
            for _ in range(depth):
                value = [value, value]
            return value

        first, second = round_trip(shared(60)), round_trip(shared(60))
        self.assertEqual(canonical_text(first), canonical_text(second))
        self.assertEqual(canonical_text(shared(6)), repr(shared(6)))
        apart = eval(repr(shared(12)))
        self.assertEqual(canonical_text(apart), canonical_text(shared(12)))
        top = value = []
        for _ in range(60):
            value = [value, value]
        top.append(value)
        self.assertIn("...", canonical_text(top))


class CanonicalText(unittest.TestCase):
    def test_sets_are_sorted_and_cycles_cut(self):
        self.assertEqual(canonical_text({"b", "a", 1}), "{'a', 'b', 1}")
        cycle = [1]
        cycle.append(cycle)
        self.assertEqual(canonical_text(cycle), "[1, ...]")
        self.assertEqual(canonical_text((1,)), "(1,)")
        self.assertEqual(canonical_text([do_nothing]), "[<function do_nothing>]")

    def test_long_text_is_bounded_and_told_apart(self):
        one, other = canonical_text("x" * 5000 + "a"), canonical_text("x" * 5000 + "b")
        self.assertLess(len(one), 2001)
        self.assertNotEqual(one, other)

    def test_huge_integers(self):
        self.assertTrue(canonical_text(10 ** 5000).startswith("0x"))
