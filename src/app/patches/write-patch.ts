import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreError } from '../../core/errors.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import type { PatchedFile } from './apply-patch.ts';

async function requireUnchanged(file: string, before: Buffer | null): Promise<void> {
  const now = await readFile(file).catch(() => null);
  if (before === null ? now === null : now?.equals(before)) return;
  throw new StoreError('tree-changed', `${file} has changed since the patches were applied; nothing was written`, {
    hint: 'Run the same command again, on the tree as it is now.',
  });
}

/** Writes a patch's files to the tree. @throws StoreError if one of them has changed in between */
export async function writePatch(root: string, files: ReadonlyMap<string, PatchedFile>): Promise<void> {
  for (const [path, { before }] of files) await requireUnchanged(join(root, path), before);
  for (const [path, { content, mode }] of files) {
    const file = join(root, path);
    if (content === null) {
      await rm(file);
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomically(file, content, 'named');
    await chmod(file, mode);
  }
}
