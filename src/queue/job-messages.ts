import { z } from 'zod';
import type { SandboxLimits, SandboxResult } from '../core/sandbox.ts';
import { type ContentRef, contentRef } from './content.ts';
import type { QueueKey, SignedField } from './queue-secret.ts';

/** Grows when a message changes its shape, so that other versions are told apart before they are read. */
export const PROTOCOL = 2;

/** One program that is to be run on all tests of a suite. */
export interface QueuedRow {
  /** For messages only. */
  readonly id: string;
  readonly code: string;
  /** Index into `suites`. */
  readonly suite: number;
  /** Index into `limits`. */
  readonly limits: number;
}

/** What a job is made of: rows of one task's matrix, or of several small ones. */
export interface JobPayload {
  readonly rows: readonly QueuedRow[];
  readonly suites: readonly ContentRef[];
  readonly limits: readonly SandboxLimits[];
}

/** Per row, in the order of the job. */
export type ResultPayload = readonly SandboxResult[];

/** Why a job could not be done: the sandbox's failure, never a program's. */
export interface FailurePayload {
  readonly code: string;
  readonly message: string;
  readonly mend: string | null;
  /** Whether every worker would fail alike. */
  readonly isFinal: boolean;
}

const name = z.string().min(1).max(200);
const mac = z.string().regex(/^[0-9a-f]{64}$/);

const jobSchema = z.strictObject({
  protocol: z.literal(PROTOCOL),
  key: name,
  run: name,
  job: name,
  /** The kind of worker that it is for. */
  kind: name,
  payload: contentRef,
  /** Milliseconds of Redis's clock after which no worker runs it. */
  until: z.int(),
  mac,
});

/** A job as it lies in Redis. */
export type JobMessage = z.infer<typeof jobSchema>;

const resultSchema = z.strictObject({
  protocol: z.literal(PROTOCOL),
  key: name,
  run: name,
  job: name,
  worker: name,
  outcome: z.enum(['done', 'failed']),
  content: contentRef,
  mac,
});

/** What became of a job, as it lies in Redis. */
export type ResultMessage = z.infer<typeof resultSchema>;

const jobFields = ({ protocol, key, run, job, kind, payload, until }: Omit<JobMessage, 'mac'>): SignedField[] => [
  ...[protocol, key, run, job, kind, payload.hash, payload.size, until],
];

const resultFields = ({
  protocol,
  key,
  run,
  job,
  worker,
  outcome,
  content,
}: Omit<ResultMessage, 'mac'>): SignedField[] => [
  ...[protocol, key, run, job, worker, outcome, content.hash, content.size],
];

export function signJob(key: QueueKey, fields: Omit<JobMessage, 'mac' | 'protocol' | 'key'>): JobMessage {
  const message = { ...fields, protocol: PROTOCOL, key: key.id } as const;
  return { ...message, mac: key.sign('job', jobFields(message)) };
}

export function signResult(key: QueueKey, fields: Omit<ResultMessage, 'mac' | 'protocol' | 'key'>): ResultMessage {
  const message = { ...fields, protocol: PROTOCOL, key: key.id } as const;
  return { ...message, mac: key.sign('result', resultFields(message)) };
}

/** A message that may be believed, or why it may not. */
export type Opened<Message> = { readonly message: Message } | { readonly refused: string };

function opened<Message extends { readonly key: string; readonly mac: string }>(
  key: QueueKey,
  found: z.ZodSafeParseResult<Message>,
  isSigned: (message: Message) => boolean,
): Opened<Message> {
  if (!found.success) return { refused: 'it is not a message of this version of mutagree' };
  if (found.data.key !== key.id) return { refused: 'it was signed with another secret' };
  return isSigned(found.data) ? { message: found.data } : { refused: 'its signature is wrong' };
}

/**
 * A job as a worker may believe it.
 *
 * @param now Redis's clock, in milliseconds
 */
export function openJob(
  key: QueueKey,
  value: unknown,
  { job, kind, now }: { readonly job: string; readonly kind: string; readonly now: number },
): Opened<JobMessage> {
  const found = opened(key, jobSchema.safeParse(value), (message) => {
    return key.verifies('job', jobFields(message), message.mac);
  });
  if ('refused' in found) return found;
  if (found.message.job !== job) return { refused: 'it was signed as another job' };
  if (found.message.kind !== kind) return { refused: 'it was signed for another kind of worker' };
  return found.message.until < now ? { refused: 'its time is over' } : found;
}

/** A result as the coordinator may believe it, of one job of one run. */
export function openResult(
  key: QueueKey,
  value: unknown,
  { run, job }: { readonly run: string; readonly job: string },
): Opened<ResultMessage> {
  const found = opened(key, resultSchema.safeParse(value), (message) => {
    return key.verifies('result', resultFields(message), message.mac);
  });
  if ('refused' in found) return found;
  return found.message.run === run && found.message.job === job
    ? found
    : { refused: 'it is the result of another job' };
}
