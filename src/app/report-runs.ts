import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { summariseArms } from '../analysis/arms/arm-results.ts';
import { ConfigError } from '../core/errors.ts';
import { silentProgress } from '../core/progress.ts';
import { writeReports } from '../pipeline/8-write-reports.ts';
import { type Study, type StudyHeading, studyOf } from '../records/study.ts';
import { reporters } from '../reporters/index.ts';
import { runNames } from '../reporters/names.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { requireOwnFolder, writeOwnFile } from '../store/files.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { loadStudy } from '../store/study-directory.ts';
import { type UseOptions, withContext } from './context.ts';
import type { ReportSettings } from './settings/verb-settings.ts';

/** In bytes. */
const MOST_NOTES = 1_000_000;
const NOTES_HINT = { hint: 'Name a file of Markdown with --notes.' };

/** @throws ConfigError where the notes cannot be read or are not text */
async function headingOf({ title, notes }: ReportSettings): Promise<StudyHeading> {
  if (title !== undefined && (title.trim() === '' || /\p{Cc}/u.test(title))) {
    throw new ConfigError('report-title', 'a title is one line of text', { hint: 'Give --title some words.' });
  }
  const named = title === undefined ? {} : { title: title.trim() };
  if (notes === undefined) return named;
  const bytes = await readFile(notes).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError('report-notes', `${notes} cannot be read (${error.code})`, { ...NOTES_HINT, cause: error });
  });
  if (bytes.length > MOST_NOTES || !isUtf8(bytes)) {
    throw new ConfigError('report-notes', `${notes} is not text in UTF-8 of at most 1,000,000 bytes`, NOTES_HINT);
  }
  return { ...named, notes: bytes.toString('utf8').replace(/^\uFEFF/, '') };
}

/** @returns absolute paths */
async function writeInto(folder: string, study: Study): Promise<readonly string[]> {
  const store = { writeFile: (name: string, text: string) => writeOwnFile(folder, name, text) };
  const files = await writeReports(study, { reporters, store, progress: silentProgress });
  return files.map((file) => join(folder, file));
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
    const files = reporters.map(({ file }) => join(target, file));
    await refuseInputs(files, { notes });
    // A run's own folder is where its reports belong.
    if (target !== resolve(directory)) await claimFolder(target, 'reports');
    const reports = [...(await writeInto(target, study))];
    const names = runNames(study);
    for (const [at, folder] of (study.folders ?? []).entries()) {
      const record = study.runs[at];
      if (!record) continue;
      await requireOwnFolder(target, folder);
      const own = heading.title === undefined ? {} : { heading: { title: `${heading.title}: ${names[at]}` } };
      reports.push(...(await writeInto(join(target, folder), { ...studyOf(record), ...own })));
    }
    const runs = study.runs.map((record, at) => ({
      name: names[at] ?? '',
      status: record.manifest.status,
      ...summariseArms(record),
    }));
    return { study, runs, reports };
  });
}
