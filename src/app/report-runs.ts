import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { summariseArms } from '../analysis/arms/arm-results.ts';
import { ConfigError } from '../core/errors.ts';
import { silentProgress } from '../core/progress.ts';
import { writeReports } from '../pipeline/8-write-reports.ts';
import { type Study, type StudyHeading, studyOf } from '../records/study.ts';
import { reporters } from '../reporters/index.ts';
import { runNames } from '../reporters/run-names.ts';
import { writeOwnFile } from '../store/atomic-file.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { loadStudy } from '../store/load-study.ts';
import { makeFolder } from '../store/make-folder.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { requireOwnFolder } from '../store/require-own-folder.ts';
import { type UseOptions, withContext } from './context.ts';
import type { ReportSettings } from './settings/verb-settings.ts';

/** The longest notes that reports take in, in bytes. */
const MOST_NOTES = 1_000_000;

/** @throws ConfigError where the notes cannot be read or are not text */
async function headingOf({ title, notes }: ReportSettings): Promise<StudyHeading> {
  if (title !== undefined && (title.trim() === '' || /\p{Cc}/u.test(title))) {
    throw new ConfigError('report-title', 'a title is one line of text', { hint: 'Give --title some words.' });
  }
  const named = title === undefined ? {} : { title: title.trim() };
  if (notes === undefined) return named;
  const bytes = await readFile(notes).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError('report-notes', `${notes} cannot be read (${error.code})`, {
      hint: 'Name a file of Markdown with --notes.',
      cause: error,
    });
  });
  if (bytes.length > MOST_NOTES || !isUtf8(bytes)) {
    throw new ConfigError('report-notes', `${notes} is not text in UTF-8 of at most 1,000,000 bytes`, {
      hint: 'Name a file of Markdown with --notes.',
    });
  }
  return { ...named, notes: bytes.toString('utf8').replace(/^\uFEFF/, '') };
}

/** The reports of every run of a study in a folder of its own, below the study's. */
async function writeModelReports(study: Study, target: string, title: string | undefined): Promise<readonly string[]> {
  const names = runNames(study);
  const written: string[] = [];
  for (const [at, folder] of (study.folders ?? []).entries()) {
    const own = join(target, folder);
    const record = study.runs[at];
    if (!record) continue;
    await requireOwnFolder(target, folder);
    await makeFolder(own);
    const heading = title === undefined ? {} : { heading: { title: `${title}: ${names[at]}` } };
    const store = { writeFile: (name: string, text: string) => writeOwnFile(own, name, text) };
    const files = await writeReports(
      { ...studyOf(record), ...heading },
      { reporters, store, progress: silentProgress },
    );
    written.push(...files.map((name) => join(own, name)));
  }
  return written;
}

/**
 * Writes every report of a run or a study again, from its directory alone; of a study also those of its runs, each in a
 * folder of its own below.
 *
 * @throws StoreError where it holds no run; ConfigError where `out` is somebody else's folder, or for a wrong title or notes
 */
export async function report(directory: string, { out, title, notes, ...options }: ReportSettings & UseOptions = {}) {
  return withContext(options, async () => {
    const target = resolve(out ?? directory);
    const heading = await headingOf({ title, notes });
    const study: Study = { ...(await loadStudy(directory)), heading };
    if (notes !== undefined) {
      const files = reporters.map(({ file }) => join(target, file));
      await refuseInputs(files, [{ what: 'notes', path: notes }]);
    }
    // A run's own folder is where its reports belong.
    if (target !== resolve(directory)) await claimFolder(target, 'reports');
    const store = { writeFile: (name: string, text: string) => writeOwnFile(target, name, text) };
    const files = await writeReports(study, { reporters, store, progress: silentProgress });
    const names = runNames(study);
    const runs = study.runs.map((record, at) => ({
      name: names[at] ?? '',
      status: record.manifest.status,
      ...summariseArms(record),
    }));
    const models = await writeModelReports(study, target, heading.title);
    return { study, runs, reports: [...files.map((file) => join(target, file)), ...models] };
  });
}

/** A run or study, reported once more; the paths are absolute. */
export type StudyReport = Awaited<ReturnType<typeof report>>;
