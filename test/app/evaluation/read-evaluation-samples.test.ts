import { expect, test } from 'vitest';
import { readEvaluationSamples } from '../../../src/app/evaluation/read-evaluation-samples.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { checkReferences, referenceNote } from '../../../src/pipeline/7-evaluate/check-official-tests.ts';
import { directReader } from '../../../src/pipeline/reading/read-reply.ts';
import { missingPackages } from '../../../src/python-source/syntax/python-words.ts';
import { asJsonLines, type JsonObject, temporaryFile } from '../../datasets/example-files.ts';
import { fakeSandbox } from '../../fakes/fake-sandbox.ts';

const REPLY = 'Here it is:\n```python\ndef add_numbers(a, b):\n    return a + b\n```\nHope this helps!';

async function read(samples: readonly JsonObject[], flags: { extract?: true; partial?: true } = {}) {
  const file = await temporaryFile('samples.jsonl', asJsonLines(samples));
  const { tasks } = await readDataset('starter');
  const notes: string[] = [];
  const progress = { ...silentProgress, note: (text: string) => void notes.push(text) };
  const read = await readEvaluationSamples(
    tasks,
    { file, tasks: tasks.slice(0, 3), ...flags },
    { progress, reader: directReader },
  );
  return { samples: read, err: notes.join('\n') };
}

test('tasks without samples are an error, unless a part is asked for', async () => {
  const some = [{ task_id: 'starter/01', completion: '    return a + b\n' }];
  await expect(read(some)).rejects.toThrow('holds samples of 1/3 tasks; none of starter/02, starter/03');
  expect((await read(some, { partial: true })).samples).toHaveLength(1);
  const others = [{ task_id: 'starter/07', completion: '    return 1\n' }];
  await expect(read(others, { partial: true })).rejects.toThrow('holds samples of 0/3 tasks');
});

test('replies are refused as programs; with --extract the program is taken out of them', async () => {
  const replies = [{ task_id: 'starter/01', solution: REPLY }];
  await expect(read(replies, { partial: true })).rejects.toThrow(
    '1/1 samples are not Python (the first: of starter/01) but replies with programs in them',
  );
  const broken = await read([{ task_id: 'starter/01', solution: 'def add_numbers(a, b)\n    return a' }], {
    partial: true,
  });
  expect(broken.err).toContain('no program was found in them');
  const extracted = await read(replies, { partial: true, extract: true });
  expect(extracted.err).toBe('');
  expect(extracted.samples[0]?.code.trim()).toBe('def add_numbers(a, b):\n    return a + b');
  const completion = await read([{ task_id: 'starter/01', completion: REPLY }], { partial: true, extract: true });
  expect(completion.samples[0]?.code.trim()).toBe('def add_numbers(a, b):\n    return a + b');
});

test('a published package that is missing is the sandbox’s lack, an invented one the program’s mistake', () => {
  // What "import numpy.linalg" says without numpy; with it, a part that it never had is the program's mistake.
  expect(missingPackages("ModuleNotFoundError: No module named 'numpy'")).toEqual(['numpy']);
  expect(missingPackages("ModuleNotFoundError: No module named 'numpy.lineal'")).toEqual([]);
  expect(missingPackages("input 3: ModuleNotFoundError: No module named 'pandas'")).toEqual(['pandas']);
  expect(missingPackages("ModuleNotFoundError: No module named 'helper_functions'")).toEqual([]);
  expect(missingPackages('the sandbox lacks the Python package faker, sklearn')).toEqual(['faker', 'sklearn']);
  expect(missingPackages('AssertionError')).toEqual([]);
  expect(missingPackages(null)).toEqual([]);
});

test('references that fail their own tests are named', async () => {
  const { tasks, oracles } = await readDataset('starter');
  const inputs = tasks.slice(0, 3).map(({ id: taskId, entryPoint }) => ({ taskId, entryPoint }));
  const deps = (wrong: string) => ({
    sandbox: fakeSandbox((code) => (wrong !== '' && code.includes(wrong) ? 'fail' : 'pass')),
    progress: silentProgress,
    signal: new AbortController().signal,
    memoryMib: 64,
    rows: null,
  });
  const right = await checkReferences(inputs, oracles, deps(''));
  expect(right).toEqual({ checked: 3, failing: [] });
  expect(referenceNote(right)).toBeNull();
  const wrong = await checkReferences(inputs, oracles, deps('def add_numbers'));
  expect(wrong.failing.map(({ taskId }) => taskId)).toEqual(['starter/01']);
  expect(referenceNote(wrong)).toContain('the references of 1/3 tasks fail their own official tests');
});
