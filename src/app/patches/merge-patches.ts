import { hashOf } from '../../core/hash.ts';
import { normaliseLayout } from '../../python-source/renaming/normalise.ts';
import type { PatchSelection } from '../../records/patch-selection.ts';
import { applyPatch, type PatchedFile } from './apply-patch.ts';
import type { Patch } from './read-patches.ts';

/** Patches that produce the same tree, ignoring comments and layout of Python files. */
export interface PatchedTree {
  /** Hash of the compared content. */
  readonly id: string;
  /** In the order in which they were given; each is a vote. */
  readonly patches: readonly Patch[];
  /** Of the first of them. */
  readonly files: ReadonlyMap<string, PatchedFile>;
}

/** The compared content of a file: tokens of Python in UTF-8, bytes otherwise. */
function comparable(path: string, content: Buffer | null): string | null {
  if (content === null) return null;
  if (!path.endsWith('.py')) return content.toString('base64');
  const text = content.toString('utf8');
  return Buffer.from(text).equals(content) ? normaliseLayout(text) : content.toString('base64');
}

/** Applies every patch and merges those with the same result. @throws ConfigError */
export async function mergePatches(
  root: string,
  patches: readonly Patch[],
  advance: () => void = () => {},
): Promise<{ readonly trees: readonly PatchedTree[]; readonly refused: PatchSelection['refused'] }> {
  const trees = new Map<string, { id: string; patches: Patch[]; files: ReadonlyMap<string, PatchedFile> }>();
  const refused: { name: string; reason: string }[] = [];
  for (const patch of patches) {
    const applied = await applyPatch(root, patch);
    advance();
    if ('reason' in applied) {
      refused.push({ name: patch.name, reason: applied.reason });
      continue;
    }
    const changed = [...applied.files].flatMap(([path, { before, content }]) => {
      const after = comparable(path, content);
      return after === comparable(path, before) ? [] : [[path, after]];
    });
    const id = hashOf(changed);
    const known = trees.get(id);
    if (known) known.patches.push(patch);
    else trees.set(id, { id, patches: [patch], files: applied.files });
  }
  return { trees: [...trees.values()], refused };
}
