import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { WorkerProgress } from '../records/worker-progress.ts';
import { writeOwnFile } from './atomic-file.ts';
import { readRegular } from './regular-file.ts';

/** Beside the logs while a run with a queue is under way: who works for it. */
export const WORKERS_FILE = 'workers.json';

const count = z.int().min(0);
const workersSchema = z
  .array(
    z.object({
      id: z.string().max(200),
      isThere: z.boolean(),
      runners: count,
      active: count,
      programs: count,
    }),
  )
  .max(10_000);

/** Who works for a run; nobody where the file is not there, or is none of ours. */
export async function readWorkersFile(directory: string): Promise<readonly WorkerProgress[]> {
  try {
    return workersSchema.parse(JSON.parse(await readRegular(join(directory, WORKERS_FILE))));
  } catch {
    return [];
  }
}

/**
 * Writes down who works for a run, as often as it changes, until it is told to stop; then the file is deleted, since it
 * names machines. Nothing depends on it: what cannot be written is not written.
 */
export function keepWorkersFile(
  directory: string,
  look: () => readonly WorkerProgress[],
  everyMs: number,
): { stop(): Promise<void> } {
  const path = join(directory, WORKERS_FILE);
  let last = '';
  let writing = Promise.resolve();
  const write = () => {
    writing = writing.then(async () => {
      const text = `${JSON.stringify(look())}\n`;
      if (text === last) return;
      last = text;
      await writeOwnFile(directory, WORKERS_FILE, text).catch(() => {});
    });
  };
  write();
  const timer = setInterval(write, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await writing;
      await rm(path, { force: true }).catch(() => {});
    },
  };
}
