import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import {
  asJsonLines,
  exampleRecords,
  humanEvalRRecords,
  type JsonObject,
  readJsonLines,
  temporaryFile,
} from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';
import { startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { tempPath } from '../fakes/temp-dir.ts';

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

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{3,}/g));

describe.each(SETS)('%s', (_, records) => {
  test('a run passes all when the model answers with the references', async () => {
    const file = await temporaryFile('tasks.jsonl', asJsonLines(records));
    const { tasks, oracles } = await readDataset(file);
    const solved = tasks.map((task) => ({ task, code: oracles.open(task.id).reference ?? OWN[task.id] ?? '' }));
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
    const out = await tempPath('run');
    const argv = ['run', '--dataset', file, '--model', 'm', '--base-url', endpoint.baseUrl, '--out', out, '--json'];
    const ran = await cli(...argv, '--mutators', 'family:layout', '--variants', '2', '--sandbox', 'process');
    expect(ran.code, ran.err).toBe(0);
    const { arms } = JSON.parse(ran.out);
    expect(readJsonLines(join(out, 'official.jsonl')).filter(({ passed }) => !passed)).toEqual([]);
    for (const { passAtK } of arms) expect(passAtK['1'].value).toBe(1);
  });
});
