import { once } from 'node:events';
import { z } from 'zod';
import type { ExecutedRows, ExecuteSettings } from '../../app/execute-jobs.ts';
import type { ExecuteJob } from '../../app/execution/execute-job.ts';
import { setting } from '../../app/settings/setting.ts';
import { executeSettings } from '../../app/settings/verb-settings.ts';
import type { SandboxResult } from '../../core/sandbox.ts';
import type { Io } from '../io.ts';
import { exitCodeOf, failureDocument } from '../print-error.ts';
import { verb } from '../verb.ts';
import { VERDICT_LEGEND, VERDICT_MARKS } from '../verdict-marks.ts';

interface Flags extends ExecuteSettings {
  /** What is shown next to the verdicts. */
  readonly outputs?: boolean;
  readonly details?: boolean;
  readonly json?: true;
}

const listed = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join(',\n');

/**
 * Matrices as JSON. The verdicts stream; outputs and details, asked for explicitly, are kept until the verdicts are out,
 * since JSON has one place for each.
 */
class JsonMatrices {
  #jobs = 0;
  /** Rows of the job that is open; null between two. */
  #rows: SandboxResult[] | null = null;
  readonly #flags: Flags;
  readonly #many: boolean;
  readonly #write: (text: string) => void;

  constructor(flags: Flags, write: (text: string) => void) {
    this.#flags = flags;
    this.#many = flags.job.endsWith('.jsonl');
    this.#write = write;
  }

  open(sandbox: string): void {
    this.#write(`{"sandbox": ${JSON.stringify(sandbox)},\n${this.#many ? '"jobs": [' : ''}`);
  }

  begin({ id }: ExecuteJob): void {
    if (this.#many) this.#write(`${this.#jobs === 0 ? '' : ',\n'}{"id": ${JSON.stringify(id)}, `);
    this.#jobs++;
    this.#write('"verdicts": [');
    this.#rows = [];
  }

  row(result: SandboxResult): void {
    const { outputs, details } = this.#flags;
    this.#write(`${this.#rows?.length ? ',\n' : ''}${JSON.stringify(result.verdicts)}`);
    this.#rows?.push(outputs || details ? result : ({} as SandboxResult));
  }

  end(): void {
    this.#write(']');
    const rows = this.#rows ?? [];
    if (this.#flags.outputs) this.#write(`,\n"outputs": [${listed(rows.map(({ outputs }) => outputs))}]`);
    if (this.#flags.details) this.#write(`,\n"details": [${listed(rows.map(({ details }) => details))}]`);
    if (this.#many) this.#write('}');
    this.#rows = null;
  }

  /** The last fields of the document, after the rows that there are. */
  close(fields: Readonly<Record<string, unknown>>): void {
    if (this.#rows) this.end();
    else if (this.#jobs === 0 && !this.#many) this.#write('"verdicts": []');
    const texts = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    this.#write(`${this.#many ? ']' : ''},\n${texts.join(', ')}}\n`);
  }
}

/** Matrices for people: a line per candidate. */
function printedMatrices(flags: Flags, write: (text: string) => void) {
  let width = 0;
  let tests: readonly { readonly id: string }[] = [];
  return {
    open: () => {},
    begin: ({ id, candidates, suite }: ExecuteJob) => {
      if (id !== null) write(`${id}\n`);
      width = candidates.reduce((most, candidate) => Math.max(most, candidate.id.length), 0);
      tests = suite.tests;
    },
    row: ({ verdicts, outputs, details }: SandboxResult, candidate: string) => {
      write(`${candidate.padEnd(width)}  ${verdicts.map((verdict) => VERDICT_MARKS[verdict]).join('')}\n`);
      for (const [at, verdict] of verdicts.entries()) {
        const name = tests[at]?.id;
        if (flags.details && verdict !== 'pass') write(`  ${name}: ${verdict}: ${details[at] ?? ''}\n`);
        if (flags.outputs && outputs[at] !== null) write(`  ${name} returned ${outputs[at]}\n`);
      }
    },
    end: () => {},
    close: () => write(`\n${VERDICT_LEGEND}\n`),
  };
}

/** Where the document goes without a file. */
const toStdout = (io: Io): NonNullable<ExecutedRows['draft']> => ({
  write: (text) => io.stdout(text),
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
});

async function writeMatrices({ sandbox, events, draft }: ExecutedRows, flags: Flags, io: Io): Promise<void> {
  const { write, drained } = draft ?? toStdout(io);
  const writer = flags.json ? new JsonMatrices(flags, write) : printedMatrices(flags, write);
  const started = performance.now();
  let cpuMs = 0;
  try {
    writer.open(sandbox);
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
    if (flags.json && !draft) {
      const { error: failure, exitCode } = failureDocument(error, exitCodeOf(error, io));
      writer.close({ error: failure, exitCode });
    }
    throw error;
  }
}

export const executeVerb = verb<Flags>({
  name: 'execute',
  summary: 'Run candidates on tests: one matrix, or many',
  settings: {
    ...executeSettings,
    outputs: setting(z.boolean().optional(), 'Add what each program returned'),
    details: setting(z.boolean().optional(), 'Add why a cell is not a pass'),
  },
  notes: `A job:
  {"candidates": [{"id", "code"}], "tests": [{"id", "code"} | {"id", "module", "method"} | {"id", "stdin",
  "expectedStdout"}], "entryPoint"?, "preload"?, "setup"?, "timeoutMs", "memoryMib", "giveUpAfterTimeouts"?}`,
  examples: [
    'mutagree execute --job job.json --sandbox wasm --json',
    'mutagree execute --job jobs.jsonl --details --json',
  ],
  act: async (flags, io) => {
    const { executeJobs } = await import('../../app/execute-jobs.ts');
    const { outputs: _, details: __, json, ...settings } = flags;
    await executeJobs(settings, (rows) => writeMatrices(rows, flags, io), io.use);
    if (flags.output !== undefined && !json) io.stdout(`Verdicts: ${flags.output}\n`);
  },
});
