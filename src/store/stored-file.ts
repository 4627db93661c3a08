import type { z } from 'zod';
import { StoreError } from '../core/errors.ts';
import { readRegular, writeOwnFile } from './files.ts';

/**
 * A JSON text of a file of ours, as its schema describes it. The value comes as read: the check must not change it.
 *
 * @param place such as `manifest.json`, or `replies.jsonl line 3`
 * @throws StoreError `code` that names the place and the first wrong field
 */
export function parseStored<T>(
  text: string,
  place: string,
  schema: z.ZodType<T>,
  { code, hint }: { readonly code: string; readonly hint: string },
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StoreError(code, `${place}: not valid JSON: ${(cause as Error).message.slice(0, 160)}`, { hint, cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return value as T;
  const [issue] = parsed.error.issues;
  const field = issue && issue.path.length > 0 ? `field "${issue.path.join('.')}": ` : '';
  throw new StoreError(code, `${place}: ${field}${issue?.message}`, { hint });
}

/** A JSON file of a folder of ours, or null where there is none. @throws StoreError by its `code` */
export async function readOwnFile(path: string, code: string): Promise<string | null> {
  return readRegular(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new StoreError(code, `${path} cannot be read (${error.code})`, { cause: error });
  });
}

/** Writes the JSON file that says what is kept in a folder of ours, and again at each change. @throws StoreError */
export async function keepManifest<Manifest extends object>(directory: string, file: string, first: Manifest) {
  let manifest = first;
  const save = () => writeOwnFile(directory, file, `${JSON.stringify(manifest, null, 2)}\n`);
  await save();
  return {
    directory,
    get manifest(): Manifest {
      return manifest;
    },
    updateManifest: async (change: Partial<Manifest>): Promise<void> => {
      manifest = { ...manifest, ...change, updatedAt: new Date().toISOString() };
      await save();
    },
    /** Writes a file next to it, whole or not at all. */
    writeFile: (name: string, text: string): Promise<void> => writeOwnFile(directory, name, text),
  };
}
