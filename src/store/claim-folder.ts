import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../core/errors.ts';
import { makeFolder, readRegular, toStoreError, writeOwnFile } from './files.ts';

/** Marks a folder that is no run's, and names its kind. */
const OUTPUT_MARK = 'mutagree-output.json';

export type FolderKind = 'reports' | 'mutations' | 'replies' | 'collected tasks';

/** Files that file managers and version control put into folders that count as empty. */
const NOBODYS = new Set(['.DS_Store', '.gitkeep', '.gitignore', 'Thumbs.db', 'desktop.ini', 'lost+found']);

/** What a process that was killed while it wrote its first file leaves. */
const DRAFT = /^(?:manifest|study|mutagree-output)\.json\.[\da-f]+\.tmp$/;

/**
 * Refuses a folder that is neither new, nor empty, nor ours.
 *
 * @param marks names of files of which one shows that the folder is ours; their readers check the content
 * @throws ConfigError `folder-not-ours`, StoreError
 */
export async function assertOurs(directory: string, marks: readonly string[]): Promise<void> {
  const all = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw toStoreError(directory, error);
  });
  const names = all.filter((name) => !name.startsWith('run.lock') && !NOBODYS.has(name) && !DRAFT.test(name));
  if (names.length === 0 || marks.some((mark) => names.includes(mark))) return;
  const shown = names
    .toSorted()
    .slice(0, 3)
    .map((name) => `"${name}"`)
    .join(', ');
  throw new ConfigError(
    'folder-not-ours',
    `${directory} holds ${names.length === 1 ? '' : `${names.length} files such as `}${shown} and nothing that says it was made by mutagree for this (${marks.join(' or ')})`,
    { hint: 'Name a folder (--out, --output) that is empty or does not exist; nothing was changed.' },
  );
}

/** Claims a folder that is new, empty, or of the same kind. @throws ConfigError `folder-not-ours`, StoreError */
export async function claimFolder(directory: string, kind: FolderKind): Promise<void> {
  await assertOurs(directory, [OUTPUT_MARK]);
  const reading = readRegular(join(directory, OUTPUT_MARK)).then((text) => JSON.parse(text) as { kind?: unknown });
  const mark = await reading.catch(() => null);
  if (mark?.kind === kind) return;
  if (mark) {
    throw new ConfigError('folder-not-ours', `${directory} holds ${String(mark.kind)}, and ${kind} are to be written`, {
      hint: 'Name a folder of its own (--out, --output); nothing was changed.',
    });
  }
  await makeFolder(directory).catch((error: unknown) => {
    throw toStoreError(directory, error);
  });
  await writeOwnFile(directory, OUTPUT_MARK, `${JSON.stringify({ madeBy: 'mutagree', kind }, null, 2)}\n`);
}
