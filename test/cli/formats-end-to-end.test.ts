import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import {
  asJsonLines,
  exampleRecords,
  humanEvalRRecords,
  type JsonObject,
  temporaryFile,
} from '../datasets/example-files.ts';
import { startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

vi.setConfig({ testTimeout: 240_000 });

/** MultiPL-E's files have no references. */
const OWN: Readonly<Record<string, string>> = {
  HumanEval_900_twice: 'def twice(x: int) -> int:\n    return 2 * x\n',
  HumanEval_901_last: 'from typing import List\n\ndef last(items: List[int]) -> int:\n    return items[-1]\n',
};

const SETS: readonly [string, readonly JsonObject[]][] = [
  ...['apps', 'class-eval', 'code-contests', 'coder-eval', 'multipl-e', 'nl-perturbator', 'repo-eval'].map(
    (name): [string, readonly JsonObject[]] => [name, exampleRecords[name] ?? []],
  ),
  ['HumanEval-R', humanEvalRRecords],
];

/** A program of ours, which `mutate` knows nothing of. */
const renamed = (code: string, name: string | null) => code.replace(/def \w+\(/, `def ${name}(`);

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{3,}/g));

async function called(argv: readonly string[]) {
  const io = fakeIo({ env: { OPENAI_API_KEY: 'sk-test' } });
  const sandbox = argv[0] === 'mutate' ? [] : ['--sandbox', 'process'];
  const code = await runCli([...argv, ...sandbox, '--json'], io);
  expect(code, io.err.join('')).toBe(0);
  return JSON.parse(io.out.join(''));
}

describe.each(SETS)('%s', (_, records) => {
  const written = async () => {
    const file = await temporaryFile('tasks.jsonl', asJsonLines(records));
    const { tasks, oracles } = await readDataset(file);
    const solved = tasks.map((task) => ({ task, code: oracles.open(task.id).reference ?? OWN[task.id] ?? '' }));
    return { file, solved };
  };

  test('evaluate passes every reference, and no program that does nothing', async () => {
    const { file, solved } = await written();
    for (const wrong of [false, true]) {
      const lines = solved.map(({ task, code }) => ({ task_id: task.id, solution: wrong ? 'pass\n' : code }));
      const samples = await temporaryFile('samples.jsonl', asJsonLines(lines));
      const { judged, passed } = await called(['evaluate', '--dataset', file, '--samples', samples, '--details']);
      expect({ judged, passed }).toEqual({ judged: solved.length, passed: wrong ? 0 : solved.length });
    }
  });

  test('files with other names load again, and all of their references pass', async () => {
    const { file, solved } = await written();
    const codes = new Map(solved.map(({ task, code }) => [task.id, code]));
    const folder = join(await tempDir(), 'mutated');
    const naming = ['--mutators', 'name-func-adversarial,name-func-neutral', '--keep-unchanged'];
    await called(['mutate', '--dataset', file, ...naming, '--format', 'dataset', '-o', folder]);
    const names = (await readdir(folder)).filter((name) => /_s0\.jsonl?$/.test(name));
    let references = 0;
    const failing: string[] = [];
    for (const name of names) {
      const { tasks, oracles } = await readDataset(join(folder, name));
      const samples = tasks.map((task) => ({
        task_id: task.id,
        solution: oracles.open(task.id).reference ?? renamed(codes.get(task.id) ?? '', task.entryPoint),
      }));
      references += samples.length;
      const given = await temporaryFile('samples.jsonl', asJsonLines(samples));
      const { judged, passed } = await called(['evaluate', '--dataset', join(folder, name), '--samples', given]);
      if (passed !== judged) failing.push(`${name}: ${passed} of ${judged}`);
    }
    console.info(`${records.length} records, ${names.length} rewritten files, ${references} references in them`);
    expect(names.length).toBe(2);
    expect(failing).toEqual([]);
  });

  test('run passes them, too, when the model answers with the reference', async () => {
    const { file, solved } = await written();
    const ownIn = (asked: ReadonlySet<string>, one: (typeof solved)[number]) => {
      const others = solved.filter((each) => each !== one).flatMap(({ task }) => [...wordsOf(task.prompt.text)]);
      return [...wordsOf(one.task.prompt.text)].filter((word) => asked.has(word) && !others.includes(word)).length;
    };
    const endpoint = await startFakeEndpoint((_at, request) => {
      const text = (request.body['messages'] as { content: string }[]).at(-1)?.content ?? '';
      // Mutations change some words; of those that a task has for itself, most stay.
      const asked = wordsOf(text);
      const found = solved.toSorted((a, b) => ownIn(asked, b) - ownIn(asked, a))[0];
      if (/assert statements|examples of its standard input/.test(text)) return { kind: 'reply', text: 'None.' };
      return { kind: 'reply', text: `\`\`\`python\n${found?.code}\n\`\`\`` };
    });
    onTestFinished(() => endpoint.close());
    const out = join(await tempDir(), 'run');
    const { arms } = await called([
      ...['run', '--dataset', file, '--model', 'm', '--base-url', endpoint.baseUrl, '--out', out],
      ...['--mutators', 'family:layout', '--variants', '2'],
    ]);
    const official = (await readFile(join(out, 'official.jsonl'), 'utf8')).trim().split('\n');
    const failed = official.map((line) => JSON.parse(line)).filter(({ passed }) => !passed);
    expect(failed).toEqual([]);
    for (const { passAtK } of arms) expect(passAtK['1'].value).toBe(1);
  });
});
