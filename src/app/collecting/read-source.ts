import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../../core/errors.ts';
import { liesIn } from '../../lies-in.ts';
import { makeFolder } from '../../store/files.ts';
import { commitOf } from '../git-commit.ts';

const LEFT_OUT = /^(?:\..*|__pycache__|node_modules|build|dist|site-packages|venv)$/;

/** The root of a checkout, of an unpacked package, or of an archive of one, which is unpacked below `work`. */
export async function sourceRoot(source: string, work: string): Promise<string> {
  const found = await stat(source).catch(() => null);
  if (found?.isDirectory()) return resolve(source);
  if (!found?.isFile() || !/\.(?:tar\.gz|tgz)$/.test(source)) {
    throw new ConfigError('collect-source', `${source} is neither a folder nor a .tar.gz file`, {
      hint: 'Name a checkout, an unpacked package, or a source distribution.',
    });
  }
  const folder = join(work, 'source');
  await makeFolder(folder);
  await promisify(execFile)('tar', ['-xzf', resolve(source), '-C', folder]).catch((cause: Error) => {
    throw new ConfigError('collect-archive', `${source} cannot be unpacked: ${cause.message}`, { cause });
  });
  const entries = await readdir(folder);
  return entries.length === 1 ? join(folder, entries[0] as string) : folder;
}

/** Python files below a root that are its own, relative to it; those of some folders below it alone. */
export async function pythonFiles(root: string, only: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!LEFT_OUT.test(entry.name)) await walk(path);
      } else if (entry.isFile() && entry.name.endsWith('.py')) files.push(relative(root, path).split(sep).join('/'));
    }
  };
  for (const folder of only.length > 0 ? only : ['.']) {
    const path = resolve(root, folder);
    if (!liesIn(path, root)) throw new ConfigError('collect-only', `${folder} is not below ${root}`);
    await walk(path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause;
      throw new ConfigError('collect-only', `${root} has no folder ${folder}`, { cause });
    });
  }
  return files;
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

/** What a package says of itself, and the commit of its checkout; null for what it does not say. */
export async function packageFacts(root: string, name: string | null) {
  const metadata = (await metadataOf(root, name)).split(/\r?\n\r?\n/, 1)[0] ?? '';
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(metadata)?.[1]?.trim() ?? null;
  const classified = /^Classifier: License :: (?:OSI Approved :: )?(.+)$/m.exec(metadata)?.[1]?.trim() ?? null;
  return {
    name: name ?? field('Name'),
    version: field('Version'),
    licence: field('License-Expression') ?? classified ?? field('License'),
    commit: await commitOf(root),
  };
}
