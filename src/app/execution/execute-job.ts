import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { DatasetError, type FilePlace } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { SandboxLimits, SandboxTest, TestSuite } from '../../core/sandbox.ts';

const testSchema = z.union(
  [
    z.strictObject({ id: z.string(), code: z.string() }),
    z.strictObject({ id: z.string(), module: z.string(), method: z.string() }),
    z.strictObject({ id: z.string(), stdin: z.string(), expectedStdout: z.string() }),
  ],
  { error: 'a test is {id, code}, {id, module, method} or {id, stdin, expectedStdout}' },
);

const jobSchema = z.strictObject({
  id: z.string().optional(),
  candidates: z.array(z.strictObject({ id: z.string(), code: z.string() })),
  tests: z.array(testSchema),
  entryPoint: z.string().nullish(),
  preload: z.array(z.string()).optional(),
  setup: z.string().optional(),
  timeoutMs: z.number().min(1),
  memoryMib: z.int().min(16),
  giveUpAfterTimeouts: z.int().min(1).optional(),
});

type JobFile = z.infer<typeof jobSchema>;

/** A job as a file, or a program, gives it. */
export type JobInput = z.input<typeof jobSchema>;

/** One matrix to compute. */
export interface ExecuteJob {
  /** Only in files of many jobs. */
  readonly id: string | null;
  readonly candidates: readonly { readonly id: string; readonly code: string }[];
  readonly suite: TestSuite;
  readonly limits: SandboxLimits;
}

function toTest(test: JobFile['tests'][number]): SandboxTest {
  if ('code' in test) return { id: test.id, body: { kind: 'assertion', code: test.code } };
  if ('method' in test) return { id: test.id, body: { kind: 'method', module: test.module, method: test.method } };
  return { id: test.id, body: { kind: 'stdio', stdin: test.stdin, expectedStdout: test.expectedStdout } };
}

/** @throws DatasetError naming file, line and field. */
function parseJob(text: string, file: string, line: number | undefined): ExecuteJob {
  const place = line === undefined ? { file } : { file, line };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DatasetError('job-invalid', place, 'is not valid JSON', {
      cause,
      mend: '"mutagree execute --help" shows the shape of a job.',
    });
  }
  return checkedJob(value, place, line !== undefined);
}

/** @throws DatasetError naming the field that is wrong */
export function toJob(value: JobInput): ExecuteJob {
  return checkedJob(value, { file: 'job' }, false);
}

function checkedJob(value: unknown, place: FilePlace, isOfMany: boolean): ExecuteJob {
  const parsed = jobSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') || undefined;
    throw new DatasetError('job-invalid', { ...place, ...(field ? { field } : {}) }, issue?.message ?? 'is not a job', {
      mend: 'A job is {candidates: [{id, code}], tests: [{id, code} | {id, module, method} | {id, stdin, expectedStdout}], entryPoint?, preload?, setup?, timeoutMs, memoryMib, giveUpAfterTimeouts?}.',
    });
  }
  const { id, candidates, tests, entryPoint, preload, setup, timeoutMs, memoryMib, giveUpAfterTimeouts } = parsed.data;
  if (isOfMany && id === undefined)
    throw new DatasetError('job-invalid', { ...place, field: 'id' }, 'is missing: each job of a .jsonl file has an id');
  const content = {
    tests: tests.map(toTest),
    entryPoint: entryPoint ?? null,
    ...(setup ? { setup } : {}),
    ...(preload ? { preload } : {}),
  };
  return {
    id: isOfMany ? (id ?? null) : null,
    candidates,
    suite: { id: hashOf(content), ...content },
    limits: { timeoutMs, memoryMib, ...(giveUpAfterTimeouts === undefined ? {} : { giveUpAfterTimeouts }) },
  };
}

const unreadable = (file: string, cause: NodeJS.ErrnoException) =>
  new DatasetError(
    'job-unreadable',
    { file },
    cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`,
    { cause },
  );

async function readWhole(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(file, cause);
  });
}

const nothingIn = (file: string) =>
  new DatasetError('job-missing', { file }, 'holds no job', {
    mend: '"mutagree execute --help" shows the shape of a job; a .jsonl file has one per line.',
  });

/** The job of a `.json` file, or the jobs of a `.jsonl` file one by one, never held together. @throws DatasetError */
export async function* readJobs(file: string): AsyncIterable<ExecuteJob> {
  if (!file.endsWith('.jsonl')) {
    const text = await readWhole(file);
    if (text.trim() === '') throw nothingIn(file);
    yield parseJob(text, file, undefined);
    return;
  }
  const stream = createReadStream(file, 'utf8');
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  let line = 0;
  let jobs = 0;
  try {
    for await (const text of lines) {
      line++;
      if (text.trim() === '') continue;
      jobs++;
      yield parseJob(text, file, line);
    }
  } catch (error) {
    // Whether the lines or the stream tell of it depends on the version of Node.
    throw stream.errored ? unreadable(file, stream.errored) : error;
  }
  if (stream.errored) throw unreadable(file, stream.errored);
  if (jobs === 0) throw nothingIn(file);
}
