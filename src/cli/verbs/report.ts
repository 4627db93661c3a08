import { resolve } from 'node:path';
import { summariseArms } from '../../core/arm-results.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { silentProgress } from '../../core/progress.ts';
import { studyOf } from '../../core/study.ts';
import { writeReports } from '../../pipeline/8-write-reports.ts';
import { reporters } from '../../reporters/index.ts';
import { renderTerminalSummary } from '../../reporters/terminal-summary.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import { loadRun } from '../../store/load-run.ts';
import { type Io, printJson } from '../io.ts';

/** `mutagree report DIR`: every report again, from the run directory alone. */
export async function report(
  directory: string,
  { out, json }: { out?: string; json?: true },
  io: Io,
): Promise<ExitCode> {
  const target = resolve(out ?? directory);
  const record = await loadRun(directory);
  const store = { writeFile: (name: string, text: string) => writeFileAtomically(`${target}/${name}`, text) };
  const files = await writeReports(studyOf(record), { reporters, store, progress: silentProgress });
  const written = files.map((file) => `${target}/${file}`);
  if (json) printJson(io, { status: record.manifest.status, ...summariseArms(record), reports: written });
  else
    io.stdout(
      `${renderTerminalSummary(record, { color: io.stdoutIsTerminal })}\n${written.map((file) => `  ${file}\n`).join('')}`,
    );
  return EXIT.done;
}
