import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Two valid records of each format, in the registry's words. */
export const exampleRecords: Readonly<Record<string, readonly [JsonObject, JsonObject]>> = {
  'human-eval': [
    {
      task_id: 'Example/0',
      prompt: 'def double(x: int) -> int:\n    """Return twice x.\n\n    >>> double(2)\n    4\n    """\n',
      entry_point: 'double',
      canonical_solution: '    return 2 * x\n',
      test: 'def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(x=3) == 6\n',
    },
    {
      task_id: 'Example/1',
      prompt:
        'def half(x):\n    return x / 2\n\n\ndef quarter(x):\n    """Return a quarter of x. Use half for it.\n    """\n',
      entry_point: 'quarter',
      canonical_solution: '    return half(half(x))\n',
      test: 'METADATA = {}\n\n\ndef check(candidate):\n    assert candidate(8) == 2\n    x = 4\n    assert candidate(x) == 1\n',
    },
  ],
  mbpp: [
    {
      task_id: 1,
      text: 'Write a function to find the smallest of some numbers.',
      code: 'def smallest(numbers):\r\n  return min(numbers)',
      test_list: ['assert smallest([3, 1]) == 1', 'assert smallest(numbers=[5]) == 5'],
      test_setup_code: '',
      challenge_test_list: ['assert smallest([-1, 1]) == -1'],
    },
    {
      task_id: 2,
      text: 'Write a python function to compute the hypotenuse.',
      code: 'def square(x):\n  return x * x\ndef hypotenuse(a, b):\n  return math.sqrt(square(a) + square(b))',
      test_list: ['assert math.isclose(hypotenuse(3, 4), 5.0)', 'assert math.isclose(hypotenuse(b=0, a=0), 0.0)'],
      test_setup_code: 'import math',
      challenge_test_list: [],
    },
  ],
  mutagree: [
    {
      task_id: 'own/1',
      prompt: 'def relu(x):\n    """Return x, or zero where x is negative."""\n',
      entry_point: 'relu',
      canonical_solution: '    return max(0, x)\n',
      test: 'def check(candidate):\n    assert candidate(-1) == 0\n    assert candidate(x=2) == 2\n',
      labels: { stage: 'Model Construction', mlTask: 'General', dataType: 'Others' },
      topic: 'deep-learning',
    },
    {
      task_id: 'own/2',
      prompt: 'def scale(values, factor):\n    """Multiply all values by a factor."""\n',
      entry_point: 'scale',
      reference: 'def scale(values, factor):\n    return [value * factor for value in values]\n',
      labels: {},
      date: '2025-01-31',
      preload: ['math'],
    },
  ],
  'eval-plus': [
    {
      task_id: 'Example/0',
      prompt: 'def double(x: int) -> int:\n    """Return twice x.\n\n    >>> double(2)\n    4\n    """\n',
      entry_point: 'double',
      canonical_solution: '    return 2 * x\n',
      test: 'def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(x=3) == 6\n',
      contract: '\n    assert isinstance(x, int), "invalid inputs" # $_CONTRACT_$\n',
      base_input: [[2], [3]],
      atol: 0,
      plus_input: [[5]],
    },
    {
      task_id: 'Mbpp/3',
      prompt: '"""\nWrite a function to sum a list.\nassert sum_all([1, 2]) == 3\n"""\n',
      entry_point: 'sum_all',
      canonical_solution: '\ndef sum_all(values):\n    return sum(values)\n',
      contract: '',
      assertion: '\nassert sum_all([1, 2]) == 3\n',
      base_input: [[[1, 2]]],
      atol: 0,
      plus_input: [[[]]],
    },
  ],
  'big-code-bench': [
    {
      task_id: 'BigCodeBench/0',
      complete_prompt:
        'import json\n\ndef task_func(file_name, depth=2):\n    """\n    Parse the file.\n\n    Example:\n    >>> task_func(\'a\')\n    {}\n    """\n',
      instruct_prompt:
        'Parse the file.\nYou should write self-contained code starting with:\n```\nimport json\ndef task_func(file_name, depth=2):\n```',
      canonical_solution: '    return json.loads(open(file_name).read())[:depth]',
      code_prompt: 'import json\ndef task_func(file_name, depth=2):\n',
      test: 'import unittest\nfrom unittest.mock import mock_open, patch\nclass TestCases(unittest.TestCase):\n    def test_case_1(self):\n        with patch("builtins.open", mock_open(read_data="[1, 2]")):\n            self.assertEqual(task_func(file_name="a", depth=1), [1])\n',
      entry_point: 'task_func',
      doc_struct: '{"description": ["Parse the file."]}',
      libs: "['json']",
    },
    {
      task_id: 'BigCodeBench/1',
      complete_prompt: 'def task_func(a_list):\n    """Sort a_list."""\n',
      instruct_prompt: 'Sort a_list.\nWrite code starting with:\n```\ndef task_func(a_list):\n```',
      canonical_solution: '    return sorted(a_list)\n',
      code_prompt: 'def task_func(a_list):\n',
      test: 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_case_1(self):\n        self.assertEqual(task_func([2, 1]), [1, 2])\n',
      entry_point: 'task_func',
      libs: '[]',
    },
  ],
  // Written after the authors' published code (xlang-ai/DS-1000), with no library of theirs, so that they run anywhere.
  'ds-1000': [
    {
      prompt:
        'Problem:\nI have some numbers and want them in order.\n\nA:\n<code>\nrow_values = [3, 1, 2]\n</code>\nordered = ... # put solution in this variable\nBEGIN SOLUTION\n<code>\n',
      reference_code: 'ordered = sorted(row_values)',
      metadata: {
        problem_id: 0,
        library_problem_id: 0,
        library: 'Python',
        test_case_cnt: 2,
        perturbation_type: 'Origin',
        perturbation_origin_id: 0,
      },
      code_context:
        'import copy\n\n\ndef generate_test_case(test_case_id):\n    def define_test_input(test_case_id):\n        if test_case_id == 1:\n            values = [3, 1, 2]\n        elif test_case_id == 2:\n            values = []\n        return values\n\n    def generate_ans(data):\n        return sorted(data)\n\n    test_input = define_test_input(test_case_id)\n    return test_input, generate_ans(copy.deepcopy(test_input))\n\n\ndef exec_test(result, ans):\n    return 1 if result == ans else 0\n\n\nexec_context = r"""\nrow_values = test_input\n[insert]\nresult = ordered\n"""\n\n\ndef test_execution(solution: str):\n    code = exec_context.replace("[insert]", solution)\n    for i in range(2):\n        test_input, expected_result = generate_test_case(i + 1)\n        test_env = {"test_input": test_input}\n        exec(code, test_env)\n        assert exec_test(test_env["result"], expected_result)\n',
    },
    {
      prompt:
        'Problem:\nHow many numbers are there? No loops, please.\n\nA:\n<code>\nfirst_row = [3, 1, 2]\ndef f(first_row):\n    # return the solution in this function\n    ### BEGIN SOLUTION\n',
      reference_code: '    return len(first_row)',
      metadata: {
        problem_id: 1,
        library_problem_id: 1,
        library: 'Python',
        test_case_cnt: 2,
        perturbation_type: 'Semantic',
        perturbation_origin_id: 0,
      },
      code_context:
        'import io\nimport tokenize\nimport copy\n\n\ndef generate_test_case(test_case_id):\n    def define_test_input(test_case_id):\n        if test_case_id == 1:\n            values = [3, 1, 2]\n        elif test_case_id == 2:\n            values = []\n        return values\n\n    def generate_ans(data):\n        return len(data)\n\n    test_input = define_test_input(test_case_id)\n    return test_input, generate_ans(copy.deepcopy(test_input))\n\n\ndef exec_test(result, ans):\n    return 1 if result == ans else 0\n\n\nexec_context = r"""\nfirst_row = test_input\ndef f(first_row):\n[insert]\nresult = f(first_row)\n"""\n\n\ndef test_execution(solution: str):\n    code = exec_context.replace("[insert]", solution)\n    for i in range(2):\n        test_input, expected_result = generate_test_case(i + 1)\n        test_env = {"test_input": test_input}\n        exec(code, test_env)\n        assert exec_test(test_env["result"], expected_result)\n\n\ndef test_string(solution: str):\n    tokens = []\n    for token in tokenize.tokenize(io.BytesIO(solution.encode("utf-8")).readline):\n        tokens.append(token.string)\n    assert "while" not in tokens and "for" not in tokens\n',
    },
  ],
  'live-code-bench': [
    {
      question_title: 'A. Sum',
      question_content: 'Sum two numbers.\n\nInput\n\nTwo integers a and b.\n\nOutput\n\nPrint the sum.',
      platform: 'atcoder',
      question_id: 'x_1',
      contest_date: '2024-05-13T00:00:00',
      starter_code: '',
      difficulty: 'easy',
      public_test_cases: '[{"input": "1 2\\n", "output": "3\\n", "testtype": "stdin"}]',
      private_test_cases: 'eJxrYJlqxwABPVbR1UqZeQWlJUpWCkpGCqYxeUo6Ckr5pSVQIXOIQElqcUlJZUEqSKi4JCUzT6k2dooeALJYFKU=',
      metadata: '{}',
    },
    {
      question_title: 'sum-all',
      question_content: 'You are given a list nums. Return the sum of it.\n \nConstraints:\n\n1 <= nums.length <= 300',
      platform: 'leetcode',
      question_id: 'x_2',
      contest_date: '2024-06-01T00:00:00',
      starter_code: 'class Solution:\n    def sumAll(self, nums: List[int]) -> int:\n        ',
      difficulty: 'easy',
      public_test_cases: '[{"input": "[1, 2]", "output": "3", "testtype": "functional"}]',
      private_test_cases:
        'eJxrYJnqxAABPXbR1UqZeQWlJUpWCkrRJjoKprFKOgpK+aUlUDFLELcktbikpLIgFSSQVpqXXJKZn5eYo1QbO0UPAAA1FhI=',
      metadata: '{"func_name": "sumAll"}',
    },
  ],
  apps: [
    {
      problem_id: 0,
      question: 'Read a number from standard input and print its double.',
      solutions: '["print(2 * int(input()))"]',
      input_output: '{"inputs": ["2\\n", "5\\n"], "outputs": ["4\\n", "10\\n"]}',
      difficulty: 'introductory',
      url: 'https://example.org/double',
      starter_code: '',
    },
    {
      problem_id: 1,
      question: 'Return the sum of a list.',
      solutions: '["class Solution:\\n    def total(self, values):\\n        return sum(values)\\n"]',
      input_output: '{"fn_name": "total", "inputs": [[[1, 2]], [[]]], "outputs": [[3], [0]]}',
      difficulty: 'interview',
      url: 'https://example.org/total',
      starter_code: 'class Solution:\n    def total(self, values):\n        ',
    },
  ],
  'code-contests': [
    {
      name: '1_A. Sum',
      description: 'Print the sum of two whole numbers that stand on one line.',
      public_tests: { input: ['1 2\n'], output: ['3\n'] },
      private_tests: { input: ['5 5\n'], output: ['10\n'] },
      generated_tests: { input: [], output: [] },
      source: 2,
      difficulty: 7,
      solutions: { language: [2, 3], solution: ['int main() {}', 'print(sum(map(int, input().split())))\n'] },
      time_limit: { seconds: 1, nanos: 500000000 },
    },
    {
      name: '2_B. Length',
      description: 'Print how many letters the word has.',
      public_tests: { input: ['abc\n'], output: ['3\n'] },
      private_tests: { input: [], output: [] },
      generated_tests: { input: ['a\n'], output: ['1\n'] },
      source: 2,
      difficulty: 7,
      solutions: { language: [3], solution: ['print(len(input()))\n'] },
      time_limit: null,
    },
  ],
  'multipl-e': [
    {
      name: 'HumanEval_900_twice',
      language: 'py',
      prompt: 'def twice(x: int) -> int:\n    """ Double x.\n    >>> twice(2)\n    4\n    """\n',
      doctests: 'keep',
      original: 'HumanEval_900_twice.py',
      prompt_terminology: 'verbatim',
      tests:
        'def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(0) == 0\n\ndef test_check():\n    check(twice)\n\ntest_check()\n',
      stop_tokens: ['\ndef', '\n#', '\nif', '\nclass'],
    },
    {
      name: 'HumanEval_901_last',
      language: 'py',
      prompt: 'from typing import List\n\ndef last(items: List[int]) -> int:\n    """ The last of the items. """\n',
      doctests: 'keep',
      original: 'HumanEval_901_last.py',
      prompt_terminology: 'verbatim',
      tests: 'def check(candidate):\n    assert candidate([1, 2]) == 2\n',
      stop_tokens: ['\ndef'],
    },
  ],
  // Written after the authors' description and harness, in the shape of their file.
  'class-eval': [
    {
      task_id: 'ClassEval_900',
      skeleton:
        'class Tally:\n    """\n    This class counts words and gives the total of all counts.\n    """\n\n    def __init__(self):\n        """\n        Start without any count.\n        """\n        self.counts = {}\n\n    def add(self, word, times=1):\n        """\n        Add a number of times to the count of a word.\n        :param word: str, the word.\n        :param times: int, how often.\n        :return: int, the count of the word.\n        >>> Tally().add("a", 2)\n        2\n        """\n\n    def total(self):\n        """\n        Return the sum of all counts.\n        """\n',
      test: 'import unittest\n\n\nclass TallyTestAdd(unittest.TestCase):\n    def test_add_1(self):\n        tally = Tally()\n        self.assertEqual(tally.add("a"), 1)\n        self.assertEqual(tally.add("a", 3), 4)\n\n\nclass TallyTestTotal(unittest.TestCase):\n    def setUp(self):\n        self.tally = Tally()\n\n    def test_total_1(self):\n        self.assertEqual(self.tally.total(), 0)\n\n    def test_total_2(self):\n        self.tally.add("a")\n        self.tally.add("b", 2)\n        self.assertEqual(self.tally.total(), 3)\n',
      solution_code:
        'class Tally:\n    def __init__(self):\n        self.counts = Counter()\n\n    def add(self, word, times=1):\n        self.counts[word] += times\n        return self.counts[word]\n\n    def total(self):\n        return sum(self.counts.values())\n',
      import_statement: ['from collections import Counter'],
      class_description: '    """\n    This class counts words and gives the total of all counts.\n    """\n',
      methods_info: [
        {
          method_name: 'add',
          test_class: 'TallyTestAdd',
          test_code: '',
          solution_code: '',
          dependencies: {
            Standalone: false,
            lib_dependencies: ['Counter'],
            field_dependencies: [],
            method_dependencies: [],
          },
        },
      ],
      class_name: 'Tally',
      test_classes: ['TallyTestAdd', 'TallyTestTotal'],
      class_constructor: 'class Tally: \n    def __init__(self):\n        self.counts = {}\n\n',
      fields: ['self.counts'],
    },
    {
      task_id: 'ClassEval_901',
      skeleton:
        'class Switch:\n    """\n    A switch that is either on or off.\n    """\n\n    def __init__(self, on=False):\n        self.on = on\n\n    def press(self):\n        """\n        Change the state of the switch and return the new one.\n        :return: bool\n        """\n',
      test: 'import unittest\n\n\nclass SwitchTestPress(unittest.TestCase):\n    def test_press_1(self):\n        self.assertTrue(Switch().press())\n\n    def test_press_2(self):\n        self.assertFalse(Switch(True).press())\n',
      solution_code:
        'class Switch:\n    def __init__(self, on=False):\n        self.on = on\n\n    def press(self):\n        self.on = not self.on\n        return self.on\n',
      import_statement: [],
      class_description: '',
      methods_info: [],
      class_name: 'Switch',
      test_classes: ['SwitchTestPress'],
      class_constructor: '',
      fields: ['self.on'],
    },
  ],
  'nl-perturbator': [
    {
      source_file: 'Example.ipynb',
      task_id: '2',
      prompt: 'Write a function to fnd the smaller of two numbers.',
      code: 'def smaller(a, b):\n  return min(a, b)',
      test_imports: '[]',
      test_list: "['assert smaller(1, 2) == 1', 'assert smaller(3, 2) == 2']",
      original_prompt: 'Write a function to find the smaller of two numbers.',
    },
    {
      source_file: 'Example.ipynb',
      task_id: '3',
      prompt: 'Write a function to joi n words.',
      code: "def joined(words):\n  return ' '.join(words)",
      test_imports: "['import math']",
      test_list: "[\"assert joined(['a', 'b']) == 'a b'\", \"assert joined([]) == ''\"]",
      original_prompt: 'Write a function to join words.',
    },
  ],
  'coder-eval': [
    {
      _id: '62e60f43d76274f8a4026e00',
      name: 'padded',
      code: 'def padded(text, width=3):\n    """Fill a text up with blanks to a width."""\n    return text.ljust(width)\n',
      docstring: 'Fill a text up with blanks to a width.',
      human_label: 'Add spaces behind the text until it is wide enough.',
      level: 'self_contained',
      project: 'example/shapes',
      file_path: 'shapes/texts.py',
      test: 'if __name__ == "__main__":\n    ok = True\n    if padded("a") != "a  " or padded("abcd", 2) != "abcd":\n        ok = False\n    if not ok:\n        raise Exception("wrong")\n',
    },
    {
      _id: '62e60f43d76274f8a4026e01',
      name: 'clock_of',
      code: 'def clock_of(seconds):\n    import datetime\n    return str(datetime.timedelta(seconds=seconds))\n',
      docstring: '',
      human_label: 'Write a number of seconds as hours, minutes and seconds.',
      level: 'slib_runnable',
      project: 'example/shapes',
      file_path: 'shapes/times.py',
      test: 'if __name__ == "__main__":\n    if clock_of(61) != "0:01:01":\n        raise Exception("wrong")\n',
    },
  ],
  'repo-eval': [
    {
      prompt:
        '# The colours of a lamp.\nclass Lamp:\n    def __init__(self, colour):\n        self.colour = colour\n\n    def mixed(self, other):\n        # Join both colours by a plus.\n',
      metadata: {
        task_id: 'example_lamps/0',
        ground_truth: '        names = [self.colour, other.colour]\n        return "+".join(names)',
        fpath_tuple: ['example_lamps', 'lamp.py'],
        context_start_lineno: 0,
        line_no: 7,
      },
    },
    {
      prompt: 'import math\n\ndef radius(area):\n    # The radius of a circle of this area.\n',
      metadata: {
        task_id: 'example_lamps/1',
        ground_truth: '    return math.sqrt(area / math.pi)',
        fpath_tuple: ['example_lamps', 'bulbs', 'shape.py'],
        context_start_lineno: 0,
        line_no: 4,
      },
    },
  ],
  plain: [
    { id: 'a', prompt: 'Write a function that adds two numbers.' },
    {
      id: 'b',
      prompt: 'def add(left, right):\n    """Add two numbers."""\n',
      reference: 'def add(left, right):\n    return left + right\n',
      entry_point: 'add',
    },
  ],
};

