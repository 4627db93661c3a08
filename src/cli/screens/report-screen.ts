import { report, reportOutcomes } from '../../app/report-runs.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { renderStudySummary } from '../../reporters/study-summary.ts';
import { type Io, printJson } from '../io.ts';

export interface ReportFlags {
  readonly out?: string;
  readonly outcomes?: string;
  readonly title?: string;
  readonly notes?: string;
  readonly json?: true;
}

const listed = (paths: readonly string[]) => paths.map((path) => `  ${path}\n`).join('');

async function outcomesScreen(file: string, { out, json }: ReportFlags, io: Io): Promise<void> {
  const { tables, markdown, reports } = await reportOutcomes(file, { out, ...io.use });
  if (json) printJson(io, { tables, reports });
  else io.stdout(out === undefined ? markdown : listed(reports));
}

async function runScreen(directory: string, { out, title, notes, json }: ReportFlags, io: Io): Promise<void> {
  const { study, runs, reports } = await report(directory, { out, title, notes, ...io.use });
  if (!json) {
    const own = reports.length / (1 + (study.folders?.length ?? 0));
    const more = study.folders ? `  and the same for each run: ${study.folders.join(', ')}\n` : '';
    io.stdout(`${renderStudySummary(study, { color: io.stdoutIsTerminal })}\n${listed(reports.slice(0, own))}${more}`);
    return;
  }
  const { name: _, ...first } = runs[0] as (typeof runs)[number];
  printJson(io, { ...first, runs, reports });
}

function requireNoHeading({ title, notes }: ReportFlags): void {
  if (title === undefined && notes === undefined) return;
  throw new ConfigError('report-heading', '--title and --notes are for the reports of a run, not for --outcomes', {
    mend: 'Leave them out, or name a run directory.',
  });
}

/** `mutagree report DIR`: every report again; or tables of outcomes that another harness published. */
export async function reportScreen(directory: string | undefined, flags: ReportFlags, io: Io): Promise<ExitCode> {
  if (directory !== undefined && flags.outcomes === undefined) await runScreen(directory, flags, io);
  else if (directory === undefined && flags.outcomes !== undefined) {
    requireNoHeading(flags);
    await outcomesScreen(flags.outcomes, flags, io);
  } else {
    throw new ConfigError('report-source', 'report takes a run directory or --outcomes FILE, one of the two', {
      mend: 'Name the folder that "mutagree run" printed, such as runs/starter-….',
    });
  }
  return EXIT.done;
}
