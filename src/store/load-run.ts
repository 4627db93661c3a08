import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { ConfigError } from '../core/errors.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import { LOG_SCHEMAS } from '../records/log-schemas.ts';
import { matrixOf } from '../records/matrix-of.ts';
import type { FatalCells, RunRecord } from '../records/run-record.ts';
import type { LogName, RunLogs } from '../records/run-store.ts';
import { openRegular } from './files.ts';
import { eachRecord } from './jsonl-log.ts';
import { keyOfRecord, readManifest } from './run-directory.ts';

const SCHEMAS: { readonly [K in LogName]: z.ZodType<RunLogs[K]> } = LOG_SCHEMAS;

/** One log (`NAME.jsonl` or `NAME.jsonl.gz`), the last record of a key counting; empty if missing. */
export async function readLog<K extends LogName>(directory: string, name: K): Promise<readonly RunLogs[K][]> {
  const path = join(directory, `${name}.jsonl`);
  const found = new Map<string, RunLogs[K]>();
  const blocks = existsSync(path)
    ? (await openRegular(path)).createReadStream()
    : existsSync(`${path}.gz`)
      ? (await openRegular(`${path}.gz`)).createReadStream().pipe(createGunzip())
      : [];
  await eachRecord<RunLogs[K]>(blocks as AsyncIterable<Buffer>, path, SCHEMAS[name], (record) =>
    found.set(keyOfRecord(record), record),
  );
  return [...found.values()];
}

/** Reassembles the matrices from stored rows; a task is left out while a row is missing. */
function toMatrices(logs: Pick<Logs, 'candidates' | 'tests' | 'verdicts'>): ExecutionMatrix[] {
  const rows = new Map(logs.verdicts.map((row) => [JSON.stringify([row.taskId, row.candidateId, row.testIds]), row]));
  return logs.candidates.flatMap(({ taskId, candidates }) => {
    const tests = logs.tests.find((stored) => stored.taskId === taskId)?.tests ?? [];
    const testIds = tests.map((test) => test.id);
    const found = candidates.map((candidate) => rows.get(JSON.stringify([taskId, candidate.id, testIds])));
    const whole = found.filter((row) => row !== undefined);
    return whole.length === found.length ? [matrixOf(taskId, candidates, tests, whole)] : [];
  });
}

function toFatalCells(logs: Pick<Logs, 'candidates' | 'verdicts'>): FatalCells[] {
  const rows = new Map(logs.verdicts.map((row) => [JSON.stringify([row.taskId, row.candidateId]), row]));
  return logs.candidates.flatMap(({ taskId, candidates }) =>
    candidates.flatMap(({ id }) => {
      const { fatal = [], details = [] } = rows.get(JSON.stringify([taskId, id])) ?? {};
      const reasons = fatal.map((at) => details[at] ?? 'unknown');
      return reasons.length > 0 ? [{ taskId, candidateId: id, reasons }] : [];
    }),
  );
}

type Logs = { readonly [K in LogName]: readonly RunLogs[K][] };

/** The last record of each value of some fields, in order of first appearance. */
async function lastBy<K extends LogName>(
  directory: string,
  log: K,
  ...fields: readonly (keyof RunLogs[K])[]
): Promise<readonly RunLogs[K][]> {
  const records = await readLog(directory, log);
  const nameOf = (record: RunLogs[K]) => JSON.stringify(fields.map((field) => record[field]));
  return [...new Map(records.map((record) => [nameOf(record), record])).values()];
}

/** A whole run directory in memory, finished or not. @throws ConfigError `no-run` if the folder holds none. */
export async function loadRun(directory: string): Promise<RunRecord> {
  const manifest = await readManifest(directory);
  if (!manifest) {
    throw new ConfigError('no-run', `${directory} holds no run (there is no manifest.json)`, {
      hint: 'Name the folder that "mutagree run" printed, such as runs/starter-….',
    });
  }
  const tasks = await lastBy(directory, 'tasks', 'taskId');
  const candidates = await lastBy(directory, 'candidates', 'taskId');
  const tests = await lastBy(directory, 'tests', 'taskId');
  const verdicts = await readLog(directory, 'verdicts');
  const replies = await readLog(directory, 'replies');
  const answered = new Set(replies.map(({ key }) => key));
  const taskIds = new Set(tasks.map((task) => task.taskId));
  return {
    manifest,
    tasks: tasks.map(({ taskId, promptText, entryPoint, labels, date }) => {
      return { taskId, promptText, entryPoint, labels, date };
    }),
    variants: (await readLog(directory, 'variants')).filter((variant) => taskIds.has(variant.taskId)),
    refusals: tasks.flatMap((task) => task.refusals),
    replies,
    failures: (await readLog(directory, 'failures')).filter(({ key }) => !answered.has(key)),
    calls: await readLog(directory, 'calls'),
    candidates: candidates.flatMap((stored) => stored.candidates),
    tests: tests.flatMap((stored) => stored.tests),
    problems: [...candidates, ...tests].flatMap((stored) => stored.problems),
    matrices: toMatrices({ candidates, tests, verdicts }),
    fatalCells: toFatalCells({ candidates, verdicts }),
    armSamples: tasks.flatMap((task) => task.armSamples.map((samples) => ({ taskId: task.taskId, ...samples }))),
    rankings: await lastBy(directory, 'rankings', 'taskId', 'arm', 'scorer'),
    official: await lastBy(directory, 'official', 'taskId', 'candidateId'),
    explanations: await lastBy(directory, 'explanations', 'taskId', 'candidateId'),
    solutions: await lastBy(directory, 'solutions', 'taskId'),
    ablation: await lastBy(directory, 'ablation', 'taskId', 'programs', 'tests', 'scorer'),
    draws: await lastBy(directory, 'draws', 'taskId', 'cell', 'scorer'),
    referenceVerdicts: await lastBy(directory, 'reference', 'taskId'),
    efficiency: await lastBy(directory, 'efficiency', 'taskId', 'candidateId'),
  };
}