/** A plain task with tests of each kind, in one list. */
export const plainTestedRecord: JsonObject = {
  id: 'c',
  prompt: 'Write a function that doubles a number.',
  reference: 'def double(value):\n    return 2 * value\n',
  tests: [
    'assert double(2) == 4',
    'import unittest\nfrom solution import double\n\nclass TestDouble(unittest.TestCase):\n    def test_zero(self):\n        self.assertEqual(double(value=0), 0)\n',
    'def test_text():\n    assert double("a") == "aa"\n',
  ],
};

/** ReCode's partial form of a human-eval record, as `create_partial_code` of its perturb.py writes it. */
export const recodePartialRecord: JsonObject = {
  task_id: 'HumanEval/0',
  prompt: 'def total(values):\n    """ Add up.\n    >>> total([1])\n    1\n    """\n    result = 0\n',
  entry_point: 'total',
  canonical_solution: '    for value in values:\n        result += value\n    return result\n',
  test: 'def check(candidate):\n    assert candidate([1, 2]) == 3\n',
  partial:
    'def total(values):\n    """ Add up.\n    >>> total([1])\n    1\n    """\n    result = 0\n' +
    "    # print('@@this is the line to split##')\n" +
    '    for value in values:\n        result += value\n    return result\n',
};

/** ReCode's perturbed form, as `ptb_entry` and `perturb_nlaug` write it. */
export const recodePerturbedRecord: JsonObject = {
  task_id: 'HumanEval/1',
  prompt: 'def total(values):\n    """ Sum up.\n    >>> total([1])\n    1\n    """\n',
  entry_point: 'total',
  canonical_solution: '    return sum(values)\n',
  test: 'def check(candidate):\n    assert candidate([1, 2]) == 3\n',
  seed: 3,
  perturbed: true,
};

