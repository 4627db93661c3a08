import { basename, join, resolve } from 'node:path';
import { summariseArms } from '../analysis/arms/arm-results.ts';
import { silentProgress } from '../core/progress.ts';
import type { RunStatus } from '../core/run-record.ts';
import type { Study } from '../core/study.ts';
import { writeReports } from '../pipeline/8-write-reports.ts';
import { reporters } from '../reporters/index.ts';
import { runNames } from '../reporters/run-names.ts';
import { csvTables } from '../reporters/tables/csv.ts';
import { latexDocument } from '../reporters/tables/latex.ts';
import { markdownTable } from '../reporters/tables/markdown.ts';
import { outcomeTables } from '../reporters/tables/outcome-tables.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { loadStudy } from '../store/load-study.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { readOutcomes } from './reports/read-outcomes.ts';
import { inUse, type UseOptions } from './surroundings.ts';

export interface ReportSettings {
  /** The folder to write to; the run's own by default. */
  readonly out?: string | undefined;
}

type Summary = ReturnType<typeof summariseArms>;

/** A run or study, reported once more. */
export interface StudyReport {
  readonly study: Study;
  /** In the order of the study. */
  readonly runs: readonly (Summary & { readonly name: string; readonly status: RunStatus })[];
  /** Absolute paths of what was written. */
  readonly reports: readonly string[];
}

/**
 * Writes every report of a run or a study again, from its directory alone.
 *
 * @throws StoreError where it holds no run; ConfigError where `out` is somebody else's folder
 */
export async function report(
  directory: string,
  { out, ...options }: ReportSettings & UseOptions = {},
): Promise<StudyReport> {
  return inUse(options, async () => {
    const target = resolve(out ?? directory);
    const study = await loadStudy(directory);
    // A run's own folder is where its reports belong.
    if (target !== resolve(directory)) await claimFolder(target, 'reports');
    const store = { writeFile: (name: string, text: string) => writeFileAtomically(join(target, name), text) };
    const files = await writeReports(study, { reporters, store, progress: silentProgress });
    const names = runNames(study);
    const runs = study.runs.map((record, at) => ({
      name: names[at] ?? '',
      status: record.manifest.status,
      ...summariseArms(record),
    }));
    return { study, runs, reports: files.map((file) => join(target, file)) };
  });
}

/** Fixes the bootstrap: the same file gives the same tables. */
const SEED = 0;

/** Tables of outcomes that another harness published. */
export interface OutcomeReport {
  readonly tables: ReturnType<typeof outcomeTables>;
  readonly markdown: string;
  /** Absolute paths of what was written; nothing without `out`. */
  readonly reports: readonly string[];
}

/**
 * Tables and comparisons of outcomes that another harness published, one JSON object per line.
 *
 * @throws DatasetError with line and field; ConfigError where `out` is somebody else's folder
 */
export async function reportOutcomes(
  file: string,
  { out, ...options }: ReportSettings & UseOptions = {},
): Promise<OutcomeReport> {
  return inUse(options, async () => {
    const tables = outcomeTables(await readOutcomes(file), SEED);
    const markdown = tables.map(markdownTable).join('\n');
    if (out === undefined) return { tables, markdown, reports: [] };
    const folder = resolve(out);
    const texts = {
      'tables.md': markdown,
      'tables.csv': csvTables(tables),
      'tables.tex': latexDocument(basename(file), tables),
    };
    const reports = Object.keys(texts).map((name) => join(folder, name));
    await refuseInputs(reports, [{ what: 'outcomes', path: file }]);
    await claimFolder(folder, 'tables');
    for (const [name, text] of Object.entries(texts)) await writeFileAtomically(join(folder, name), text);
    return { tables, markdown, reports };
  });
}
