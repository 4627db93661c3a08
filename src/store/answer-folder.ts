import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { AnswerCache, StoredAnswers } from '../core/answer-cache.ts';

const stored = z.object({
  answers: z.array(z.array(z.string())),
  timeoutMs: z.number().positive(),
  singly: z.boolean(),
});

/** Where answers of references are kept for this user. */
export function answerFolderPath(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const cache = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.cache');
  return join(cache, 'mutagree', 'answers');
}

/**
 * Answers of references as files of a folder, each written whole or not at all. A file that is missing or damaged, or a
 * folder that cannot be written, only means that the reference is asked again.
 */
export function answerFolder(folder: string): AnswerCache {
  const fileOf = (key: string) => join(folder, `${key}.json`);
  return {
    async get(key): Promise<StoredAnswers | null> {
      try {
        return stored.parse(JSON.parse(await readFile(fileOf(key), 'utf8')));
      } catch {
        return null;
      }
    },
    async put(key, answers) {
      try {
        await mkdir(folder, { recursive: true });
        const unfinished = `${fileOf(key)}.${process.pid}`;
        await writeFile(unfinished, JSON.stringify(answers));
        await rename(unfinished, fileOf(key));
      } catch {
        // Next time it is computed again.
      }
    },
  };
}
