import { readdir } from 'node:fs/promises';
import type { FailedCall, ReplyRecord } from '../core/chat.ts';
import type { CallRecord } from '../core/token-cost.ts';
import type { RunLog } from '../records/run-store.ts';
import { claimFolder } from './claim-folder.ts';
import { lockDirectory } from './directory-lock.ts';
import { openLogs } from './open-logs.ts';
import { MANIFEST_FILE } from './run-directory.ts';

export interface ReplyStore {
  readonly replies: RunLog<ReplyRecord>;
  readonly failures: RunLog<FailedCall>;
  readonly calls: RunLog<CallRecord>;
  close(): Promise<void>;
}

/** A run's folder keeps its replies in the same files; so did folders of replies before they were marked. */
async function claimReplies(directory: string): Promise<void> {
  const names = new Set(await readdir(directory).catch(() => []));
  const isKnown = names.has(MANIFEST_FILE) || (names.has('replies.jsonl') && names.has('calls.jsonl'));
  if (!isKnown) await claimFolder(directory, 'replies');
}

/** Opens or creates a folder of replies. @throws StoreError when locked, broken or not writable. */
export async function openReplyStore(directory: string): Promise<ReplyStore> {
  await claimReplies(directory);
  const release = await lockDirectory(directory);
  try {
    const { log, close } = await openLogs(directory, ['replies', 'failures', 'calls']);
    return {
      replies: log('replies'),
      failures: log('failures'),
      calls: log('calls'),
      close: () => close().finally(release),
    };
  } catch (error) {
    await release();
    throw error;
  }
}
