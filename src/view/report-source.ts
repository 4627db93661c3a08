import { constants } from 'node:fs';
import { join } from 'node:path';
import { htmlReporter } from '../reporters/html-reporter.ts';
import { readRegular } from '../store/files.ts';
import { readManifest } from '../store/run-directory.ts';
import { loadStudy, readStudyManifest } from '../store/study-directory.ts';

/** Files of a run directory that are served as they are, with their types. */
export const SERVED_FILES: Readonly<Record<string, string>> = {
  'report.html': 'text/html; charset=utf-8',
  'report.md': 'text/markdown; charset=utf-8',
  'report.json': 'application/json',
  'tasks.csv': 'text/csv; charset=utf-8',
};

/** A file's text, or null where there is none; a link is not followed. */
export async function readServedFile(directory: string, name: string): Promise<string | null> {
  return readRegular(join(directory, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
}

/**
 * The stored report of a finished run, otherwise an interim one.
 *
 * @throws StoreError where the directory holds no run that can be read.
 */
export async function reportOf(directory: string): Promise<string> {
  const manifest = (await readStudyManifest(directory)) ?? (await readManifest(directory));
  const stored = manifest?.status === 'finished' ? await readServedFile(directory, 'report.html') : null;
  return stored ?? htmlReporter.render(await loadStudy(directory));
}
