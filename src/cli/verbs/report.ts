import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { summariseArms } from '../../core/arm-results.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { silentProgress } from '../../core/progress.ts';
import { writeReports } from '../../pipeline/8-write-reports.ts';
import { reporters } from '../../reporters/index.ts';
import { runNames } from '../../reporters/run-names.ts';
import { renderStudySummary } from '../../reporters/study-summary.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import { loadStudy } from '../../store/load-study.ts';
import { type Io, printJson } from '../io.ts';

/** `mutagree report DIR`: every report again, from the directory of a run or a study alone. */
export async function report(
  directory: string,
  { out, json }: { out?: string; json?: true },
  io: Io,
): Promise<ExitCode> {
  const target = resolve(out ?? directory);
  const study = await loadStudy(directory);
  if (out !== undefined) await mkdir(target, { recursive: true });
  const store = { writeFile: (name: string, text: string) => writeFileAtomically(`${target}/${name}`, text) };
  const files = await writeReports(study, { reporters, store, progress: silentProgress });
  const written = files.map((file) => `${target}/${file}`);
  if (!json) {
    io.stdout(
      `${renderStudySummary(study, { color: io.stdoutIsTerminal })}\n${written.map((file) => `  ${file}\n`).join('')}`,
    );
    return EXIT.done;
  }
  const [first] = study.runs;
  const names = runNames(study);
  const runs = study.runs.map((record, at) => ({
    name: names[at],
    status: record.manifest.status,
    ...summariseArms(record),
  }));
  printJson(io, { status: first.manifest.status, ...summariseArms(first), runs, reports: written });
  return EXIT.done;
}
