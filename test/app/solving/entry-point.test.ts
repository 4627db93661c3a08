import { describe, expect, test } from 'vitest';
import { nameIn, wantedBy } from '../../../src/app/solving/entry-point.ts';
import { leastCpuMs } from '../../least-cpu-ms.ts';

describe('wantedBy', () => {
  test.each<[string, object]>([
    ['def add(a, b):\n    """Add."""\n', { name: 'add' }],
    ['import math\n\ndef helper(x):\n    return x\n\nasync def fetch(x):\n    """Get."""\n', { name: 'fetch' }],
    ['Complete this:\n\n```python\ndef area(r):\n    ...\n```', { name: 'area' }],
    ['```python\nclass Stack:\n    def push(self, x): ...\n```', { name: 'Stack' }],
    [
      'Sum.\n\nclass Solution:\n    def twoSum(self, nums: List[int]) -> int:\n        ',
      { name: 'twoSum', isMethod: true },
    ],
    ['class Solution(object):\n\n    def __init__(self): pass\n    def f(self, s):\n', { name: 'f', isMethod: true }],
    ['class Solution:\n    def f(self): ...\n    def g(self): ...', { name: 'Solution' }],
    ['Write a function called median that sorts.', { name: 'median' }],
    ['Write a function `median` that sorts.', { name: 'median' }],
    ['Write a class named Queue.', { name: 'Queue' }],
    ['Schreibe eine Funktion namens quersumme, die die Ziffern addiert.', { name: 'quersumme' }],
    ['Given `lcm(a, b)`, return the least common multiple.', { name: 'lcm' }],
    ['Sum the digits.\n\n>>> digits(12)\n3', { name: 'digits' }],
    ['Sum the digits.\ndigits(12) == 3', { name: 'digits' }],
    ['Sum the digits.\nassert digits(12) == 3', { name: 'digits' }],
    ['Share.\nassert set(shared((3, 4), (4, 5))) == set((4, 5))', { name: 'shared' }],
    ['Mean.\nassert math.isclose(mean_of([1, 2]), 1.5)', { name: 'mean_of' }],
    ['Sort.\n>>> list(ordered(x for x in [2, 1]))\n[1, 2]', { name: 'ordered' }],
    ['Test.\nassert (not is_even(3))', { name: 'is_even' }],
    ['Write a generator fibonacci() that yields numbers forever.', { name: 'fibonacci' }],
    ['Implement a class LRUCache with a capacity.', { name: 'LRUCache' }],
    ['Write a class Matrix that adds.', { name: 'Matrix' }],
    ['Write a function is_prime that tests a number.', { name: 'is_prime' }],
    ['Write a class LRUCache with a method get(key) and a method put(key, value).', { name: 'LRUCache' }],
    ['Write a dataclass Point with a method dist(other).', { name: 'Point' }],
    ['Write a function to_json(obj) that serialises class Point instances.', { name: 'to_json' }],
    ['Write a function in Python named is_valid that tests an address.', { name: 'is_valid' }],
    ['Return s reversed. Function name: rev', { name: 'rev' }],
    ['Return the nth triangular number (call it tri).', { name: 'tri' }],
    ['Implement binary search: find_sorted(items, x) returns an index.', { name: 'find_sorted' }],
    ['写一个函数 add(a, b) 返回两数之和。', { name: 'add' }],
    ['Write build_query(table), which returns a SQL query.', { name: 'build_query' }],
    ['Write encode(s) and decode(s).', { unnamed: true }],
    ['Write a function that sorts in O(n log n).', { unnamed: true }],
    ['Call it whatever you like.', { unnamed: true }],
    ['Write a class in Python for stacks.', { unnamed: true }],
    ['Write a first-class Python helper that adds.', { unnamed: true }],
    ['Write a class Python can pickle.', { unnamed: true }],
    ['Write a function that returns True.', { unnamed: true }],
  ])('%j', (prompt, expected) => {
    expect(wantedBy(prompt)).toEqual(expected);
  });

  test.each([
    'Read n from standard input and print n squared.',
    'Read two integers a and b from one line of input and print their greatest common divisor.',
    'Read an integer n, then n numbers, and print the largest.',
    'Write a program that asks for a name and prints a greeting.',
    'Write a Python script that prints the first ten primes.',
    'Write a program which takes lines from the keyboard until an empty one and displays them sorted.',
    'You are given a grid.\n\nThe first line contains n and m. Each of the next n lines contains m integers.\nPrint the largest sum.',
    'Sum them up.\n\nInput\nTwo numbers a and b.\n\nOutput\nTheir sum.',
    '### Input Format\nA word.\n\n### Output Format\nThe word reversed.',
    'The input consists of a single integer N. Output N squared.',
    'Write a function that reads two numbers from stdin and prints their sum.',
    'Schreibe ein Programm, das zwei Zahlen einliest und ihre Summe ausgibt.',
    'Lies eine Zahl von der Tastatur und gib ihr Quadrat aus.',
  ])('a program with standard input: %j', (prompt) => {
    expect(wantedBy(prompt)).toEqual({ script: true });
  });

  test.each([
    'Return the largest number.',
    'Write a function that prints print(x).',
    'Write a function that reads a list of numbers and prints the largest.',
    'Given the input list, remove its duplicates.',
    'Read the JSON file at a path and print its keys.',
    'Write a program to find whether a number is prime.',
    'Read the text and give the number of its words.',
    'The first line contains the header. Return the number of columns.',
    'Two numbers are the input, and the output is their sum.',
    'Input: nums = [1, 2], target = 3\nOutput: [0, 1]',
  ])('something to call without a name: %j', (prompt) => {
    expect(wantedBy(prompt)).toEqual({ unnamed: true });
  });

  test('backticks that are never closed are read in linear time', () => {
    const prompt = `\`f(${')'.repeat(40_000)}`;
    expect(leastCpuMs(() => wantedBy(prompt), 500)).toBeLessThan(500);
  });

  test.each([
    'Write a function in JavaScript that adds.',
    'Add two numbers using Rust.',
    'Write a Go function Sum.',
    'Create a SQL query that selects all users.',
    'Fix:\n```js\nlet x = 1\n```',
  ])('%j is not for us', (prompt) => {
    expect(() => wantedBy(prompt)).toThrow(expect.objectContaining({ code: 'prompt-language' }));
  });

  test.each([
    'Translate this Python function.',
    'Write a Python function that writes SQL in SQL.',
    'Go through the list and return the sum in Go order with Python.',
  ])('%j is for us', (prompt) => {
    expect(() => wantedBy(prompt)).not.toThrow();
  });

  test('again and again, the same answer', () => {
    const prompt = 'def add(a, b):\n    """Like in JavaScript."""\n';
    for (let time = 0; time < 3; time++) expect(wantedBy(prompt)).toEqual({ name: 'add' });
  });
});

describe('nameIn', () => {
  test.each<[string, string | null]>([
    ['largest', 'largest'],
    ['`largest_number`', 'largest_number'],
    ['`largest_number(numbers)`', 'largest_number'],
    ['A good name would be largest_number.', 'largest_number'],
    ['```python\ndef biggest(x):\n    pass\n```', 'biggest'],
    ['**largest**', 'largest'],
    ['I do not know.', null],
    ['', null],
    ['class', null],
  ])('%j', (reply, expected) => {
    expect(nameIn(reply)).toBe(expected);
  });
});
