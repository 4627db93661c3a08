import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cacheFolder } from '../../cache-folder.ts';
import { hashOf } from '../../core/hash.ts';
import { plural } from '../../core/plural.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { withJournal } from '../../sandbox/pool/with-journal.ts';
import { makeFolder } from '../../store/files.ts';
import { type JournalFile, openJournal } from '../../store/journal-file.ts';
import type { Context } from '../context.ts';
import { ownVersion } from '../git-commit.ts';
import type { OpenedSandbox } from './open-sandbox.ts';

/** In the user's cache folder, which other users cannot write to. */
export function journalPath(file: string): string {
  const folder = cacheFolder({ platform: process.platform, env: process.env, home: homedir() });
  return join(folder, 'results', `${hashOf(resolve(file))}.jsonl`);
}

/**
 * Opens a sandbox for a command's work, with every result kept in a journal, so that the same command resumes after an
 * interruption. The journal is gone once `work` has written its output. How many jobs run at once, and which sandbox
 * `auto` is, decide no verdict.
 *
 * @param place the file that the command writes, or reads if it prints only; null: nothing is kept
 */
export async function withKeptResults<Opened extends OpenedSandbox, T>(
  place: { readonly file: string; readonly fresh?: boolean | undefined } | null,
  { progress }: Pick<Context, 'progress'>,
  open: () => Promise<Opened>,
  work: (sandbox: Sandbox, opened: Opened) => Promise<T>,
): Promise<T> {
  const working = async (journal: JournalFile | null) => {
    const opened = await open();
    const { sandbox, conditions } = opened;
    try {
      const kept = journal && withJournal(sandbox, journal, { ...conditions, version: ownVersion() });
      return await work(kept ?? sandbox, opened);
    } finally {
      await progress.finish();
      await sandbox.close();
    }
  };
  if (!place) return working(null);
  const path = journalPath(place.file);
  const opening = makeFolder(dirname(path)).then(() => openJournal(path, { fresh: place.fresh === true }));
  const journal = await opening.catch((error: Error) => {
    progress.note(`results are not kept for the case of an interruption: ${error.message}`);
    return null;
  });
  if (!journal) return working(null);
  const { found } = journal;
  if (found > 0)
    progress.note(`resumes with ${plural(found, 'result')} kept in ${path} (a fresh start does without them)`);
  try {
    const done = await working(journal);
    if (found > 0) progress.note(`used ${journal.used} of ${plural(found, 'result')} kept`);
    await journal.remove();
    return done;
  } catch (error) {
    if (journal.entries === 0) await journal.remove();
    else {
      await journal.close();
      progress.note(`${plural(journal.entries, 'result')} kept in ${path}: the same command resumes from there`);
    }
    throw error;
  }
}
