import { constants } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { htmlReporter } from '../reporters/html-reporter.ts';
import { loadStudy, readStudyManifest } from '../store/load-study.ts';
import { readRegular } from '../store/regular-file.ts';
import { readManifest } from '../store/run-directory.ts';

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

/** Changes with everything that a report is made from. */
async function signatureOf(directory: string): Promise<string> {
  const study = await readStudyManifest(directory);
  const directories = study ? study.runs.map((run) => join(directory, run.directory)) : [directory];
  const names = ['manifest', 'tasks', 'replies', 'verdicts', 'rankings', 'official'];
  const files = directories.flatMap((run) =>
    names.map((name) => join(run, `${name}.json${name === 'manifest' ? '' : 'l'}`)),
  );
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size, mtimeMs }) => `${size}@${mtimeMs}`,
        () => '-',
      ),
    ),
  );
  return sizes.join(' ');
}

async function isFinished(directory: string): Promise<boolean> {
  const manifest = (await readStudyManifest(directory)) ?? (await readManifest(directory));
  return manifest?.status === 'finished';
}

/** Reports by directory: the stored file of a finished run, otherwise an interim one. */
export class ReportSource {
  readonly #made = new Map<string, { signature: string; text: string }>();

  /** @throws StoreError where the directory holds no run that can be read. */
  async reportOf(directory: string): Promise<string> {
    const file = (await isFinished(directory)) ? await readServedFile(directory, 'report.html') : null;
    if (file !== null) return file;
    const signature = await signatureOf(directory);
    const known = this.#made.get(directory);
    if (known?.signature === signature) return known.text;
    const text = htmlReporter.render(await loadStudy(directory));
    this.#made.set(directory, { signature, text });
    return text;
  }
}
