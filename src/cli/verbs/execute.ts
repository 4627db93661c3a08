import { once } from 'node:events';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { Sandbox, SandboxResult, Verdict } from '../../core/sandbox.ts';
import { type ExecuteJob, readJobs } from '../execute-job.ts';
import type { Io } from '../io.ts';
import { openSandbox } from '../open-sandbox.ts';

export interface ExecuteFlags {
  readonly job: string;
  readonly sandbox: string;
  /** Override the job's own. */
  readonly timeoutMs?: number;
  readonly memoryMib?: number;
  readonly jobs?: number;
  readonly outputs?: true;
  readonly details?: true;
  readonly json?: true;
}

const MARKS: Readonly<Record<Verdict, string>> = {
  pass: '.',
  fail: 'F',
  error: 'E',
  timeout: 'T',
  'out-of-memory': 'M',
  'not-run': '-',
};

/** Rows of a job in order, each as soon as it and those before it are there; at most a window of them is in memory. */
async function* rowsOf(
  job: ExecuteJob,
  sandbox: Sandbox,
  window: number,
  signal: AbortSignal,
): AsyncIterable<SandboxResult> {
  const underWay: Promise<SandboxResult>[] = [];
  let next = 0;
  const startOne = () => {
    const candidate = job.candidates[next++];
    if (!candidate) return;
    const running = sandbox.run(
      { id: candidate.id, code: candidate.code, suite: job.suite, limits: job.limits },
      signal,
    );
    running.catch(() => {});
    underWay.push(running);
  };
  for (let i = 0; i < window; i++) startOne();
  for (let running = underWay.shift(); running; running = underWay.shift()) {
    yield await running;
    startOne();
  }
}

/** Writes one matrix field as rows come in. */
class ArrayField {
  #first = true;
  readonly #parts: string[] = [];
  add(row: readonly unknown[]): void {
    this.#parts.push(`${this.#first ? '' : ',\n'}${JSON.stringify(row)}`);
    this.#first = false;
  }
  take(): string {
    return this.#parts.splice(0).join('');
  }
}

/**
 * One matrix as JSON members. The verdicts stream; outputs and details, asked for explicitly, are kept as text until
 * the verdicts are out, since JSON has one place for each.
 */
async function writeMatrix(
  job: ExecuteJob,
  sandbox: Sandbox,
  window: number,
  flags: ExecuteFlags,
  io: Io,
): Promise<number> {
  const outputs = new ArrayField();
  const details = new ArrayField();
  const verdicts = new ArrayField();
  let cpuMs = 0;
  io.stdout('"verdicts": [');
  for await (const row of rowsOf(job, sandbox, window, io.signal)) {
    verdicts.add(row.verdicts);
    io.stdout(verdicts.take());
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    if (flags.outputs) outputs.add(row.outputs);
    if (flags.details) details.add(row.details);
    cpuMs += row.cpuMs;
  }
  io.stdout(']');
  if (flags.outputs) io.stdout(`,\n"outputs": [${outputs.take()}]`);
  if (flags.details) io.stdout(`,\n"details": [${details.take()}]`);
  return cpuMs;
}

async function printMatrix(
  job: ExecuteJob,
  sandbox: Sandbox,
  window: number,
  flags: ExecuteFlags,
  io: Io,
): Promise<void> {
  if (job.id !== null) io.stdout(`${job.id}\n`);
  const width = Math.max(0, ...job.candidates.map(({ id }) => id.length));
  let index = 0;
  for await (const row of rowsOf(job, sandbox, window, io.signal)) {
    const { id } = job.candidates[index++] as ExecuteJob['candidates'][number];
    io.stdout(`${id.padEnd(width)}  ${row.verdicts.map((verdict) => MARKS[verdict]).join('')}\n`);
    row.verdicts.forEach((verdict, test) => {
      const name = job.suite.tests[test]?.id;
      if (flags.details && verdict !== 'pass') io.stdout(`  ${name}: ${verdict}: ${row.details[test] ?? ''}\n`);
      if (flags.outputs && row.outputs[test] !== null) io.stdout(`  ${name} returned ${row.outputs[test]}\n`);
    });
  }
}

function withOverrides(job: ExecuteJob, { timeoutMs, memoryMib }: ExecuteFlags): ExecuteJob {
  return {
    ...job,
    limits: { ...job.limits, ...(timeoutMs ? { timeoutMs } : {}), ...(memoryMib ? { memoryMib } : {}) },
  };
}

/** `mutagree execute`: matrices from a job file; the document is written as it is computed. */
export async function execute(flags: ExecuteFlags, io: Io): Promise<ExitCode> {
  const many = flags.job.endsWith('.jsonl');
  const jobs = readJobs(flags.job)[Symbol.asyncIterator]();
  // The first job is read before anything is started or printed, so that a broken file costs nothing.
  let current = await jobs.next();
  const { sandbox, workers } = await openSandbox(flags, io);
  const window = workers * 4;
  const started = performance.now();
  let cpuMs = 0;
  try {
    if (flags.json) io.stdout(`{"sandbox": ${JSON.stringify(sandbox.name)},\n${many ? '"jobs": [' : ''}`);
    for (let first = true; !current.done; current = await jobs.next()) {
      const job = withOverrides(current.value, flags);
      if (!flags.json) await printMatrix(job, sandbox, window, flags, io);
      else if (many) {
        io.stdout(`${first ? '' : ',\n'}{"id": ${JSON.stringify(job.id)}, `);
        cpuMs += await writeMatrix(job, sandbox, window, flags, io);
        io.stdout('}');
      } else cpuMs += await writeMatrix(job, sandbox, window, flags, io);
      first = false;
    }
    const wallMs = Math.round(performance.now() - started);
    if (flags.json) io.stdout(`${many ? ']' : ''},\n"wallMs": ${wallMs}, "cpuMs": ${Math.round(cpuMs)}}\n`);
    else io.stdout(`\n. pass  F fail  E error  T timeout  M out of memory  - not run\n`);
  } finally {
    await sandbox.close();
  }
  return EXIT.done;
}
