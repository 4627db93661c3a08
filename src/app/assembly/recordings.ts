import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { groupByTask } from '../../analysis/by-key.ts';
import { ConfigError } from '../../core/errors.ts';
import { MUTATOR_FAMILIES, PRESERVATIONS, type Variant } from '../../core/mutation.ts';
import { parseRecords } from '../../datasets/reading/read-records.ts';
import type { RecordedRequests } from '../../pipeline/deps.ts';
import { readLog } from '../../store/load-run.ts';
import type { RecordedAnswers } from './stored-replies.ts';

const editSchema = z.object({ start: z.int(), end: z.int(), replacement: z.string() });
const family = z.enum(MUTATOR_FAMILIES);
const preserves = z.enum(PRESERVATIONS);
const share = z.number().min(0).max(1);

/** A line of `mutate --format variants`. */
const lineSchema = z.object({
  id: z.string(),
  taskId: z.string(),
  mutator: z.string().nullable(),
  family: family.nullable(),
  seed: z.int(),
  preserves: preserves.nullable(),
  prompt: z.string(),
  renames: z.record(z.string(), z.string()),
  edits: z.array(editSchema),
  components: z.array(z.object({ mutator: z.string(), family })).exactOptional(),
  framed: z.literal(true).exactOptional(),
  change: z.object({ words: z.int().min(0), changedWords: share, tokenEdits: share, reordered: share }).exactOptional(),
});

function toVariant({
  id,
  taskId,
  prompt,
  mutator,
  family,
  seed,
  preserves,
  renames,
  edits,
  ...told
}: z.infer<typeof lineSchema>): Variant {
  const mutation =
    mutator && family && preserves ? { mutator, family, ...told, preserves, seed, edits, renames } : null;
  return { id, taskId, prompt, mutation };
}

async function kindOf(path: string): Promise<'directory' | 'file'> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new ConfigError(
      'recording-missing',
      `${path} ${cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`}`,
      {
        hint: 'Name a run directory, a folder of data/recordings, or a file of "mutagree mutate".',
        cause,
      },
    );
  });
  return found.isDirectory() ? 'directory' : 'file';
}

const requestId = (variantId: string, purpose: string, sample: number) => JSON.stringify([variantId, purpose, sample]);

/**
 * Variants of a file, or variants and the exact requests of a run directory or recording.
 *
 * @throws ConfigError, DatasetError, StoreError
 */
export async function readRecordedRequests(path: string): Promise<RecordedRequests> {
  const whole = (await kindOf(path)) === 'directory';
  const variants = whole
    ? await readLog(path, 'variants')
    : (await parseRecords(path, lineSchema, 'Write the file with "mutagree mutate -o FILE".')).map(toVariant);
  if (variants.length === 0) {
    throw new ConfigError('recording-empty', `${path} holds no variants`, {
      hint: 'Name a run directory, a folder of data/recordings, or a file of "mutagree mutate".',
    });
  }
  const byTask = groupByTask(variants);
  const replies = whole ? await readLog(path, 'replies') : [];
  const requests = new Map(
    replies.map(({ variantId, purpose, request }) => [requestId(variantId, purpose, request.sample), request]),
  );
  return {
    variantsOf: (taskId) => byTask.get(taskId) ?? [],
    requestFor: (variantId, purpose, sample) => requests.get(requestId(variantId, purpose, sample)) ?? null,
  };
}

/** Replies and failures of a run directory or recording, by request key. */
export async function readRecordedAnswers(path: string): Promise<RecordedAnswers> {
  if ((await kindOf(path)) === 'file') {
    throw new ConfigError('recording-missing', `${path} is a file; a recording is a folder`, {
      hint: 'Name the folder that holds replies.jsonl or replies.jsonl.gz.',
    });
  }
  const byKey = <T extends { readonly key: string }>(records: readonly T[]) =>
    new Map(records.map((record) => [record.key, record]));
  return { replies: byKey(await readLog(path, 'replies')), failures: byKey(await readLog(path, 'failures')) };
}
