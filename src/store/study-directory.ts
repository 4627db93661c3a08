import { ConfigError } from '../core/errors.ts';
import type { RunStatus } from '../records/run-record.ts';
import { STUDY_SCHEMA_VERSION, type StudyManifest } from '../records/study.ts';
import { writeOwnFile } from './atomic-file.ts';
import { assertOurs } from './claim-folder.ts';
import { inLocked } from './directory-lock.ts';
import { readStudyManifest, STUDY_FILE } from './load-study.ts';
import { differingFields, readManifest } from './run-directory.ts';

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
    const now = () => new Date().toISOString();
    const keyOf = ({ model, repeat }: StudyManifest['runs'][number]) => JSON.stringify([model, repeat]);
    const known = new Set(wanted.runs.map(keyOf));
    // Runs of earlier commands stay part of the study.
    const runs = [...wanted.runs, ...(stored?.runs ?? []).filter((run) => !known.has(keyOf(run)))];
    let manifest: StudyManifest = {
      schemaVersion: STUDY_SCHEMA_VERSION,
      status: 'running',
      createdAt: stored?.createdAt ?? now(),
      updatedAt: now(),
      models: [...new Set(runs.map(({ model }) => model))],
      repeats: Math.max(...runs.map(({ repeat }) => repeat)),
      settings: wanted.settings,
      runs,
    };
    const save = () => writeOwnFile(directory, STUDY_FILE, `${JSON.stringify(manifest, null, 2)}\n`);
    await save();
    return {
      directory,
      setStatus: async (status: RunStatus) => {
        manifest = { ...manifest, status, updatedAt: now() };
        await save();
      },
      writeFile: (name: string, text: string) => writeOwnFile(directory, name, text),
      close: release,
    };
  });
}
