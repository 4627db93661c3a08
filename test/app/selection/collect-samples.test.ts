import { expect, test } from 'vitest';
import { collectSamples } from '../../../src/app/evaluation/read-evaluation-samples.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { directReader } from '../../../src/pipeline/reading/read-reply.ts';
import { asJsonLines, type JsonObject, temporaryFile } from '../../datasets/example-files.ts';

const IDS = ['starter/01', 'starter/02', 'starter/03'];
const solution = (task_id: string, text = 'def f(x):\n    return x\n') => ({ task_id, solution: text });
const tests = (task_id: string, ...texts: string[]) => ({
  task_id,
  tests: texts.length > 0 ? texts : ['assert f(1) == 1'],
});

async function collect(
  solutions: readonly JsonObject[],
  testLines: readonly JsonObject[],
  flags: { readonly partial?: true; readonly extract?: true } = {},
) {
  const files = {
    solutions: await temporaryFile('solutions.jsonl', asJsonLines(solutions)),
    tests: await temporaryFile('tests.jsonl', asJsonLines(testLines)),
    testsPerSample: 5,
  };
  const { tasks } = await readDataset('starter');
  const notes: string[] = [];
  const progress = { ...silentProgress, note: (text: string) => void notes.push(text) };
  const collected = await collectSamples(
    tasks,
    tasks.slice(0, 3),
    { ...files, ...flags },
    { progress, reader: directReader },
  );
  return { collected, notes };
}

test('tasks without programs, or without tests, are named; with a part asked for the others go on', async () => {
  const all = IDS.map((id) => solution(id));
  const some = all.slice(0, 2);
  const allTests = IDS.map((id) => tests(id));
  await expect(collect(some, allTests)).rejects.toThrow(
    'solutions.jsonl: holds samples of 2/3 tasks; none of starter/03',
  );
  await expect(collect(all, allTests.slice(1))).rejects.toThrow(
    'tests.jsonl: holds tests of 2/3 tasks; none of starter/01',
  );
  const { collected } = await collect(some, allTests.slice(1), { partial: true });
  expect(collected.map(({ taskId }) => taskId)).toEqual(['starter/02']);
});

test('replies are refused as programs, and read with --extract', async () => {
  const { tasks } = await readDataset('starter');
  const codes = tasks.slice(0, 3).map(({ entryPoint }) => `def ${entryPoint}(x):\n    return x\n`);
  const replies = codes.map((code, at) => solution(IDS[at] as string, `Here:\n\`\`\`python\n${code}\`\`\`\n`));
  const allTests = IDS.map((id) => tests(id));
  await expect(collect(replies, allTests)).rejects.toMatchObject({ code: 'samples-are-replies', exitCode: 2 });
  const { collected } = await collect(replies, allTests, { extract: true });
  expect(collected.map(({ candidates }) => candidates[0]?.code)).toEqual(codes);
});

test('a test that is no Python is no test, and is told', async () => {
  const { collected, notes } = await collect(
    IDS.map((id) => solution(id)),
    IDS.map((id) => tests(id, 'assert f(', 'assert f(2) == 2')),
  );
  expect(collected.map((task) => task.tests.length)).toEqual([1, 1, 1]);
  expect(notes.join('\n')).toMatch(/^3 tests of .*tests\.jsonl are not Python and are left out$/m);
});

test('a task of whose tests none is Python has no tests; of a minority of replies a note speaks', async () => {
  const broken = [
    tests('starter/01', 'assert f(', '```python\nassert f(1) == 1\n```'),
    ...IDS.slice(1).map((id) => tests(id)),
  ];
  const all = IDS.map((id) => solution(id));
  await expect(collect(all, broken)).rejects.toThrow('holds tests of 2/3 tasks; none of starter/01');
  const { tasks } = await readDataset('starter');
  const reply = `\`\`\`python\ndef ${tasks[0]?.entryPoint}(x):\n    return x\n\`\`\``;
  const { notes } = await collect(
    [solution('starter/01', reply), ...all.slice(1)],
    IDS.map((id) => tests(id)),
  );
  expect(notes.join()).toContain('1/3 samples are not Python (the first: of starter/01) but replies');
});
