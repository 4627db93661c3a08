import { once } from 'node:events';
import { type ExecutedRows, type ExecuteSettings, executeJobs } from '../../app/execute-jobs.ts';
import type { ExecuteJob } from '../../app/execution/execute-job.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { SandboxResult } from '../../core/sandbox.ts';
import type { Io } from '../io.ts';
import { listen } from '../listen.ts';
import { exitCodeOf, failureDocument } from '../print-error.ts';
import { VERDICT_MARKS } from './verdict-marks.ts';

export interface ExecuteFlags extends ExecuteSettings {
  readonly outputs?: true;
  readonly details?: true;
  readonly json?: true;
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
 * Matrices as JSON. The verdicts stream; outputs and details, asked for explicitly, are kept as text until the verdicts
 * are out, since JSON has one place for each.
 */
class JsonMatrices {
  #first = true;
  #open = false;
  #verdicts = new ArrayField();
  #outputs = new ArrayField();
  #details = new ArrayField();
  readonly #flags: ExecuteFlags;
  readonly #many: boolean;
  readonly #write: (text: string) => void;

  constructor(flags: ExecuteFlags, many: boolean, write: (text: string) => void) {
    this.#flags = flags;
    this.#many = many;
    this.#write = write;
  }

  begin({ id }: ExecuteJob): void {
    if (this.#many) this.#write(`${this.#first ? '' : ',\n'}{"id": ${JSON.stringify(id)}, `);
    this.#first = false;
    this.#write('"verdicts": [');
    this.#open = true;
    this.#verdicts = new ArrayField();
    this.#outputs = new ArrayField();
    this.#details = new ArrayField();
  }

  row({ verdicts, outputs, details }: SandboxResult): void {
    this.#verdicts.add(verdicts);
    this.#write(this.#verdicts.take());
    if (this.#flags.outputs) this.#outputs.add(outputs);
    if (this.#flags.details) this.#details.add(details);
  }

  end(): void {
    this.#write(']');
    if (this.#flags.outputs) this.#write(`,\n"outputs": [${this.#outputs.take()}]`);
    if (this.#flags.details) this.#write(`,\n"details": [${this.#details.take()}]`);
    if (this.#many) this.#write('}');
    this.#open = false;
  }

  /** The last fields of the document, after the rows that there are. */
  close(fields: Readonly<Record<string, unknown>>): void {
    if (this.#open) this.end();
    else if (this.#first && !this.#many) this.#write('"verdicts": []');
    const texts = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    this.#write(`${this.#many ? ']' : ''},\n${texts.join(', ')}}\n`);
  }
}

/** Matrices for people: a line per candidate. */
class PrintedMatrices {
  #width = 0;
  #tests: readonly { readonly id: string }[] = [];
  readonly #flags: ExecuteFlags;
  readonly #write: (text: string) => void;

  constructor(flags: ExecuteFlags, write: (text: string) => void) {
    this.#flags = flags;
    this.#write = write;
  }

  begin({ id, candidates, suite }: ExecuteJob): void {
    if (id !== null) this.#write(`${id}\n`);
    this.#width = candidates.reduce((most, candidate) => Math.max(most, candidate.id.length), 0);
    this.#tests = suite.tests;
  }

  row({ verdicts, outputs, details }: SandboxResult, candidate: string): void {
    const marks = verdicts.map((verdict) => VERDICT_MARKS[verdict]).join('');
    this.#write(`${candidate.padEnd(this.#width)}  ${marks}\n`);
    for (const [test, verdict] of verdicts.entries()) {
      const name = this.#tests[test]?.id;
      if (this.#flags.details && verdict !== 'pass') {
        this.#write(`  ${name}: ${verdict}: ${details[test] ?? ''}\n`);
      }
      if (this.#flags.outputs && outputs[test] !== null) this.#write(`  ${name} returned ${outputs[test]}\n`);
    }
  }

  end(): void {}

  close(): void {
    this.#write(`\n. pass  F fail  E error  T timeout  M out of memory  - not run\n`);
  }
}

/** Where the document goes without a file. */
const toStdout = (io: Io): NonNullable<ExecutedRows['draft']> => ({
  write: (text) => io.stdout(text),
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
});

async function writeMatrices({ sandbox, events, draft }: ExecutedRows, flags: ExecuteFlags, io: Io): Promise<void> {
  const many = flags.job.endsWith('.jsonl');
  const { write, drained } = draft ?? toStdout(io);
  const writer = flags.json ? new JsonMatrices(flags, many, write) : new PrintedMatrices(flags, write);
  const started = performance.now();
  let cpuMs = 0;
  try {
    if (flags.json) write(`{"sandbox": ${JSON.stringify(sandbox)},\n${many ? '"jobs": [' : ''}`);
    for await (const event of events) {
      if (event.kind === 'begin') writer.begin(event.job);
      else if (event.kind === 'row') writer.row(event.result, event.candidate);
      else {
        writer.end();
        cpuMs += event.cpuMs;
      }
      await drained();
    }
    writer.close({ wallMs: Math.round(performance.now() - started), cpuMs: Math.round(cpuMs) });
  } catch (error) {
    // What stands on stdout already cannot be taken back: it becomes a document that says how it ended.
    if (writer instanceof JsonMatrices && !draft) {
      const { error: failure, exitCode } = failureDocument(error, exitCodeOf(error, io));
      writer.close({ error: failure, exitCode });
    }
    throw error;
  }
}

/** `mutagree execute`: matrices from a job file; the document is written as it is computed. */
export async function executeScreen(flags: ExecuteFlags, io: Io): Promise<ExitCode> {
  await executeJobs(flags, (rows) => writeMatrices(rows, flags, io), listen(io).use);
  if (flags.output !== undefined && !flags.json) io.stdout(`Verdicts: ${flags.output}\n`);
  return EXIT.done;
}
