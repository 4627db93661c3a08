import { type Content, toContent } from './content.ts';
import type { JobPayload } from './job-messages.ts';
import { toPayload } from './payload.ts';
import type { QueueRow } from './queue-row.ts';

/** Rows that travel together, under the names that they were sent by. */
export interface QueueBatch {
  readonly rows: readonly QueueRow[];
  readonly payload: Content;
  readonly suites: readonly Content[];
  /** Every job that was sent for them; a result of any will do. */
  readonly ids: Set<string>;
  /** The one sent last; empty before the first. */
  id: string;
  sentAt: number;
  /** Looks in a row at which Redis knew nothing of it. */
  missed: number;
  /** Jobs that ended without anything that can be believed. */
  lost: number;
  /** When its last job was found failed; null where none is. */
  failedAt: number | null;
}

/** A batch that counts, though what it sends takes a moment to be made. */
export function placeholderOf(rows: readonly QueueRow[]): QueueBatch {
  return {
    rows,
    suites: [],
    payload: { hash: '', size: 0, bytes: Buffer.alloc(0) },
    ...{ ids: new Set<string>(), id: '', sentAt: 0, missed: 0, lost: 0, failedAt: null },
  };
}

/** The batch with what it sends. */
export async function packed(placeholder: QueueBatch): Promise<QueueBatch> {
  const { payload, suites } = await toPayload(placeholder.rows.map(({ job }) => job));
  return { ...placeholder, payload: await toContent(payload satisfies JobPayload), suites };
}
