import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STAGES } from '../../src/core/task.ts';
import { readExamples } from '../../src/datasets/read-examples.ts';
import { packageRoot } from '../../src/package-root.ts';
import { isValidPython } from '../../src/python-source/syntax/parse-python.ts';
import { definesFunction } from '../../src/python-source/syntax/python-names.ts';
import { asJsonLines, temporaryFile } from './example-files.ts';

const BUNDLED = join(packageRoot(), 'data/prompting/examples.jsonl');

test('the bundled examples: four of every stage, each with a program that defines its function', async () => {
  const examples = await readExamples(BUNDLED);
  expect(examples).toHaveLength(20);
  for (const stage of STAGES) expect(examples.filter(({ task }) => task.labels.stage === stage)).toHaveLength(4);
  for (const { code, entryPoint } of examples) {
    expect(isValidPython(code)).toBe(true);
    expect(definesFunction(code, entryPoint ?? '')).toBe(true);
  }
});

test('solutions are found in any format, as whole programs; tasks without one are left out', async () => {
  const lines = [
    { id: 'a', prompt: 'Write a function f.', reference: '    def f(self):\n        return 1\n' },
    { id: 'b', prompt: 'def g():\n    """G."""\n', reference: '    return 2\n' },
    { id: 'c', prompt: 'Write h.' },
    { id: 'd', prompt: 'Write i.', reference: 'no Python' },
  ];
  const examples = await readExamples(await temporaryFile('tasks.jsonl', asJsonLines(lines)));
  expect(examples.map(({ id, code }) => [id, code])).toEqual([
    ['a', 'def f(self):\n    return 1'],
    ['b', 'def g():\n    """G."""\n    return 2'],
  ]);
});

test('a file without any solution is refused', async () => {
  const file = await temporaryFile('tasks.jsonl', asJsonLines([{ id: 'a', prompt: 'Write a function f.' }]));
  await expect(readExamples(file)).rejects.toThrow(expect.objectContaining({ code: 'examples-missing', exitCode: 2 }));
});
