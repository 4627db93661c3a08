import { once } from 'node:events';
import { z } from 'zod';
import type { ExecutedJobs } from '../../app/execute-jobs.ts';
import type { ExecutedJob } from '../../app/execution/run-matrices.ts';
import { type SettingsOf, setting } from '../../app/settings/setting.ts';
import { executeSettings } from '../../app/settings/verb-settings.ts';
import type { Io } from '../io.ts';
import { exitCodeOf, failureDocument } from '../print-error.ts';
import { verb } from '../verb.ts';
import { VERDICT_LEGEND, VERDICT_MARKS } from '../verdict-marks.ts';

const settings = {
  ...executeSettings,
  outputs: setting(z.boolean().optional(), 'Add what each program returned'),
  details: setting(z.boolean().optional(), 'Add why a cell is not a pass'),
};
type Flags = SettingsOf<typeof settings> & { readonly json?: true };

type Writer = NonNullable<ExecutedJobs['draft']>;

/** Where the document goes without a file. */
const toStdout = (io: Io): Writer => ({
  write: (text) => io.stdout(text),
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
});

async function writeList(name: string, items: readonly unknown[], { write, drained }: Writer): Promise<void> {
  write(`"${name}": [`);
  for (const [at, item] of items.entries()) {
    write(`${at > 0 ? ',\n' : ''}${JSON.stringify(item)}`);
    await drained();
  }
  write(']');
}

/** The fields of one matrix. */
async function writeJson(rows: ExecutedJob['rows'], { outputs, details }: Flags, writer: Writer): Promise<void> {
  for (const name of ['verdicts', ...(outputs ? ['outputs'] : []), ...(details ? ['details'] : [])] as const) {
    if (name !== 'verdicts') writer.write(',\n');
    await writeList(
      name,
      rows.map((row) => row[name as 'verdicts']),
      writer,
    );
  }
}

/** A matrix for people: a line per candidate. */
async function writeText({ job, rows }: ExecutedJob, flags: Flags, { write, drained }: Writer): Promise<void> {
  const { id, candidates, suite } = job;
  if (id !== null) write(`${id}\n`);
  const width = candidates.reduce((most, candidate) => Math.max(most, candidate.id.length), 0);
  for (const [row, { verdicts, outputs, details }] of rows.entries()) {
    const name = candidates[row]?.id ?? '';
    write(`${name.padEnd(width)}  ${verdicts.map((verdict) => VERDICT_MARKS[verdict]).join('')}\n`);
    for (const [at, verdict] of verdicts.entries()) {
      const test = suite.tests[at]?.id;
      if (flags.details && verdict !== 'pass') write(`  ${test}: ${verdict}: ${details[at] ?? ''}\n`);
      if (flags.outputs && outputs[at] !== null) write(`  ${test} returned ${outputs[at]}\n`);
    }
    await drained();
  }
}

async function writeMatrices({ sandbox, jobs, draft }: ExecutedJobs, flags: Flags, io: Io): Promise<void> {
  const writer = draft ?? toStdout(io);
  const { write } = writer;
  const isMany = flags.job.endsWith('.jsonl');
  const started = performance.now();
  let cpuMs = 0;
  let isEmpty = true;
  const close = (fields: Readonly<Record<string, unknown>>) => {
    if (isEmpty && !isMany) write('"verdicts": []');
    const texts = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    write(`${isMany ? ']' : ''},\n${texts.join(', ')}}\n`);
  };
  if (flags.json) write(`{"sandbox": ${JSON.stringify(sandbox)},\n${isMany ? '"jobs": [' : ''}`);
  try {
    for await (const executed of jobs) {
      if (flags.json) {
        if (isMany) write(`${isEmpty ? '' : ',\n'}{"id": ${JSON.stringify(executed.job.id)}, `);
        await writeJson(executed.rows, flags, writer);
        if (isMany) write('}');
      } else await writeText(executed, flags, writer);
      isEmpty = false;
      cpuMs += executed.cpuMs;
    }
    if (flags.json) close({ wallMs: Math.round(performance.now() - started), cpuMs: Math.round(cpuMs) });
    else write(`\n${VERDICT_LEGEND}\n`);
  } catch (error) {
    // Text on stdout cannot be taken back: it becomes a document that ends with the failure.
    if (flags.json && !draft) {
      const { error: failure, exitCode } = failureDocument(error, exitCodeOf(error, io));
      close({ error: failure, exitCode });
    }
    throw error;
  }
}

export const executeVerb = verb({
  name: 'execute',
  summary: 'Run candidates on tests: one matrix, or many',
  settings,
  notes: `A job:
  {"candidates": [{"id", "code"}], "tests": [{"id", "code"} | {"id", "module", "method"} | {"id", "stdin",
  "expectedStdout"}], "entryPoint"?, "preload"?, "setup"?, "timeoutMs", "memoryMib", "giveUpAfterTimeouts"?}`,
  examples: [
    'mutagree execute --job job.json --sandbox wasm --json',
    'mutagree execute --job jobs.jsonl --details --json',
  ],
  act: async (flags, io) => {
    const { executeJobs } = await import('../../app/execute-jobs.ts');
    const { outputs: _, details: __, json, ...own } = flags;
    await executeJobs(own, (executed) => writeMatrices(executed, flags, io), io.use);
    if (flags.output !== undefined && !json) io.stdout(`Verdicts: ${flags.output}\n`);
  },
});
