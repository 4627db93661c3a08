import { expect, test } from 'vitest';
import { DatasetError } from '../../../src/core/errors.ts';
import { bigCodeBenchFormat } from '../../../src/datasets/formats/big-code-bench-format.ts';
import { examplesOf, loadFrom } from '../example-files.ts';

const [parse, sort] = examplesOf('big-code-bench');

const load = (value: Readonly<Record<string, unknown>>, prompt?: 'complete' | 'instruct') =>
  bigCodeBenchFormat.load([{ value, file: 'tasks.jsonl', line: 1 }], prompt ? { prompt } : {}).tasks[0];

test('mutators see the chosen prompt', () => {
  expect(load(parse)).toMatchObject({ completesPrompt: true, entryPoint: 'task_func', preload: ['json'] });
  expect(load(parse)?.prompt.text).toBe(parse.complete_prompt);
  expect(load(parse, 'instruct')?.prompt.text).toBe(parse.instruct_prompt);
  expect(load(parse, 'instruct')?.completesPrompt).toBe(false);
  expect(load(sort)).not.toHaveProperty('preload');
});

test('tests may use what the task’s own code imports', () => {
  const { tests, reference } = loadFrom(bigCodeBenchFormat, 'tasks.jsonl')(parse).oracles.open(parse.task_id as string);
  expect(tests.map(({ body }) => body)).toEqual([{ kind: 'in-process', form: 'unittest', module: parse.test }]);
  expect(reference).toMatch(/^import json\n/);
});

test('tests, reference, stub and the other prompt follow a renaming', () => {
  const renames = { task_func: 'solve_task', file_name: 'arg_a', depth: 'arg_b' };
  const rewritten = bigCodeBenchFormat.rewrite(parse, { promptText: 'new', renames });
  expect(rewritten).toMatchObject({
    complete_prompt: 'new',
    entry_point: 'solve_task',
    code_prompt: 'import json\ndef solve_task(arg_a, arg_b=2):\n',
    canonical_solution: '    return json.loads(open(arg_a).read())[:arg_b]',
    instruct_prompt:
      'Parse the file.\nYou should write self-contained code starting with:\n```\nimport json\ndef solve_task(arg_a, arg_b=2):\n```',
  });
  expect(rewritten.test).toContain('solve_task(arg_a="a", arg_b=1)');
});

test('the complete prompt follows a mutated instruct prompt', () => {
  const mutation = { promptText: 'new', renames: { task_func: 'solve_task' }, prompt: 'instruct' } as const;
  const rewritten = bigCodeBenchFormat.rewrite(parse, mutation);
  expect(rewritten.instruct_prompt).toBe('new');
  expect(rewritten.complete_prompt).toContain('def solve_task(file_name');
  expect(rewritten.complete_prompt).toContain(">>> solve_task('a')");
});

test.each([
  ['a name that is a word of the other prompt', { ...parse, instruct_prompt: 'Parse to a depth.' }, { depth: 'arg_b' }],
  ['a name that the tests look up by text', { ...sort, test: 'patch("__main__.task_func")' }, { task_func: 'solve' }],
])('refuses %s', (_what, value, renames) => {
  expect(() =>
    bigCodeBenchFormat.rewrite(value, { promptText: 'new', renames: renames as Record<string, string> }),
  ).toThrow(expect.objectContaining({ code: 'rewrite-refused' }));
});

test('an entry point that the prompt does not define is an error', () => {
  expect(() => load({ ...parse, entry_point: 'other' })).toThrow(DatasetError);
});
