import { unlink } from 'node:fs/promises';
import { z } from 'zod';
import { resultSchema, type SandboxResult } from '../core/sandbox.ts';
import { eachLine, type LinePlace, openLines } from './jsonl-log.ts';

const entry = z.tuple([z.string(), resultSchema]);

/** Of a line; a longer one is neither written nor read. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How every line begins, `["<key>",`. */
const KEY = /^\["([^"]{1,80})",/;
const KEY_BYTES = 100;

function readEntry(line: string, key: string): SandboxResult | null {
  try {
    const [name, result] = entry.parse(JSON.parse(line));
    return name === key ? result : null;
  } catch {
    return null;
  }
}

export type JournalFile = Awaited<ReturnType<typeof openJournal>>;

/**
 * Opens or creates a file of lines `[key, result]` (see `openLines`), of which only places are held in memory; a damaged
 * one is as good as absent.
 *
 * @param fresh discards its content
 * @throws StoreError
 */
export async function openJournal(path: string, { fresh = false }: { readonly fresh?: boolean } = {}) {
  const places = new Map<string, LinePlace>();
  const take = (line: Buffer, at: number) => {
    const key = KEY.exec(line.toString('latin1', 0, KEY_BYTES))?.[1];
    if (key && line.length <= MOST_BYTES) places.set(key, { at, bytes: line.length });
  };
  const file = await openLines(path, (blocks) => eachLine(blocks, take), { isFresh: fresh });
  const found = places.size;
  let used = 0;
  const close = async () => void (await file.close());
  return {
    found,
    get entries(): number {
      return places.size;
    },
    /** Entries of earlier processes that this one was asked for. */
    get used(): number {
      return used;
    },
    get: async (key: string): Promise<SandboxResult | null> => {
      const place = places.get(key);
      const result = place ? readEntry(await file.lineAt(place), key) : null;
      if (result) used++;
      return result;
    },
    put: async (key: string, result: SandboxResult): Promise<void> => {
      const line = JSON.stringify([key, result]);
      if (Buffer.byteLength(line) < MOST_BYTES) places.set(key, await file.append(line));
    },
    close,
    /** Everything that it was for is written elsewhere. */
    remove: () => close().then(() => unlink(path).catch(() => {})),
  };
}
