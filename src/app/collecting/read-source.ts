import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ModuleFacts } from '../../collect/module-facts.ts';
import { readModule } from '../../collect/read-module.ts';
import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { liesIn } from '../../lies-in.ts';
import { JsonlLog } from '../../store/jsonl-log.ts';
import { makeFolder } from '../../store/make-folder.ts';
import type { Context } from '../context.ts';

const LEFT_OUT = /^(?:\..*|__pycache__|node_modules|build|dist|site-packages|venv)$/;
/** Larger ones are generated, and no one's functions. */
const MOST_BYTES = 2_000_000;
/** Part of every key: raise it when `readModule` says other things than before. */
const FACTS = 3;

/**
 * The root of a checkout, of an unpacked package, or of an archive of one, which is unpacked below `work`.
 *
 * @throws ConfigError
 */
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

const factsLine = z.custom<{ key: string; facts: ModuleFacts }>(
  (value) => typeof value === 'object' && value !== null && 'key' in value && 'facts' in value,
);

/** What every file of a repository says; files that were read before are not read again. @throws ConfigError, StoreError */
export async function readRepository(
  root: string,
  { only, work }: { readonly only: readonly string[]; readonly work: string },
  { progress, signal }: Context,
): Promise<ModuleFacts[]> {
  const files = await pythonFiles(root, only);
  const known = await JsonlLog.open(join(work, 'facts.jsonl'), { schema: factsLine, keyOf: ({ key }) => key });
  progress.start('files', files.length);
  const modules: ModuleFacts[] = [];
  try {
    for (const path of files) {
      signal.throwIfAborted();
      const bytes = await readFile(join(root, path));
      progress.advance();
      if (bytes.length > MOST_BYTES) continue;
      const source = bytes.toString('utf8');
      const key = hashOf(FACTS, path, source);
      const facts = known.get(key)?.facts ?? readModule(path, source);
      if (!known.get(key)) await known.append({ key, facts });
      modules.push(facts);
    }
  } finally {
    await known.close();
  }
  return modules;
}
