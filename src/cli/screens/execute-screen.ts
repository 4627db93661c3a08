import { once } from 'node:events';
import { type ExecutedRows, type ExecuteSettings, executeJobs } from '../../app/execute-jobs.ts';
import { JsonMatrices, type MatrixFields, PrintedMatrices } from '../../app/texts/matrix-texts.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { Io } from '../io.ts';
import { exitCodeOf, failureDocument } from '../print-error.ts';

export interface ExecuteFlags extends ExecuteSettings, MatrixFields {
  readonly json?: true;
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
  await executeJobs(flags, (rows) => writeMatrices(rows, flags, io), io.use);
  if (flags.output !== undefined && !flags.json) io.stdout(`Verdicts: ${flags.output}\n`);
  return EXIT.done;
}
