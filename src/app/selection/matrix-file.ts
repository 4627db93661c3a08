import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import type { ExecutionMatrix } from '../../core/matrix.ts';
import { type Candidate, candidateSchema, type GeneratedTest, generatedTestSchema } from '../../core/program.ts';
import { VERDICT_LETTERS, type Verdict } from '../../core/sandbox.ts';
import { streamJsonLines } from '../../datasets/reading/json-records.ts';
import { parseRecord } from '../../datasets/reading/parse-record.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import { makeFolder, toStoreError } from '../../store/files.ts';

/** One task, executed: all that scorers, `--explain` and the figures need, without running anything again. */
export interface ExecutedTask {
  readonly taskId: string;
  readonly entryPoint: string | null;
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
  readonly matrix: ExecutionMatrix;
  /** Official verdicts in the order of `candidates`; null if not run. */
  readonly official: readonly Pick<OfficialRecord, 'passed' | 'verdict'>[] | null;
}

const VERDICTS = new Map(Object.entries(VERDICT_LETTERS).map(([verdict, letter]) => [letter, verdict as Verdict]));

/** Whether a table that may be missing has so many rows and columns. */
const fits = (rows: readonly { readonly length: number }[] | null | undefined, height: number, width: number) =>
  !rows || (rows.length === height && rows.every((row) => row.length === width));

const savedTask = z
  .object({
    taskId: z.string(),
    entryPoint: z.string().nullable(),
    candidates: z.array(candidateSchema.omit({ taskId: true })),
    tests: z.array(generatedTestSchema.omit({ taskId: true })),
    /** One letter per cell, see VERDICT_LETTERS. */
    verdicts: z.array(z.string().regex(/^[pfetmn]*$/, { error: 'holds a letter that is not a verdict' })),
    /** The distinct outputs; cells index into it, -1 if the program returned nothing. Null if not recorded. */
    texts: z.array(z.string()),
    outputs: z.array(z.array(z.int())).nullable(),
    /** As `outputs`, on the probes; absent where nothing was probed. */
    probes: z.object({ inputs: z.array(z.string()), outputs: z.array(z.array(z.int())) }).exactOptional(),
    /** Examples of the task's text, and which candidates pass them, in their order; undefined without any. */
    given: z.object({ tests: z.array(z.string()), passed: z.array(z.boolean()) }).exactOptional(),
    official: z.array(z.object({ passed: z.boolean(), verdict: z.enum([...VERDICTS.values()]) })).nullable(),
  })
  .refine(
    ({ candidates: { length }, tests, verdicts, outputs, probes, given, official }) =>
      [verdicts, outputs].every((rows) => fits(rows, length, tests.length)) &&
      fits(probes?.outputs, length, probes?.inputs.length ?? 0) &&
      [given?.passed, official].every((list) => !list || list.length === length),
    { error: 'has verdicts, outputs or official verdicts that do not fit its candidates and tests' },
  );

function toLine({ taskId, entryPoint, candidates, tests, matrix, official }: ExecutedTask) {
  const texts = new Map<string, number>();
  const numberOf = (text: string | null) => {
    if (text === null) return -1;
    if (!texts.has(text)) texts.set(text, texts.size);
    return texts.get(text) as number;
  };
  const numbers = (rows: NonNullable<ExecutionMatrix['outputs']>) => rows.map((row) => row.map(numberOf));
  const { outputs, probes, given } = matrix;
  const numbered = {
    outputs: outputs ? numbers(outputs) : null,
    ...(probes && { probes: { ...probes, outputs: numbers(probes.outputs) } }),
    ...(given && { given }),
  };
  return {
    taskId,
    entryPoint,
    candidates: candidates.map(({ id, code, origins }) => ({ id, code, origins })),
    tests: tests.map(({ id, body, origins }) => ({ id, body, origins })),
    verdicts: matrix.verdicts.map((row) => row.map((verdict) => VERDICT_LETTERS[verdict]).join('')),
    texts: [...texts.keys()],
    ...numbered,
    official: official?.map(({ passed, verdict }) => ({ passed, verdict })) ?? null,
  };
}

function fromLine({ taskId, entryPoint, texts, official, ...saved }: z.output<typeof savedTask>): ExecutedTask {
  const candidates = saved.candidates.map((candidate) => ({ ...candidate, taskId }));
  const tests = saved.tests.map((test) => ({ ...test, taskId }));
  const textsOf = (row: readonly number[]) => row.map((at) => texts[at] ?? null);
  const entry = ({ id, origins }: Candidate | GeneratedTest) => ({ id, origins, weight: origins.length });
  const matrix: ExecutionMatrix = {
    taskId,
    candidates: candidates.map(entry),
    tests: tests.map(entry),
    verdicts: saved.verdicts.map((row) => [...row].map((letter) => VERDICTS.get(letter) ?? 'not-run')),
    ...(saved.outputs ? { outputs: saved.outputs.map(textsOf) } : {}),
    ...(saved.probes ? { probes: { inputs: saved.probes.inputs, outputs: saved.probes.outputs.map(textsOf) } } : {}),
    ...(saved.given ? { given: saved.given } : {}),
  };
  return { taskId, entryPoint, candidates, tests, matrix, official };
}

/** Writes executed tasks, one JSON per line, gzipped where the name ends in `.gz`. @throws StoreError */
export async function writeMatrixFile(path: string, tasks: readonly ExecutedTask[]): Promise<void> {
  function* lines() {
    for (const task of tasks) yield `${JSON.stringify(toLine(task))}\n`;
  }
  try {
    await makeFolder(dirname(path));
    const packing = path.endsWith('.gz') ? [createGzip()] : [];
    await pipeline([Readable.from(lines()), ...packing, createWriteStream(path)]);
  } catch (error) {
    throw toStoreError(path, error);
  }
}

/** Reads a file of {@link writeMatrixFile}. @throws DatasetError naming file, line and field */
export async function readMatrixFile(path: string): Promise<readonly ExecutedTask[]> {
  const tasks: ExecutedTask[] = [];
  for await (const raw of streamJsonLines(path)) tasks.push(fromLine(parseRecord(savedTask, raw)));
  return tasks;
}
