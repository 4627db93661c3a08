import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseSampleFormat } from '../../../src/datasets/samples/read-samples.ts';
import type { SampleLine } from '../../../src/datasets/samples/sample-format.ts';
import { sampleFormats } from '../../../src/datasets/samples/sample-formats/index.ts';
import { packageRoot } from '../../../src/package-root.ts';
import { tempDir } from '../../fakes/temp-dir.ts';
import { asJsonLines, temporaryFile } from '../example-files.ts';

/** What is read of a file whose format is found by its content. */
async function read(path: string): Promise<{ readonly name: string; readonly lines: readonly SampleLine[] }> {
  const format = await chooseSampleFormat(path);
  const lines: SampleLine[] = [];
  for await (const line of format.read(path)) lines.push(line);
  return { name: format.name, lines };
}

test('registry and folder hold the same formats', async () => {
  const files = await readdir(join(packageRoot(), 'src', 'datasets', 'samples', 'sample-formats'));
  const named = files.filter((file) => file.endsWith('-sample-format.ts')).map((file) => file.split('-')[0]);
  expect(named.sort()).toEqual(sampleFormats.map(({ name }) => name).sort());
});

test("human-eval's and BigCodeBench's lines, with what they have beside", async () => {
  const lines = [
    { task_id: 'BigCodeBench/0', solution: 'x = 1\n', _identifier: 'BigCodeBench/0 @ 1', raw_solution: '' },
    { task_id: 'BigCodeBench/0', completion: '    return 1\n' },
    { task_id: 1, reply: 'Here it is.' },
  ];
  const found = await read(await temporaryFile('samples.jsonl', asJsonLines(lines)));
  expect(found.name).toBe('lines');
  expect(found.lines.map(({ task, program }) => [task, program])).toEqual([
    [{ id: 'BigCodeBench/0' }, { solution: 'x = 1\n' }],
    [{ id: 'BigCodeBench/0' }, { completion: '    return 1\n' }],
    [{ id: '1' }, { reply: 'Here it is.' }],
  ]);
});

test("EvalPlus's folders", async () => {
  const folder = await tempDir();
  for (const path of ['HumanEval_0/1.py', 'HumanEval_0/0.py', 'Mbpp_12/0.py']) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), `# ${path}\n`);
  }
  const found = await read(folder);
  expect(found.name).toBe('evalplus');
  const told = found.lines.map(({ task, sample }) => `${'id' in task ? task.id : ''} ${sample}`);
  expect(told).toEqual(['HumanEval/0 0', 'HumanEval/0 1', 'Mbpp/12 0']);
  await expect(read(await tempDir())).rejects.toThrow(/holds no folder/);
});

test("LiveCodeBench's outputs", async () => {
  const records = [
    { question_id: 'abc301_a', output_list: ['```\nx\n```', 'y'], code_list: ['x', 'y'], graded_list: [true, false] },
    { question_id: 'abc301_b', output_list: ['z'] },
  ];
  const found = await read(await temporaryFile('outputs.json', JSON.stringify(records, null, 2)));
  expect(found.name).toBe('livecodebench');
  expect(found.lines.map(({ task, program, sample }) => [task, program, sample])).toEqual([
    [{ id: 'abc301_a' }, { solution: 'x' }, 0],
    [{ id: 'abc301_a' }, { solution: 'y' }, 1],
    [{ id: 'abc301_b' }, { reply: 'z' }, 0],
  ]);
});

test("a log of Inspect: epochs are samples, its model the run's", async () => {
  const reply = (text: unknown) => ({ choices: [{ message: { content: text } }] });
  const samples = [
    { id: 'HumanEval/0', epoch: 2, output: reply('a'), scores: { verify: { value: 'C' } } },
    { id: 'HumanEval/2', output: reply([{ type: 'text', text: 'b' }]) },
  ];
  const log = { version: 2, eval: { model: 'openai/gpt-4o', task: 'humaneval' }, samples };
  const found = await read(await temporaryFile('log.json', JSON.stringify(log, null, 2)));
  expect(found.name).toBe('inspect');
  const line = { model: 'openai/gpt-4o' };
  expect(found.lines).toMatchObject([
    { ...line, task: { id: 'HumanEval/0' }, program: { reply: 'a' }, sample: 1 },
    { ...line, task: { id: 'HumanEval/2' }, program: { reply: 'b' }, sample: 0 },
  ]);
});

test.each([
  ['{"nothing": 1}\n', /is not a sample; its fields: nothing/],
  ['[1]', /line 1/],
  ['', /empty/],
  ['{"eval": {}, "samples": []}', /eval\.model/],
  ['[\n{"question_id": "a",\n"code_list": [1]}]', /line 2.*code_list/s],
])('%j is an error with its place', async (text, message) => {
  await expect(read(await temporaryFile('wrong.json', text))).rejects.toThrow(message);
});
