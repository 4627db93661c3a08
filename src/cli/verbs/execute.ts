import { once } from 'node:events';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { SandboxResult, Verdict } from '../../core/sandbox.ts';
import { type ExecuteJob, readJobs } from '../execute-job.ts';
import { executeRows } from '../execute-rows.ts';
import type { Io } from '../io.ts';
import { openSandbox } from '../open-sandbox.ts';

export interface ExecuteFlags {
  readonly job: string;
  readonly sandbox: string;
  /** Override the job's own. */
  readonly timeoutMs?: number;
  readonly memoryMib?: number;
  readonly jobs?: number;
  readonly python?: string;
  readonly image?: string;
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
 * Matrices as JSON. The verdicts stream; outputs and details, asked for explicitly, are kept as text until the verdicts
 * are out, since JSON has one place for each.
 */
class JsonMatrices {
  #first = true;
  #verdicts = new ArrayField();
  #outputs = new ArrayField();
  #details = new ArrayField();
  readonly #flags: ExecuteFlags;
  readonly #many: boolean;
  readonly #io: Io;

  constructor(flags: ExecuteFlags, many: boolean, io: Io) {
    this.#flags = flags;
    this.#many = many;
    this.#io = io;
  }

  begin({ id }: ExecuteJob): void {
    if (this.#many) this.#io.stdout(`${this.#first ? '' : ',\n'}{"id": ${JSON.stringify(id)}, `);
    this.#first = false;
    this.#io.stdout('"verdicts": [');
    this.#verdicts = new ArrayField();
    this.#outputs = new ArrayField();
    this.#details = new ArrayField();
  }

  row({ verdicts, outputs, details }: SandboxResult): void {
    this.#verdicts.add(verdicts);
    this.#io.stdout(this.#verdicts.take());
    if (this.#flags.outputs) this.#outputs.add(outputs);
    if (this.#flags.details) this.#details.add(details);
  }

  end(): void {
    this.#io.stdout(']');
    if (this.#flags.outputs) this.#io.stdout(`,\n"outputs": [${this.#outputs.take()}]`);
    if (this.#flags.details) this.#io.stdout(`,\n"details": [${this.#details.take()}]`);
    if (this.#many) this.#io.stdout('}');
  }
}

/** Matrices for people: a line a candidate. */
class PrintedMatrices {
  #width = 0;
  #tests: readonly { readonly id: string }[] = [];
  readonly #flags: ExecuteFlags;
  readonly #io: Io;

  constructor(flags: ExecuteFlags, io: Io) {
    this.#flags = flags;
    this.#io = io;
  }

  begin({ id, candidates, suite }: ExecuteJob): void {
    if (id !== null) this.#io.stdout(`${id}\n`);
    this.#width = candidates.reduce((most, candidate) => Math.max(most, candidate.id.length), 0);
    this.#tests = suite.tests;
  }

  row({ verdicts, outputs, details }: SandboxResult, candidate: string): void {
    const marks = verdicts.map((verdict) => MARKS[verdict]).join('');
    this.#io.stdout(`${candidate.padEnd(this.#width)}  ${marks}\n`);
    for (const [test, verdict] of verdicts.entries()) {
      const name = this.#tests[test]?.id;
      if (this.#flags.details && verdict !== 'pass') {
        this.#io.stdout(`  ${name}: ${verdict}: ${details[test] ?? ''}\n`);
      }
      if (this.#flags.outputs && outputs[test] !== null) this.#io.stdout(`  ${name} returned ${outputs[test]}\n`);
    }
  }

  end(): void {}
}

function withOverrides(job: ExecuteJob, { timeoutMs, memoryMib }: ExecuteFlags): ExecuteJob {
  return {
    ...job,
    limits: { ...job.limits, ...(timeoutMs ? { timeoutMs } : {}), ...(memoryMib ? { memoryMib } : {}) },
  };
}

/** The first job, read already, and all others, with the limits that the flags give. */
async function* withFirst(
  first: IteratorResult<ExecuteJob>,
  others: AsyncIterator<ExecuteJob>,
  flags: ExecuteFlags,
): AsyncIterable<ExecuteJob> {
  for (let current = first; !current.done; current = await others.next()) yield withOverrides(current.value, flags);
}

/** `mutagree execute`: matrices from a job file; the document is written as it is computed. */
export async function execute(flags: ExecuteFlags, io: Io): Promise<ExitCode> {
  const many = flags.job.endsWith('.jsonl');
  const jobs = readJobs(flags.job)[Symbol.asyncIterator]();
  // The first job is read before anything is started or printed, so that a broken file costs nothing.
  const first = await jobs.next();
  const { sandbox, workers } = await openSandbox(flags, io);
  const started = performance.now();
  const writer = flags.json ? new JsonMatrices(flags, many, io) : new PrintedMatrices(flags, io);
  let cpuMs = 0;
  try {
    if (flags.json) io.stdout(`{"sandbox": ${JSON.stringify(sandbox.name)},\n${many ? '"jobs": [' : ''}`);
    for await (const event of executeRows(withFirst(first, jobs, flags), { sandbox, workers, signal: io.signal })) {
      if (event.kind === 'begin') writer.begin(event.job);
      else if (event.kind === 'row') writer.row(event.result, event.candidate);
      else {
        writer.end();
        cpuMs += event.cpuMs;
      }
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    }
    const wallMs = Math.round(performance.now() - started);
    if (flags.json) io.stdout(`${many ? ']' : ''},\n"wallMs": ${wallMs}, "cpuMs": ${Math.round(cpuMs)}}\n`);
    else io.stdout(`\n. pass  F fail  E error  T timeout  M out of memory  - not run\n`);
  } finally {
    await sandbox.close();
  }
  return EXIT.done;
}
