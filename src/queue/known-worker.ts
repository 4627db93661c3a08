import { z } from 'zod';
import { type ContentRef, contentRef } from './content.ts';
import type { QueueKey, SignedField } from './queue-secret.ts';
import { kindOf, type WorkerAbilities } from './worker-abilities.ts';

/** Of one worker: each has a connection of its own. */
export const MOST_MODELS = 32;

const imageSchema = z.object({ name: z.string().max(300), id: z.string().max(300) });

const abilitiesSchema = z.object({
  protocol: z.int(),
  version: z.string().max(100),
  runner: z.string().max(100),
  sandbox: z.string().max(100),
  python: z.string().max(100).nullable(),
  packages: z.array(z.string().max(300)).readonly().nullable(),
  modules: z.array(z.string().max(300)).readonly().nullable(),
  image: imageSchema.nullable(),
  repositories: z.array(imageSchema).readonly().nullable(),
  models: z
    .array(z.object({ model: z.string().max(300), endpoint: z.string().max(1000), calls: z.int().min(1) }))
    .max(MOST_MODELS)
    .readonly(),
}) satisfies z.ZodType<WorkerAbilities>;

const workerSchema = z.object({
  id: z.string().min(1).max(200),
  key: z.string().max(200),
  kind: z.string().max(200),
  /** Runners that it has; 0 where it asks models alone. */
  jobs: z.int().min(0).max(4096),
  /** What its sandbox said of four programs whose verdicts are known; `none` where those are not for it to judge. */
  canary: z.enum(['passed', 'none']),
  /** Where its abilities are, which are too long to be said every few seconds. */
  abilities: contentRef,
  counts: z.object({ done: z.int(), failed: z.int(), refused: z.int(), active: z.int(), replies: z.int() }),
  /** Milliseconds of Redis's clock. */
  at: z.number(),
  mac: z.string(),
});

/** A worker as it stands in Redis. */
export type WorkerNotice = z.infer<typeof workerSchema>;

type Said = Omit<WorkerNotice, 'mac' | 'abilities'>;

/** A worker that has our secret. */
export type OwnWorker = Said & { readonly isOurs: true; readonly abilities: WorkerAbilities };

/**
 * A worker that has said lately that it is there; whether it has our secret. Nothing else of it is to be believed where
 * it has not, and what it says of its abilities is not even unpacked.
 */
export type KnownWorker = OwnWorker | (Said & { readonly isOurs: false; readonly abilities: null });

/** A worker says every `BEAT_MS` that it is there, and is gone when it has not for so long. */
export const WORKER_GONE_MS = 20_000;

const fieldsOf = ({ mac: _, ...notice }: WorkerNotice): SignedField[] => [
  ...[notice.id, notice.key, notice.kind, notice.jobs, notice.canary, notice.at],
  ...[notice.abilities.hash, notice.abilities.size, JSON.stringify(notice.counts)],
];

export function signWorker(key: QueueKey, worker: Omit<WorkerNotice, 'mac' | 'key'>): WorkerNotice {
  // As it will be read: without fields that JSON leaves out, in the schema's order.
  const notice = workerSchema.parse({ ...worker, key: key.id, mac: '' });
  return { ...notice, mac: key.sign('worker', fieldsOf(notice)) };
}

/**
 * A notice as it may be taken; null for one that is none, or too old.
 *
 * @param read what abilities are, by their reference; null where they are gone
 */
export async function readWorker(
  key: QueueKey,
  text: string,
  now: number,
  read: (ref: ContentRef) => Promise<unknown>,
): Promise<KnownWorker | null> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const found = workerSchema.safeParse(value);
  if (!found.success || found.data.at < now - WORKER_GONE_MS) return null;
  const { mac, ...worker } = found.data;
  const stranger = { ...worker, abilities: null, isOurs: false } as const;
  if (worker.key !== key.id || !key.verifies('worker', fieldsOf(found.data), mac)) return stranger;
  const abilities = abilitiesSchema.safeParse(await read(worker.abilities));
  if (!abilities.success) return null;
  if (worker.kind !== kindOf(abilities.data, key.id)) return stranger;
  return { ...worker, abilities: abilities.data, isOurs: true };
}
