import { constants } from 'node:fs';
import pLimit from 'p-limit';
import type { StoreError } from '../core/errors.ts';
import { toStoreError } from './disk-error.ts';
import { openRegular } from './regular-file.ts';

const NEWLINE = 10;

/**
 * Reads a file line by line: texts of programs and models may add up to more than a string can hold. A last line without
 * its newline is a killed process's leftover: it is no line, and `intactBytes` is its start.
 *
 * @param take called with a line and its place in the file
 */
export async function eachLine(
  blocks: AsyncIterable<Buffer>,
  take: (line: Buffer, at: number) => void,
): Promise<{ readonly torn: Buffer; readonly intactBytes: number }> {
  let bytes = 0;
  let intactBytes = 0;
  let torn: Buffer[] = [];
  for await (const block of blocks) {
    let from = 0;
    for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, from)) {
      take(Buffer.concat([...torn, block.subarray(from, end)]), intactBytes);
      torn = [];
      from = end + 1;
      intactBytes = bytes + from;
    }
    torn.push(block.subarray(from));
    bytes += block.length;
  }
  return { torn: Buffer.concat(torn), intactBytes };
}

/** Where a line stands in its file, without its newline. */
export interface LinePlace {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Opens or creates a file that grows by whole lines, and survives the death of its process at any moment: a torn last
 * line is cut off.
 *
 * @param take called with every line
 * @param isNamed whether the user named the file, which may then be a link; in a folder of ours a link may be anybody's
 * @param isFresh discards the content
 * @param checkTorn throws where the only line is of somebody else's file
 * @throws StoreError
 */
export async function openLines(
  path: string,
  take: (line: Buffer, at: number) => void,
  { isNamed = false, isFresh = false, checkTorn = (_line: string): void => {} } = {},
) {
  const noLink = isNamed ? 0 : (constants.O_NOFOLLOW ?? 0);
  const opening = openRegular(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noLink);
  const file = await opening.catch((error: unknown) => {
    throw toStoreError(path, error);
  });
  let size = 0;
  try {
    if (isFresh) await file.truncate(0);
    const { torn, intactBytes } = await eachLine(file.createReadStream({ start: 0, autoClose: false }), take);
    if (torn.length > 0 && intactBytes === 0) checkTorn(torn.toString('utf8'));
    if (torn.length > 0) await file.truncate(intactBytes);
    size = intactBytes;
  } catch (error) {
    await file.close();
    throw toStoreError(path, error);
  }
  const turn = pLimit(1);
  let failure: StoreError | null = null;
  return {
    /** @param isDurable whether the line is flushed to the disk itself. @throws StoreError */
    append: (text: string, isDurable = false): Promise<LinePlace> => {
      const line = Buffer.from(`${text}\n`, 'utf8');
      return turn(async () => {
        // After a failed write the file may end in half a line: nothing may follow it.
        if (failure) throw failure;
        try {
          await file.appendFile(line);
          if (isDurable) await file.datasync();
        } catch (error) {
          failure = toStoreError(path, error);
          throw failure;
        }
        const place = { at: size, bytes: line.length - 1 };
        size += line.length;
        return place;
      });
    },
    lineAt: async ({ at, bytes }: LinePlace): Promise<string> => {
      const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
      return buffer.toString('utf8');
    },
    /** Waits for lines under way. @returns the size of the file in bytes */
    close: async (): Promise<number> => {
      const { size: bytes } = await turn(() => file.stat());
      await file.close();
      return bytes;
    },
  };
}
