import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import {
  asJsonLines,
  ds1000Library,
  ds1000Plain,
  exampleRecords,
  type JsonObject,
  readJsonLines,
  temporaryFile,
} from '../datasets/example-files.ts';
import { startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempPath } from '../fakes/temp-dir.ts';

vi.setConfig({ testTimeout: 240_000 });

const python = process.env['MUTAGREE_DS1000_PYTHON'] ?? 'python3';
const hasLibraries = spawnSync(python, ['-c', 'import numpy, pandas']).status === 0;

/** How a model may write the missing code: alone, with the given code again, or in the tags of the prompt. */
const MANNERS: readonly ((code: string, prompt: string) => string)[] = [
  (code) => `Here it is:\n\n\`\`\`python\n${code}\n\`\`\`\n`,
  (code) => `<code>\n${code}\n</code>\n`,
  (code, prompt) => `\`\`\`python\n${/<code>\n([\s\S]*?)<\/code>/.exec(prompt)?.[1] ?? ''}${code}\n\`\`\``,
];

/** Runs the problems with a model that answers with the reference, and a wrong check beside a right one. */
async function runProblems(records: readonly JsonObject[], checks: Readonly<Record<string, string>>) {
  const endpoint = await startFakeEndpoint((at, request) => {
    const text = (request.body['messages'] as { content: string }[]).at(-1)?.content ?? '';
    const problem = records.find(({ prompt }) => text.includes(String(prompt))) as JsonObject;
    const { problem_id: id } = problem['metadata'] as { problem_id: number };
    if (text.includes('assert statements')) return { kind: 'reply', text: checks[id] ?? 'assert True' };
    const manner = MANNERS[at % MANNERS.length] as (typeof MANNERS)[number];
    return { kind: 'reply', text: manner(String(problem['reference_code']), String(problem['prompt'])) };
  });
  const out = await tempPath('run');
  const io = fakeIo({ env: { OPENAI_API_KEY: 'sk-test' } });
  const file = await temporaryFile('ds1000.jsonl', asJsonLines(records));
  const argv = ['run', '--dataset', file, '--model', 'm', '--base-url', endpoint.baseUrl, '--out', out, '--json'];
  const rest = ['--mutators', 'none', '--variants', '3', '--samples', '1', '--sandbox', 'process', '--python', python];
  const code = await runCli([...argv, ...rest, '--timeout-ms', '20000'], io);
  expect(code, io.err.join('')).toBe(0);
  const requests = endpoint.requests.map(({ body }) => JSON.stringify(body['messages']));
  const official = readJsonLines<{ taskId: string; passed: boolean }>(join(out, 'official.jsonl'));
  const verdicts = readJsonLines<{ taskId: string; verdicts: string[] }>(join(out, 'verdicts.jsonl'));
  return { requests, official, rowOf: (taskId: string) => verdicts.find((row) => row.taskId === taskId)?.verdicts };
}

const passed = (official: readonly { taskId: string; passed: boolean }[]) =>
  [...new Set(official.filter(({ passed: ok }) => ok).map(({ taskId }) => taskId))].sort();

test('every snippet that the reference is passes its official tests; nobody asks for a program that reads stdin', async () => {
  const records = [...(exampleRecords['ds-1000'] ?? []), ...ds1000Plain];
  const checks = { 0: 'assert ordered == [1, 2, 3]\nassert ordered == [3, 2, 1]', 1: 'assert f([4, 4]) == 2' };
  const { requests, official, rowOf } = await runProblems(records, checks);
  expect(passed(official)).toEqual(records.map((_, at) => String(at)));
  expect(official.filter(({ passed: ok }) => !ok)).toEqual([]);
  expect(requests.filter((text) => text.includes('standard input'))).toEqual([]);
  expect(rowOf('0')?.toSorted()).toEqual(['fail', 'pass']);
  expect(rowOf('1')).toEqual(['pass']);
});

test.skipIf(!hasLibraries)(
  'the same with numpy and pandas (MUTAGREE_DS1000_PYTHON names a Python that has them)',
  async () => {
    const { official, rowOf } = await runProblems(ds1000Library, { 10: 'assert list(result) == [2.0, 3.0]' });
    expect(passed(official)).toEqual(
      ds1000Library.map(({ metadata }) => String((metadata as { problem_id: number }).problem_id)).sort(),
    );
    expect(rowOf('10')).toEqual(['pass']);
  },
);
