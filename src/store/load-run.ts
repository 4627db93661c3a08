import { createReadStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { StoreError } from '../core/errors.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { RunRecord } from '../core/run-record.ts';
import type { LogName, RunLogs } from '../core/run-store.ts';
import { parseJsonl } from './jsonl-log.ts';
import { readManifest } from './run-directory.ts';

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readGzip(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path).pipe(createGunzip())) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * One log of a run directory or of a recording (`NAME.jsonl`, or `NAME.jsonl.gz`), the last record of a key counting;
 * empty where the file is missing.
 */
export async function readLog<K extends LogName>(directory: string, name: K): Promise<readonly RunLogs[K][]> {
  const path = join(directory, `${name}.jsonl`);
  const text = (await exists(path))
    ? await readFile(path, 'utf8')
    : (await exists(`${path}.gz`))
      ? await readGzip(`${path}.gz`)
      : '';
  const { records } = parseJsonl<RunLogs[K]>(text, path);
  return [...new Map(records.map((record) => ['id' in record ? record.id : record.key, record])).values()];
}

/** Reassembles the matrices from stored rows; a task is left out while a row is missing. */
function toMatrices(logs: Pick<Logs, 'candidates' | 'tests' | 'verdicts'>): ExecutionMatrix[] {
  const rows = new Map(logs.verdicts.map((row) => [JSON.stringify([row.taskId, row.candidateId, row.testIds]), row]));
  return logs.candidates.flatMap(({ taskId, candidates }) => {
    const tests = logs.tests.find((stored) => stored.taskId === taskId)?.tests ?? [];
    const testIds = tests.map((test) => test.id);
    const found = candidates.map((candidate) => rows.get(JSON.stringify([taskId, candidate.id, testIds])));
    if (found.some((row) => row === undefined)) return [];
    const entry = ({ id, origins }: { id: string; origins: ExecutionMatrix['tests'][number]['origins'] }) => ({
      id,
      origins,
      weight: origins.length,
    });
    return [
      {
        taskId,
        candidates: candidates.map(entry),
        tests: tests.map(entry),
        verdicts: found.map((row) => row?.verdicts ?? []),
        outputs: found.map((row) => row?.outputs ?? []),
      },
    ];
  });
}

type Logs = { readonly [K in LogName]: readonly RunLogs[K][] };

function lastByTask<T extends { readonly taskId: string }>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [record.taskId, record])).values()];
}

/** The last record of each name, in order of first appearance. */
async function lastBy<K extends LogName>(
  directory: string,
  log: K,
  nameOf: (record: RunLogs[K]) => readonly unknown[],
): Promise<readonly RunLogs[K][]> {
  const records = await readLog(directory, log);
  return [...new Map(records.map((record) => [JSON.stringify(nameOf(record)), record])).values()];
}

/**
 * A whole run directory in memory, finished or not.
 *
 * @throws StoreError `no-run` where the folder holds none.
 */
export async function loadRun(directory: string): Promise<RunRecord> {
  const manifest = await readManifest(directory);
  if (!manifest) {
    throw new StoreError('no-run', `${directory} holds no run (there is no manifest.json)`, {
      mend: 'Name the folder that "mutagree run" printed, such as runs/starter-….',
    });
  }
  const tasks = lastByTask(await readLog(directory, 'tasks'));
  const candidates = lastByTask(await readLog(directory, 'candidates'));
  const tests = lastByTask(await readLog(directory, 'tests'));
  const verdicts = await readLog(directory, 'verdicts');
  const taskIds = new Set(tasks.map((task) => task.taskId));
  return {
    manifest,
    tasks: tasks.map(({ taskId, promptText, entryPoint, labels }) => ({ taskId, promptText, entryPoint, labels })),
    variants: (await readLog(directory, 'variants')).filter((variant) => taskIds.has(variant.taskId)),
    refusals: tasks.flatMap((task) => task.refusals),
    replies: await readLog(directory, 'replies'),
    calls: await readLog(directory, 'calls'),
    candidates: candidates.flatMap((stored) => stored.candidates),
    tests: tests.flatMap((stored) => stored.tests),
    problems: [...candidates, ...tests].flatMap((stored) => stored.problems),
    matrices: toMatrices({ candidates, tests, verdicts }),
    armSamples: tasks.flatMap((task) =>
      (task.matchedSamples ?? task.armSamples).map((samples) => ({ taskId: task.taskId, ...samples })),
    ),
    rankings: await lastBy(directory, 'rankings', (r) => [r.taskId, r.arm, r.scorer]),
    official: await lastBy(directory, 'official', (o) => [o.taskId, o.candidateId]),
    ablation: await lastBy(directory, 'ablation', (r) => [r.taskId, r.programs, r.tests, r.scorer]),
    referenceVerdicts: lastByTask(await readLog(directory, 'reference')),
    efficiency: await lastBy(directory, 'efficiency', (row) => [row.taskId, row.candidateId]),
  };
}
