import { expect, test } from 'vitest';
import { plainFormat } from '../../src/datasets/plain-format.ts';
import { exampleRecords } from './example-files.ts';

const [text, code] = exampleRecords.plain as NonNullable<(typeof exampleRecords)[string]>;

const load = (...values: readonly Readonly<Record<string, unknown>>[]) =>
  plainFormat.load(values.map((value, at) => ({ value, file: 'plain.jsonl', line: at + 1 })));

test('prompts in words have no entry point, prompts in code have their last function', () => {
  const { entry_point: _, ...unnamed } = code;
  const { tasks } = load(text, code, { ...unnamed, id: 'c' });
  expect(tasks.map(({ entryPoint, completesPrompt }) => [entryPoint, completesPrompt])).toEqual([
    [null, false],
    ['add', true],
    ['add', true],
  ]);
});

test('there is nothing to check an answer by', () => {
  const { oracles, tasks } = load(text, code);
  expect(tasks.map(({ id }) => oracles.has(id))).toEqual([false, false]);
});

test('numbers are fine as ids, and a null reference is none', () => {
  expect(load({ id: 7, prompt: 'Sort a list.', reference: null }).tasks[0]?.id).toBe('7');
});

test('a mutated record renames a reference, whole or as the rest of the prompt', () => {
  const mutation = { promptText: 'def plus(a, right): ...', renames: { add: 'plus', left: 'a' } };
  expect(plainFormat.rewrite(code, mutation)).toEqual({
    id: 'b',
    prompt: mutation.promptText,
    reference: 'def plus(a, right):\n    return a + right\n',
    entry_point: 'plus',
  });
  expect(plainFormat.rewrite({ ...code, reference: '    return left + right\n' }, mutation).reference).toBe(
    '    return a + right\n',
  );
  expect(plainFormat.rewrite(text, { promptText: 'Add two numbers.', renames: {} })).toEqual({
    id: 'a',
    prompt: 'Add two numbers.',
  });
});