/** MBPP's sanitized form of a record. */
export const sanitizedMbppRecord: JsonObject = {
  source_file: 'Example.ipynb',
  task_id: 3,
  prompt: 'Write a function to find the shared elements of two lists.',
  code: 'def shared(a, b):\n  return list(set(a) & set(b))',
  test_imports: ['import math', 'import re'],
  test_list: ['assert set(shared([1, 2], [2, 3])) == set([2])'],
};

/** Records as the text of a JSONL file. */
export const asJsonLines = (records: readonly JsonObject[]): string =>
  `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;

/** Writes a file into a folder of its own that is removed after the test file, and returns its path. */
export async function temporaryFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mutagree-datasets-'));
  folders.push(folder);
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))));

/** HumanEval-R: human-eval's fields with a perturbed prompt, and the original one beside it. */
export const humanEvalRRecords: readonly [JsonObject, JsonObject] = [
  {
    task_id: 'HumanEval/0',
    prompt: 'def total(values):\n    """ Ad up.\n    >>> total([1])\n    1\n    """\n',
    canonical_solution: '    return sum(values)\n',
    test: 'def check(candidate):\n    assert candidate([1, 2]) == 3\n',
    entry_point: 'total',
    original_prompt: 'def total(values):\n    """ Add up.\n    >>> total([1])\n    1\n    """\n',
  },
  {
    task_id: 'HumanEval/1',
    prompt: 'def half(x):\n    """ Haf of x. """\n',
    canonical_solution: '    return x / 2\n',
    test: 'def check(candidate):\n    assert candidate(4) == 2\n',
    entry_point: 'half',
    original_prompt: 'def half(x):\n    """ Half of x. """\n',
  },
];
