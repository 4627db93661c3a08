import { stat } from 'node:fs/promises';
import { ConfigError } from '../../core/errors.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { RecordedRequests } from '../../pipeline/deps.ts';
import { readLog } from '../../store/load-run.ts';
import type { RecordedAnswers } from './stored-replies.ts';

const HINT = 'Name a run directory, or a folder that holds replies.jsonl or replies.jsonl.gz.';

/** @throws ConfigError if a recording is no folder */
async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const problem = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new ConfigError('recording-missing', `${path} ${problem}`, { hint: HINT, cause });
  });
  if (found.isDirectory()) return;
  throw new ConfigError('recording-missing', `${path} is a file; a recording is a folder`, { hint: HINT });
}

const requestId = (variantId: string, purpose: string, sample: number) => JSON.stringify([variantId, purpose, sample]);

/**
 * Variants and the exact requests of a run directory or recording.
 *
 * @throws ConfigError, StoreError
 */
export async function readRecordedRequests(path: string): Promise<RecordedRequests> {
  await requireFolder(path);
  const byTask = groupByTask(await readLog(path, 'variants'));
  if (byTask.size === 0) throw new ConfigError('recording-empty', `${path} holds no variants`, { hint: HINT });
  const requests = new Map(
    (await readLog(path, 'replies')).map(({ variantId, purpose, request }) => [
      requestId(variantId, purpose, request.sample),
      request,
    ]),
  );
  return {
    variantsOf: (taskId) => byTask.get(taskId) ?? [],
    requestFor: (variantId, purpose, sample) => requests.get(requestId(variantId, purpose, sample)) ?? null,
  };
}

/** Replies and failures of a run directory or recording, by request key. @throws ConfigError, StoreError */
export async function readRecordedAnswers(path: string): Promise<RecordedAnswers> {
  await requireFolder(path);
  const byKey = <T extends { readonly key: string }>(records: readonly T[]) =>
    new Map(records.map((record) => [record.key, record]));
  return { replies: byKey(await readLog(path, 'replies')), failures: byKey(await readLog(path, 'failures')) };
}
