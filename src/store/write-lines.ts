import { dirname } from 'node:path';
import { openDraftFile, type Whose, writeFileAtomically } from './atomic-file.ts';
import { toStoreError } from './disk-error.ts';
import { makeFolder } from './make-folder.ts';

/** Writes a file, whole or not at all. @throws StoreError */
export async function writeText(path: string, text: string, whose: Whose): Promise<void> {
  await makeFolderOf(path);
  await writeFileAtomically(path, text, whose);
}

async function makeFolderOf(path: string): Promise<void> {
  await makeFolder(dirname(path)).catch((error: unknown) => {
    throw toStoreError(path, error);
  });
}

/** Writes a JSONL file line by line, whole or not at all. @throws StoreError */
export async function writeLines(path: string, lines: Iterable<unknown>, whose: Whose): Promise<void> {
  await writeTextLines(path, asJson(lines), whose);
}

function* asJson(lines: Iterable<unknown>): Iterable<string> {
  for (const line of lines) yield JSON.stringify(line);
}

/** Writes lines as they are, whole or not at all. @throws StoreError */
export async function writeTextLines(path: string, lines: Iterable<string>, whose: Whose): Promise<void> {
  await makeFolderOf(path);
  const file = await openDraftFile(path, whose);
  try {
    for (const line of lines) {
      file.write(`${line}\n`);
      await file.drained();
    }
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
