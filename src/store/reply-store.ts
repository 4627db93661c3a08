import { join } from 'node:path';
import type { ReplyRecord } from '../core/chat.ts';
import type { RunLog } from '../core/run-store.ts';
import type { CallRecord } from '../core/token-cost.ts';
import { lockDirectory } from './directory-lock.ts';
import { JsonlLog } from './jsonl-log.ts';

/** A folder of replies without a run, open for one process. */
export interface ReplyStore {
  readonly replies: RunLog<ReplyRecord>;
  readonly calls: RunLog<CallRecord>;
  close(): Promise<void>;
}

const keyOf = ({ key }: { readonly key: string }) => key;

/** Opens or creates a folder of replies. @throws StoreError when locked, broken or not writable. */
export async function openReplyStore(directory: string): Promise<ReplyStore> {
  const release = await lockDirectory(directory);
  try {
    const replies = await JsonlLog.open<ReplyRecord>(join(directory, 'replies.jsonl'), { keyOf, durable: true });
    const calls = await JsonlLog.open<CallRecord>(join(directory, 'calls.jsonl'), { keyOf });
    return {
      replies,
      calls,
      close: async () => {
        await replies.close();
        await calls.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
