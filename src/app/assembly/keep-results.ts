import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '../../core/progress.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { packageRoot } from '../../package-root.ts';
import { withJournal } from '../../sandbox/pool/with-journal.ts';
import { JournalFile } from '../../store/journal-file.ts';
import { ownKey } from '../../store/own-key.ts';
import type { OpenedSandbox } from './open-sandbox.ts';

/** Where a command keeps what its sandbox told it until its output is whole. */
export interface KeepingPlace {
  /** The file that the command writes; where it prints only, the file that it reads. */
  readonly beside: string;
  /** Begin anew. */
  readonly fresh?: boolean | undefined;
  /** Whether the command can do without, since nothing else is written there. */
  readonly optional?: boolean;
}

/** The sandbox with its results kept; `--jobs` and `--sandbox auto` decide no verdict. */
export type Keep = (opened: OpenedSandbox) => Sandbox;

const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };

async function openJournal(
  path: string,
  { fresh, optional }: KeepingPlace,
  progress: Progress,
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

const othersNote = ({ refused }: JournalFile) =>
  refused > 0 ? `; ${refused} were not: another user or machine wrote them` : '';

/**
 * Does a command's work with every result of its sandbox kept in a journal beside the output, so that the same command
 * goes on after an interruption. The journal is gone once `work` has written its output.
 *
 * @throws StoreError where the journal cannot be written and is not optional
 */
export async function keepingResults<T>(
  place: KeepingPlace,
  progress: Progress,
  work: (keep: Keep) => Promise<T>,
): Promise<T> {
  const path = `${place.beside}.journal.jsonl`;
  const journal = await openJournal(path, place, progress);
  if (!journal) return work(({ sandbox }) => sandbox);
  const { found } = journal;
  if (found > 0) progress.note(`goes on with ${found} results kept in ${path} (a fresh start does without them)`);
  try {
    const done = await work(({ sandbox, conditions }) => withJournal(sandbox, journal, { ...conditions, version }));
    if (found > 0) progress.note(`${journal.used} of the ${found} results kept were used${othersNote(journal)}`);
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
