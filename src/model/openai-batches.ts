import { FormData } from 'undici';
import { z } from 'zod';
import type { ChatReply, ChatRequest, ReplySubject } from '../core/chat.ts';
import { ModelConfigError, ModelError } from '../core/errors.ts';
import { asking, RefusedRequest, request } from './endpoint.ts';
import { endpointError } from './endpoint-error.ts';
import { addressOf, type Endpoint, excerpt, explainRefusal, failure } from './failures.ts';
import { readReply } from './read-reply.ts';
import { COMMON_DIALECT, type Dialect, toBody } from './request-dialect.ts';

export interface BatchAsk {
  readonly id: string;
  readonly request: ChatRequest;
  readonly about: ReplySubject;
}

export type BatchAnswer =
  | { readonly id: string; readonly reply: ChatReply }
  | { readonly id: string; readonly error: ModelError };

const TOKEN_FIELD = 'mutagree_submission';
const DIALECT_FIELD = 'mutagree_dialect';
const PAGE = 100;
const ENDED = new Set(['completed', 'expired', 'cancelled']);

const idSchema = z.object({ id: z.string() });
const count = z.number().nullish();
const problemSchema = z.object({ code: z.string().nullish(), message: z.string().nullish() });
const batchSchema = idSchema.extend({
  status: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  request_counts: z.object({ completed: count, failed: count }).nullish(),
  errors: z.object({ data: z.array(problemSchema).nullish() }).nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
});
type Batch = z.infer<typeof batchSchema>;
const pageSchema = z.object({ data: z.array(batchSchema), has_more: z.boolean().nullish() });

function read<T>(schema: z.ZodType<T>, answer: string, endpoint: Endpoint): T {
  try {
    return schema.parse(JSON.parse(answer));
  } catch {
    const said = `${addressOf(endpoint)} answered with something else than batches: ${excerpt(answer, endpoint)}`;
    throw failure('model-not-json', said, { concernsAll: true });
  }
}

function dialectIn(metadata: Batch['metadata']): Dialect {
  const written = metadata?.[DIALECT_FIELD];
  return written === undefined ? COMMON_DIALECT : (JSON.parse(written) as Dialect);
}

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number().int(), body: z.unknown() }).nullish(),
  error: problemSchema.nullish(),
});

function answerOf(line: string, batchId: string, endpoint: Endpoint, dialect: Dialect): BatchAnswer | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) return null;
  const { custom_id: id, response, error } = parsed.data;
  try {
    if (error) {
      const code = error.code ?? 'error';
      throw new ModelError('model-batch-error', `the batch says of it: ${excerpt(error.message ?? code, endpoint)}`);
    }
    if (!response) throw new ModelError('model-batch-error', 'the batch has no answer to it');
    const { status_code: status, body } = response;
    const text = JSON.stringify(body ?? null);
    if (status >= 400) throw explainRefusal({ message: text, ...endpointError(text), status }, endpoint);
    const reply = readReply(text, endpoint);
    return { id, reply: { ...reply, sent: { endpoint: addressOf(endpoint), ...dialect, batch: batchId } } };
  } catch (problem) {
    if (problem instanceof ModelError) return { id, error: problem };
    throw problem;
  }
}

/** `ended`: the answers that there are can be fetched. `failed`: it was refused as a whole, unasked, by a `problem`. */
function progressOf({ status, request_counts: counts, errors }: Batch) {
  const reasons = (errors?.data ?? []).map(({ message, code }) => message ?? code ?? 'no reason given');
  const over = status === 'failed' ? 'failed' : ENDED.has(status) ? 'ended' : 'running';
  return {
    state: over as 'running' | 'ended' | 'failed',
    /** The endpoint's own word, such as `in_progress` or `expired`. */
    status,
    done: (counts?.completed ?? 0) + (counts?.failed ?? 0),
    problem: status === 'failed' ? reasons.slice(0, 3).join('; ') || 'no reason given' : null,
  };
}

/** OpenAI's Batch API (`/files`, `/batches`); our token travels in the metadata. */
export function openAiBatches(endpoint: Endpoint, dialect: () => Dialect) {
  const asked = (signal: AbortSignal, path: string, body?: FormData | string): Promise<string> =>
    asking(endpoint, signal, (either) =>
      request(endpoint, path, either, body === undefined ? {} : { method: 'POST', body }).catch((error: unknown) => {
        if (!(error instanceof RefusedRequest && [404, 405].includes(error.refusal.status))) throw error;
        const problem = `${addressOf(endpoint)} has no batches: it answered ${error.refusal.status}`;
        throw new ModelConfigError('batch-unsupported', problem, {
          hint: 'Leave --batch out: the same command asks singly, and stored results stay.',
        });
      }),
    );
  const found = async (batchId: string, signal: AbortSignal) =>
    read(batchSchema, await asked(signal, `/batches/${batchId}`), endpoint);

  return {
    /** Returns the batch's id. Never tries again: after an error `find` says whether the requests arrived. */
    async submit(token: string, asks: readonly BatchAsk[], signal: AbortSignal): Promise<string> {
      const url = '/v1/chat/completions';
      const lines = asks.map(({ id, request: each }) => {
        const body = toBody(endpoint.model, each, dialect());
        return `${JSON.stringify({ custom_id: id, method: 'POST', url, body })}\n`;
      });
      const upload = new FormData();
      upload.append('purpose', 'batch');
      upload.append('file', new Blob(lines), `${token}.jsonl`);
      const file = read(idSchema, await asked(signal, '/files', upload), endpoint);
      const body = {
        input_file_id: file.id,
        endpoint: url,
        completion_window: '24h',
        metadata: { [TOKEN_FIELD]: token, [DIALECT_FIELD]: JSON.stringify(dialect()) },
      };
      return read(idSchema, await asked(signal, '/batches', JSON.stringify(body)), endpoint).id;
    },
    async find(token: string, signal: AbortSignal): Promise<string | null> {
      for (let after = ''; ; ) {
        const page = read(pageSchema, await asked(signal, `/batches?limit=${PAGE}${after}`), endpoint);
        const own = page.data.find(({ metadata }) => metadata?.[TOKEN_FIELD] === token);
        const last = page.data.at(-1);
        if (own || !last || page.has_more === false) return own?.id ?? null;
        after = `&after=${encodeURIComponent(last.id)}`;
      }
    },
    look: async (batchId: string, signal: AbortSignal) => progressOf(await found(batchId, signal)),
    async *answers(batchId: string, signal: AbortSignal): AsyncIterable<BatchAnswer> {
      const { output_file_id: output, error_file_id: errors, metadata } = await found(batchId, signal);
      for (const file of [output, errors]) {
        if (!file) continue;
        for (const line of (await asked(signal, `/files/${file}/content`)).split('\n')) {
          const answer = answerOf(line, batchId, endpoint, dialectIn(metadata));
          if (answer) yield answer;
        }
      }
    },
  };
}
