import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { asJsonLines, readJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { fakeIo } from '../fakes/fake-io.ts';

const DATASET = '../shared/formats/bigcodebench-hard.jsonl';
const PASSES = '../shared/formats/bigcodebench-reference-passes.json';
if (!existsSync(DATASET)) console.warn(`skipped: ${DATASET} is missing (not part of this repository)`);

/** Ids of the tasks whose program passes in the image that `images build` makes. */
async function passing(programs: ReadonlyMap<string, string>): Promise<string[]> {
  const lines = [...programs].map(([taskId, solution]) => ({ task_id: taskId, solution }));
  const samples = await temporaryFile('samples.jsonl', asJsonLines(lines));
  const io = fakeIo();
  const argv = ['evaluate', '--dataset', DATASET, '--samples', samples];
  const code = await runCli([...argv, '--sandbox', 'docker', '--memory-mib', '2048', '--json'], io);
  expect(code, io.err.join('')).toBe(0);
  const results = readJsonLines<{ task_id: string; passed: boolean }>(`${samples}_results.jsonl`);
  return results.flatMap(({ task_id: taskId, passed }) => (passed ? [taskId] : []));
}

describe.skipIf(!existsSync(DATASET))('BigCodeBench-Hard in its own image', () => {
  beforeAll(async () => {
    const io = fakeIo();
    expect(await runCli(['images', 'build', 'bigcodebench', '--json'], io), io.err.slice(-20).join('')).toBe(0);
    console.log(io.out.join(''));
  }, 3_600_000);

  test('every reference that is known to pass passes', async () => {
    const { tasks, oracles } = await readDataset(DATASET);
    const known = (JSON.parse(readFileSync(PASSES, 'utf8')) as { task_id: string }[]).map(({ task_id: id }) => id);
    const references = new Map(tasks.map(({ id }) => [id, oracles.open(id).reference ?? '']));
    const passed = await passing(references);
    console.log(`references: ${passed.length}/${references.size} pass, ${known.length} are known to`);
    expect(passed).toEqual(expect.arrayContaining(known));
  });

  test('no function without a body passes', async () => {
    const { records } = await readDataset(DATASET);
    const empty = new Map(
      records.map((value) => [String(value['task_id']), `${value['complete_prompt']}\n    pass\n`]),
    );
    expect(await passing(empty)).toEqual([]);
  });
});
