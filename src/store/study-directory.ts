import { join } from 'node:path';
import { ConfigError, StoreError } from '../core/errors.ts';
import { STUDY_SCHEMA_VERSION, type Study, type StudyManifest, studyOf, studySchema } from '../records/study.ts';
import { assertOurs } from './claim-folder.ts';
import { inLocked } from './directory-lock.ts';
import { requireOwnFolder } from './files.ts';
import { loadRun } from './load-run.ts';
import { differingFields, readManifest } from './run-directory.ts';
import { keepManifest, parseStored, readOwnFile } from './stored-file.ts';

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

/** A study directory, open for one process. */
export type StudyStore = Awaited<ReturnType<typeof openStudyDirectory>>;

/**
 * Opens or creates a study directory. More models or repeats may be added to a study; nothing else of it may change.
 *
 * @throws ConfigError `run-differs` for another study's directory or that of a single run; StoreError when locked.
 */
export async function openStudyDirectory(directory: string, wanted: Pick<StudyManifest, 'settings' | 'runs'>) {
  const hint = 'Use the same settings to resume it, or choose another folder with --out.';
  if (await readManifest(directory)) {
    throw new ConfigError('run-differs', `${directory} holds a single run, and this is a study of several`, { hint });
  }
  await assertOurs(directory, [STUDY_FILE]);
  return inLocked(directory, async (release) => {
    const stored = await readStudyManifest(directory);
    const names = stored ? differingFields(stored.settings, wanted.settings) : [];
    if (names.length > 0) {
      throw new ConfigError('run-differs', `${directory} holds another study (${names.join(', ')} differ)`, { hint });
    }
    const now = new Date().toISOString();
    const keyOf = ({ model, repeat }: StudyManifest['runs'][number]) => JSON.stringify([model, repeat]);
    const known = new Set(wanted.runs.map(keyOf));
    // Runs of earlier commands stay part of the study.
    const runs = [...wanted.runs, ...(stored?.runs ?? []).filter((run) => !known.has(keyOf(run)))];
    const manifest: StudyManifest = {
      schemaVersion: STUDY_SCHEMA_VERSION,
      status: 'running',
      createdAt: stored?.createdAt ?? now,
      updatedAt: now,
      models: [...new Set(runs.map(({ model }) => model))],
      repeats: Math.max(...runs.map(({ repeat }) => repeat)),
      settings: wanted.settings,
      runs,
    };
    return Object.assign(await keepManifest(directory, STUDY_FILE, manifest), { close: release });
  });
}
