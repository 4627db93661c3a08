import { readdir } from 'node:fs/promises';
import { claimFolder } from './claim-folder.ts';
import { inLocked } from './directory-lock.ts';
import { openLogs } from './open-logs.ts';
import { MANIFEST_FILE } from './run-directory.ts';

/** A folder of replies without a run, open for one process. */
export type ReplyStore = Awaited<ReturnType<typeof openReplyStore>>;

/** A run's folder keeps its replies in the same files; so did folders of replies before they were marked. */
async function claimReplies(directory: string): Promise<void> {
  const names = new Set(await readdir(directory).catch(() => []));
  const isKnown = names.has(MANIFEST_FILE) || (names.has('replies.jsonl') && names.has('calls.jsonl'));
  if (!isKnown) await claimFolder(directory, 'replies');
}

/** Opens or creates a folder of replies. @throws StoreError when locked, broken or not writable. */
export async function openReplyStore(directory: string) {
  await claimReplies(directory);
  return inLocked(directory, async (release) => {
    const { log, close } = await openLogs(directory, ['replies', 'failures', 'calls']);
    return { log, close: () => close().finally(release) };
  });
}
