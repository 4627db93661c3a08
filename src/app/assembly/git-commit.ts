import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openRegular } from '../../store/regular-file.ts';

const MOST_BYTES = 4096;
/** All tags and branches of a large repository. */
const MOST_PACKED_BYTES = 16 * 1024 * 1024;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** A branch as git names it; nothing that leads out of the repository's folder. */
const REFERENCE = /^ref: (refs\/(?!.*\.\.)[\w./@+-]+)$/;

/** The beginning of a file, without white space around it; empty where there is none. */
async function textOf(path: string, mostBytes = MOST_BYTES): Promise<string> {
  const file = await openRegular(path).catch(() => null);
  try {
    const { size = 0 } = (await file?.stat()) ?? {};
    const buffer = Buffer.alloc(Math.min(size, mostBytes));
    const { bytesRead = 0 } = (await file?.read(buffer, 0, buffer.length, 0)) ?? {};
    return buffer.toString('utf8', 0, bytesRead).trim();
  } catch {
    return '';
  } finally {
    await file?.close();
  }
}

/** Where a folder's repository keeps what it knows: `.git`, or what a file of that name leads to. */
async function repositoryOf(folder: string): Promise<string | null> {
  const place = join(folder, '.git');
  const found = await stat(place).catch(() => null);
  if (found === null) return null;
  if (found.isDirectory()) return place;
  const [, linked] = /^gitdir: (.+)$/.exec(await textOf(place)) ?? [];
  return linked === undefined ? null : resolve(folder, linked);
}

/**
 * The commit that is checked out in a folder; null where it is in no repository. Read as text and not asked of git, which
 * runs what the repository's own configuration says.
 *
 * @param above whether folders above count, too, as they do for git
 */
export async function commitOf(folder: string, { above }: { readonly above: boolean }): Promise<string | null> {
  const own = await repositoryOf(folder);
  if (own === null) {
    const parent = dirname(resolve(folder));
    return !above || parent === resolve(folder) ? null : commitOf(parent, { above });
  }
  const head = await textOf(join(own, 'HEAD'));
  const [, reference] = REFERENCE.exec(head) ?? [];
  if (reference === undefined) return COMMIT.test(head) ? head : null;
  // A work tree beside the first one has its branches there.
  const shared = await textOf(join(own, 'commondir'));
  for (const place of [own, ...(shared === '' ? [] : [resolve(own, shared)])]) {
    const loose = await textOf(join(place, reference));
    if (COMMIT.test(loose)) return loose;
    const packed = (await textOf(join(place, 'packed-refs'), MOST_PACKED_BYTES)).split('\n');
    const [commit = ''] = packed.find((line) => line.endsWith(` ${reference}`))?.split(' ') ?? [];
    if (COMMIT.test(commit)) return commit;
  }
  return null;
}
