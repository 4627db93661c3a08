import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../src/core/hash.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { silentProgress } from '../../src/core/progress.ts';
import type { Sandbox } from '../../src/core/sandbox.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { executeMatrix } from '../../src/pipeline/5-execute-matrix.ts';
import { evaluateOfficially } from '../../src/pipeline/7-evaluate/evaluate-officially.ts';
import type { OfficialRecord } from '../../src/records/run-record.ts';
import { fileRows } from '../regimes/file-rows.ts';
import { ENTRY, pairMatrix, type ThesisPair } from './pair-matrix.ts';

const LIMITS = { timeoutMs: 10_000, memoryMib: 2048 };
/** Answers every call with an object that equals nothing; what passes on it checks nothing of a program's answer. */
const HOLLOW = `def ${ENTRY}(*args, **kwargs):\n    return object()\n`;

/** A pair with tests, executed. */
export interface ExecutedPair {
  readonly pair: ThesisPair;
  readonly matrix: ExecutionMatrix;
  /** What the answering-nothing program does on methods of modules that bring their own function. */
  readonly hollow: ExecutionMatrix;
}

const stopped = () => new AbortController().signal;

/** Every program of a pair on every method of its modules; rows are kept in `folder`, so that it goes on after a stop. */
export async function executePairs(
  pairs: readonly ThesisPair[],
  sandbox: Sandbox,
  folder: string,
): Promise<readonly ExecutedPair[]> {
  mkdirSync(folder, { recursive: true });
  const deps = {
    sandbox,
    limits: LIMITS,
    progress: silentProgress,
    signal: stopped(),
    rows: fileRows<never>(join(folder, 'cells.jsonl')) as never,
  };
  const executed: ExecutedPair[] = [];
  for (const pair of pairs) {
    const input = pairMatrix(pair);
    const matrix = await executeMatrix(input, deps);
    const empty = { id: hashOf(HOLLOW), taskId: input.taskId, code: HOLLOW, origins: [] };
    const owners = pair.modules.filter(({ definesFunction }) => definesFunction);
    const tests = input.tests.filter(({ id }) => owners.some(({ testIds }) => testIds.has(id)));
    const hollow = await executeMatrix({ ...input, candidates: [empty], tests }, deps);
    executed.push({ pair, matrix, hollow });
    const cells = matrix.verdicts.map((row) => row.map((verdict) => verdict[0]).join('')).join(' ');
    process.stderr.write(`${executed.length}/${pairs.length} ${pair.id}: ${cells}\n`);
  }
  return executed;
}

/** The official verdicts of all pairs' programs, run here: by pair and candidate. */
export async function judgePairs(
  pairs: readonly ThesisPair[],
  dataset: string,
  sandbox: Sandbox,
  folder: string,
): Promise<readonly (readonly [ThesisPair, readonly OfficialRecord[]])[]> {
  mkdirSync(folder, { recursive: true });
  const { oracles } = await readDataset(dataset);
  const deps = {
    sandbox,
    memoryMib: LIMITS.memoryMib,
    progress: silentProgress,
    signal: stopped(),
    rows: fileRows<never>(join(folder, 'official.jsonl')) as never,
  };
  const judged: (readonly [ThesisPair, readonly OfficialRecord[]])[] = [];
  for (const pair of pairs) {
    const { taskId, preload = [] } = pairMatrix(pair);
    const input = { taskId, entryPoint: ENTRY, preload, candidates: pair.candidates };
    const records = await evaluateOfficially([input], oracles, deps);
    judged.push([pair, records]);
    process.stderr.write(`official ${judged.length}/${pairs.length} ${pair.id}\n`);
  }
  return judged;
}
