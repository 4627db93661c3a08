import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../../src/core/hash.ts';
import type { RunRecord } from '../../src/records/run-record.ts';

/** Writes a record as the run directory that it would have been read from. */
export async function writeRun(directory: string, record: RunRecord): Promise<void> {
  const of = <T extends { readonly taskId: string }>(rows: readonly T[], taskId: string) =>
    rows.filter((row) => row.taskId === taskId);
  const keyed = (rows: readonly object[]) => rows.map((row) => ({ key: hashOf(row), ...row }));
  const { manifest, tasks, variants, replies, candidates, tests, problems, rankings, official } = record;
  const logs: Readonly<Record<string, readonly object[]>> = {
    tasks: tasks.map((task) => ({
      key: hashOf(task.taskId),
      ...task,
      refusals: of(record.refusals, task.taskId),
      armSamples: of(record.armSamples, task.taskId).map(({ arm, samples }) => ({ arm, samples })),
    })),
    variants,
    replies,
    candidates: tasks.map(({ taskId }) => {
      const own = of(problems, taskId).filter(({ purpose }) => purpose === 'program');
      return { key: hashOf(taskId), taskId, candidates: of(candidates, taskId), problems: own };
    }),
    tests: tasks.map(({ taskId }) => ({ key: hashOf(taskId), taskId, tests: of(tests, taskId), problems: [] })),
    verdicts: record.matrices.flatMap((matrix) =>
      matrix.candidates.map(({ id: candidateId }, row) => ({
        key: hashOf(matrix.taskId, candidateId),
        taskId: matrix.taskId,
        candidateId,
        testIds: matrix.tests.map(({ id }) => id),
        verdicts: matrix.verdicts[row],
        details: matrix.tests.map(() => null),
        weak: matrix.tests.map(() => false),
        cpuMs: 12,
      })),
    ),
    rankings: keyed(rankings),
    official: keyed(official),
  };
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));
  for (const [name, rows] of Object.entries(logs)) {
    await writeFile(join(directory, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
}
