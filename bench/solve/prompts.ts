/** A question with what a model may answer, and what only a right program passes. */
export interface SolvePrompt {
  readonly name: string;
  readonly prompt: string;
  readonly examples?: readonly string[];
  /** A right and a wrong program; null where there is no right one. */
  readonly right: string | null;
  readonly wrong: string;
  /** What the model writes as tests; the last one is wrong. */
  readonly tests: string;
  /** What a right program passes or prints, tried after the pick; null where nothing is right. */
  readonly check: string | { readonly stdin: string; readonly expectedStdout: string } | null;
}

const LONG = Array.from(
  { length: 250 },
  (_, at) => `Note ${at + 1}: the numbers are plain integers, and this note says nothing more than the one before it.`,
).join('\n');

/** Ten prompts of different kinds, for `mutagree solve`. */
export const SOLVE_PROMPTS: readonly SolvePrompt[] = [
  {
    name: 'doctest',
    prompt:
      'def vowels(text):\n    """Count the vowels of a text, in either case.\n\n    >>> vowels("Banana")\n    3\n    """\n',
    right: 'def vowels(text):\n    return sum(c in "aeiou" for c in text.lower())',
    wrong: 'def vowels(text):\n    return sum(c in "aeiou" for c in text)',
    tests:
      'assert vowels("AEIOU") == 5\nassert vowels("") == 0\nassert vowels("sky") == 0\nassert vowels("Apple") == 2\nassert vowels("xyz") == 1',
    check: 'assert vowels("OUch") == 2',
  },
  {
    name: 'bare sentence',
    prompt: 'Return the second largest distinct number of a list, or None where there is none.',
    right:
      'def second_largest(numbers):\n    found = sorted(set(numbers))\n    return found[-2] if len(found) > 1 else None',
    wrong: 'def second_largest(numbers):\n    return sorted(numbers)[-2] if len(numbers) > 1 else None',
    tests:
      'assert second_largest([1, 2, 3]) == 2\nassert second_largest([3, 3, 2]) == 2\nassert second_largest([]) is None\nassert second_largest([5, 5]) is None\nassert second_largest([4]) == 4',
    check: 'assert second_largest([9, 9, 1]) == 1',
  },
  {
    name: 'stdin',
    prompt:
      'Read an integer n and then n integers from standard input, and print the sum of the even ones.\n\nInput:\n3\n1 2 4\n\nOutput:\n6\n',
    right: 'n = int(input())\nprint(sum(x for x in map(int, input().split()) if x % 2 == 0))',
    wrong: 'n = int(input())\nprint(sum(x for x in map(int, input().split()) if x % 2 == 0 and x > 0))',
    tests:
      'Input:\n```\n2\n2 2\n```\nOutput:\n```\n4\n```\n\nInput:\n```\n1\n-4\n```\nOutput:\n```\n-4\n```\n\nInput:\n```\n1\n3\n```\nOutput:\n```\n0\n```\n\nInput:\n```\n1\n2\n```\nOutput:\n```\n3\n```',
    check: { stdin: '4\n-2 -4 3 10\n', expectedStdout: '4\n' },
  },
  {
    name: 'class',
    prompt:
      'Write a class called `Counter2` with add(word), count(word) and most() (the word that was added most often, the first of equals, None at the start).',
    right:
      'class Counter2:\n    def __init__(self):\n        self.counts = {}\n    def add(self, word):\n        self.counts[word] = self.counts.get(word, 0) + 1\n    def count(self, word):\n        return self.counts.get(word, 0)\n    def most(self):\n        return max(self.counts, key=self.counts.get) if self.counts else None',
    wrong:
      'class Counter2:\n    def __init__(self):\n        self.counts = {}\n    def add(self, word):\n        self.counts[word] = self.counts.get(word, 0) + 1\n    def count(self, word):\n        return self.counts[word]\n    def most(self):\n        return max(self.counts, key=self.counts.get)',
    tests:
      'assert Counter2().count("a") == 0\nassert Counter2().most() is None\nc = Counter2()\nc.add("a")\nc.add("b")\nassert c.most() == "a"\nassert Counter2().count("a") == 1',
    check: 'c = Counter2()\nc.add("z")\nassert c.count("z") == 1 and c.most() == "z" and Counter2().most() is None',
  },
  {
    name: 'generator',
    prompt:
      'Write a generator function `windows(items, size)` that yields every run of `size` neighbouring items as a tuple.',
    right:
      'def windows(items, size):\n    items = list(items)\n    for at in range(len(items) - size + 1):\n        yield tuple(items[at:at + size])',
    wrong:
      'def windows(items, size):\n    items = list(items)\n    for at in range(len(items)):\n        yield tuple(items[at:at + size])',
    tests:
      'assert list(windows([1, 2, 3], 2)) == [(1, 2), (2, 3)]\nassert list(windows([], 2)) == []\nassert list(windows("ab", 1)) == [("a",), ("b",)]\nassert list(windows([1], 2)) == []\nassert list(windows([1, 2], 2)) == [(1,), (2,)]',
    check: 'assert list(windows([1, 2, 3, 4], 3)) == [(1, 2, 3), (2, 3, 4)]',
  },
  {
    name: 'numpy',
    prompt:
      'Write a function `unit(vector)` that returns a numpy array of length 1 in the direction of the vector; the zero vector stays as it is.',
    right:
      'import numpy as np\ndef unit(vector):\n    v = np.asarray(vector, dtype=float)\n    n = np.linalg.norm(v)\n    return v / n if n else v',
    wrong: 'import numpy as np\ndef unit(vector):\n    v = np.asarray(vector, dtype=float)\n    return v / v.sum()',
    tests:
      'assert unit([3, 4]).tolist() == [0.6, 0.8]\nassert unit([0, 0]).tolist() == [0, 0]\nassert unit([2]).tolist() == [1.0]\nassert unit([0, -5]).tolist() == [0, -1]\nassert unit([1, 1]).tolist() == [1, 1]',
    check: 'assert unit([0, 3]).tolist() == [0, 1] and unit([0, 0]).tolist() == [0, 0]',
  },
  {
    name: 'German',
    prompt:
      'Schreibe eine Funktion namens `quersumme`, die die Ziffern einer ganzen Zahl addiert; das Vorzeichen zählt nicht.',
    right: 'def quersumme(zahl):\n    return sum(map(int, str(abs(zahl))))',
    wrong: 'def quersumme(zahl):\n    return zahl % 9',
    tests:
      'assert quersumme(12) == 3\nassert quersumme(99) == 18\nassert quersumme(0) == 0\nassert quersumme(-21) == 3\nassert quersumme(10) == 2',
    check: 'assert quersumme(-98) == 17',
  },
  {
    name: 'contradicting examples',
    prompt: 'def double(x):\n    """Return twice x.\n\n    >>> double(2)\n    4\n    >>> double(2)\n    5\n    """\n',
    right: null,
    wrong: 'def double(x):\n    return 2 * x',
    tests: 'assert double(1) == 2\nassert double(0) == 0\nassert double(3) == 6',
    check: null,
  },
  {
    name: 'impossible',
    prompt: 'Write a function `halts(source)` that returns True exactly if the Python program with this source ends.',
    examples: [
      'halts("pass") == True',
      'halts("while True: pass") == False',
      'halts("x = 1\\nwhile x: x += 1") == False',
    ],
    right: null,
    wrong: 'def halts(source):\n    return "while True" not in source',
    tests: 'assert halts("x = 1") == True\nassert halts("while True: x = 1") == False',
    check: null,
  },
  {
    name: '20,000 characters',
    prompt: `Write a function \`span(numbers)\` that returns the difference of the largest and the smallest number, 0 for an empty list.\n\n${LONG}`,
    right: 'def span(numbers):\n    return max(numbers) - min(numbers) if numbers else 0',
    wrong: 'def span(numbers):\n    return numbers[-1] - numbers[0] if numbers else 0',
    tests:
      'assert span([1, 5]) == 4\nassert span([5, 1]) == 4\nassert span([]) == 0\nassert span([7]) == 0\nassert span([3, 1, 2]) == 3',
    check: 'assert span([2, 9, 4]) == 7',
  },
];
