import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commitOf } from '../assembly/git-commit.ts';

/** Where a package comes from. */
export interface PackageFacts {
  readonly name: string | null;
  readonly version: string | null;
  readonly licence: string | null;
  /** Of the checkout; null where there is no repository. */
  readonly commit: string | null;
}

const textOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** The metadata of a source distribution, or of the installed package of that name. */
async function metadataOf(root: string, name: string | null): Promise<string> {
  const own = await textOf(join(root, 'PKG-INFO'));
  if (own !== null || name === null) return own ?? '';
  const plain = (text: string) => text.toLowerCase().replace(/[-_.]+/g, '-');
  const folders = await readdir(root).catch((): string[] => []);
  const found = folders.find((folder) => folder.endsWith('.dist-info') && plain(folder).startsWith(`${plain(name)}-`));
  return found === undefined ? '' : ((await textOf(join(root, found, 'METADATA'))) ?? '');
}

/** What a package says of itself: name, version, licence, commit. */
export async function packageFacts(root: string, name: string | null): Promise<PackageFacts> {
  const metadata = (await metadataOf(root, name)).split(/\r?\n\r?\n/, 1)[0] ?? '';
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(metadata)?.[1]?.trim() ?? null;
  const classified = /^Classifier: License :: (?:OSI Approved :: )?(.+)$/m.exec(metadata)?.[1]?.trim() ?? null;
  return {
    name: field('Name') ?? name,
    version: field('Version'),
    licence: field('License-Expression') ?? classified ?? field('License'),
    commit: await commitOf(root, { above: false }),
  };
}
