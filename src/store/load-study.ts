import { join } from 'node:path';
import { StoreError } from '../core/errors.ts';
import { type Study, type StudyManifest, studyOf, studySchema } from '../records/study.ts';
import { loadRun } from './load-run.ts';
import { parseStored } from './parse-stored.ts';
import { requireOwnFolder } from './regular-file.ts';
import { readManifest, readOwnFile } from './run-directory.ts';

export const STUDY_FILE = 'study.json';

/** `study.json` of a folder, or null where there is none. @throws StoreError `study-broken` */
export async function readStudyManifest(directory: string): Promise<StudyManifest | null> {
  const path = join(directory, STUDY_FILE);
  const text = await readOwnFile(path, 'study-broken');
  if (text === null) return null;
  return parseStored(text, path, studySchema, {
    code: 'study-broken',
    hint: 'Restore it, or run the study again in another folder with --out.',
  });
}

/** A study, or a run as a study of one, without runs not yet begun. @throws StoreError `no-run`, `folder-is-link` */
export async function loadStudy(directory: string): Promise<Study> {
  const manifest = await readStudyManifest(directory);
  if (!manifest) return studyOf(await loadRun(directory));
  const folders: string[] = [];
  for (const run of manifest.runs) {
    await requireOwnFolder(directory, run.directory);
    if (await readManifest(join(directory, run.directory))) folders.push(run.directory);
  }
  const runs = await Promise.all(folders.map((folder) => loadRun(join(directory, folder))));
  const [first, ...others] = runs;
  if (!first) {
    throw new StoreError('no-run', `no run of the study in ${directory} has begun`, {
      hint: 'Run the command that made it again: it resumes where it stopped.',
    });
  }
  return { runs: [first, ...others], folders };
}
