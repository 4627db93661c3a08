import { randomBytes } from 'node:crypto';
import type { Sandbox } from '../../core/sandbox.ts';
import { withJournal } from '../../sandbox/pool/with-journal.ts';
import { JournalFile } from '../../store/journal-file.ts';
import { ownKey } from '../../store/own-key.ts';
import type { Context } from '../context.ts';
import { ownVersion } from '../own-version.ts';
import type { OpenedSandbox } from './open-sandbox.ts';

/** Where a command keeps the results of its sandbox until its output is whole. */
export interface KeepingPlace {
  /** The file that the command writes; if it prints only, the file that it reads. */
  readonly file: string;
  /** Start over. */
  readonly fresh?: boolean | undefined;
  /** Whether the command can do without, since nothing else is written there. */
  readonly optional?: boolean;
}

async function openJournal(
  path: string,
  { fresh, optional }: KeepingPlace,
  { progress }: Pick<Context, 'progress'>,
): Promise<JournalFile | null> {
  try {
    const key = await ownKey();
    if (key === null) progress.note('results cannot be kept for the next command: the cache folder cannot be written');
    return await JournalFile.open(path, { key: key ?? randomBytes(32), fresh: fresh === true });
  } catch (error) {
    if (!optional) throw error;
    progress.note(`results are not kept for the case of an interruption: ${(error as Error).message}`);
    return null;
  }
}

/**
 * Opens a sandbox for a command's work, with every result kept in a journal next to the output, so that the same command
 * goes on after an interruption. The journal is gone once `work` has written its output. How many jobs run at once, and
 * which sandbox `auto` is, decide no verdict.
 *
 * @throws StoreError if the journal cannot be written and is not optional
 */
export async function withKeptResults<Opened extends OpenedSandbox, T>(
  place: KeepingPlace,
  context: Pick<Context, 'progress'>,
  open: () => Promise<Opened>,
  work: (sandbox: Sandbox, opened: Opened) => Promise<T>,
): Promise<T> {
  const { progress } = context;
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
  const path = `${place.file}.journal.jsonl`;
  const journal = await openJournal(path, place, context);
  if (!journal) return working(null);
  const { found } = journal;
  if (found > 0) progress.note(`goes on with ${found} results kept in ${path} (a fresh start does without them)`);
  try {
    const done = await working(journal);
    const { used, refused } = journal;
    const others = refused > 0 ? `; ${refused} were not: another user or machine wrote them` : '';
    if (found > 0) progress.note(`${used} of the ${found} results kept were used${others}`);
    await journal.remove();
    return done;
  } catch (error) {
    if (journal.entries === 0) await journal.remove();
    else {
      await journal.close();
      progress.note(`${journal.entries} results are kept in ${path}: the same command goes on from there`);
    }
    throw error;
  }
}
