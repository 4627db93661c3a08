import { type OpenAI, toFile } from 'openai';
import { z } from 'zod';
import type { ChatReply, ChatRequest, ReplySubject } from '../core/chat.ts';
import { ModelConfigError, ModelError } from '../core/errors.ts';
import { asking, refusalIn } from './endpoint.ts';
import { endpointError } from './endpoint-error.ts';
import { addressOf, type Endpoint, excerpt, explainRefusal, failure } from './failures.ts';
import { readReply } from './read-reply.ts';
import { type Dialect, dialectOf, toBody } from './request-dialect.ts';

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

function dialectIn(metadata: OpenAI.Batch['metadata']): Dialect {
  const written = metadata?.[DIALECT_FIELD];
  return written === undefined ? dialectOf([]) : (JSON.parse(written) as Dialect);
}

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number().int(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
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
      throw failure('model-batch-error', `the batch says of it: ${excerpt(error.message ?? code, endpoint)}`);
    }
    if (!response) throw failure('model-batch-error', 'the batch has no answer to it');
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
function progressOf({ status, request_counts: counts, errors }: OpenAI.Batch) {
  const reasons = (errors?.data ?? []).map(({ message, code }) => message ?? code ?? 'no reason given');
  const state = status === 'failed' ? 'failed' : ENDED.has(status) ? 'ended' : 'running';
  return {
    state,
    /** The endpoint's own word, such as `in_progress` or `expired`. */
    status,
    done: (counts?.completed ?? 0) + (counts?.failed ?? 0),
    problem: status === 'failed' ? reasons.slice(0, 3).join('; ') || 'no reason given' : null,
  };
}

/** OpenAI's Batch API (`/files`, `/batches`); our token travels in the metadata. */
export function openAiBatches(client: OpenAI, endpoint: Endpoint, dialect: () => Dialect) {
  const asked = <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    asking(endpoint, signal, (either) =>
      work(either).catch((error: unknown) => {
        const status = refusalIn(error)?.status;
        if (status !== 404 && status !== 405) throw error;
        const problem = `${addressOf(endpoint)} has no batches: it answered ${status}`;
        throw new ModelConfigError('batch-unsupported', problem, {
          hint: 'Leave --batch out: the same command asks singly, and stored results stay.',
        });
      }),
    );

  return {
    /** Returns the batch's id. Never tries again: after an error `find` says whether the requests arrived. */
    submit: (token: string, asks: readonly BatchAsk[], signal: AbortSignal) =>
      asked(signal, async (either) => {
        const text = (ask: BatchAsk) =>
          `${JSON.stringify({ custom_id: ask.id, method: 'POST', url: '/v1/chat/completions', body: toBody(endpoint.model, ask.request, dialect()) })}\n`;
        const upload = await toFile(Buffer.from(asks.map(text).join('')), `${token}.jsonl`);
        const file = await client.files.create({ file: upload, purpose: 'batch' }, { signal: either });
        const { id } = await client.batches.create(
          {
            input_file_id: file.id,
            endpoint: '/v1/chat/completions',
            completion_window: '24h',
            metadata: { [TOKEN_FIELD]: token, [DIALECT_FIELD]: JSON.stringify(dialect()) },
          },
          { signal: either },
        );
        return id;
      }),
    find: (token: string, signal: AbortSignal) =>
      asked<string | null>(signal, async (either) => {
        for await (const batch of client.batches.list({ limit: PAGE }, { signal: either })) {
          if (batch.metadata?.[TOKEN_FIELD] === token) return batch.id;
        }
        return null;
      }),
    look: (batchId: string, signal: AbortSignal) =>
      asked(signal, async (either) => progressOf(await client.batches.retrieve(batchId, { signal: either }))),
    async *answers(batchId: string, signal: AbortSignal): AsyncIterable<BatchAnswer> {
      const batch = await asked(signal, (either) => client.batches.retrieve(batchId, { signal: either }));
      for (const file of [batch.output_file_id, batch.error_file_id]) {
        if (!file) continue;
        const text = await asked(signal, async (either) => {
          return (await client.files.content(file, { signal: either })).text();
        });
        for (const line of text.split('\n')) {
          const answer = answerOf(line, batchId, endpoint, dialectIn(batch.metadata));
          if (answer) yield answer;
        }
      }
    },
  };
}
