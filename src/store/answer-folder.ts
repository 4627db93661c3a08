import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { type AnswerCache, answersSchema } from '../records/run-store.ts';
import { writeOwnFile } from './files.ts';

export function answerFolderPath(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return join(cacheFolder({ platform: process.platform, env, home: homedir() }), 'answers');
}

/** A file that is missing or damaged, or cannot be written, only means that the reference is asked again. */
export function answerFolder(folder: string): AnswerCache {
  const nameOf = (key: string) => `${key}.json`;
  return {
    async get(key) {
      try {
        return answersSchema.parse(JSON.parse(await readFile(join(folder, nameOf(key)), 'utf8')));
      } catch {
        return null;
      }
    },
    async put(key, answers) {
      try {
        await writeOwnFile(folder, nameOf(key), JSON.stringify(answers));
      } catch {
        // Next time it is computed again.
      }
    },
  };
}
