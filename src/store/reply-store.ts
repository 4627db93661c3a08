import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FailedCall, ReplyRecord } from '../core/chat.ts';
import type { CallRecord } from '../core/token-cost.ts';
import { LOG_SCHEMAS } from '../records/log-schemas.ts';
import type { RunLog } from '../records/run-store.ts';
import { claimFolder } from './claim-folder.ts';
import { lockDirectory } from './directory-lock.ts';
import { JsonlLog } from './jsonl-log.ts';
import { MANIFEST_FILE } from './run-directory.ts';

/** A folder of replies without a run, open for one process. */
export interface ReplyStore {
  readonly replies: RunLog<ReplyRecord>;
  readonly failures: RunLog<FailedCall>;
  readonly calls: RunLog<CallRecord>;
  close(): Promise<void>;
}

const keyOf = ({ key }: { readonly key: string }) => key;

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
    const replies = await JsonlLog.open<ReplyRecord>(join(directory, 'replies.jsonl'), {
      keyOf,
      schema: LOG_SCHEMAS.replies,
      durable: true,
    });
    const failures = await JsonlLog.open<FailedCall>(join(directory, 'failures.jsonl'), {
      keyOf,
      schema: LOG_SCHEMAS.failures,
    });
    const calls = await JsonlLog.open<CallRecord>(join(directory, 'calls.jsonl'), { keyOf, schema: LOG_SCHEMAS.calls });
    return {
      replies,
      failures,
      calls,
      close: async () => {
        await replies.close();
        await failures.close();
        await calls.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
