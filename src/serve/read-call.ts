import { z } from 'zod';
import { ApiError } from './api-error.ts';

/** Clients of llama.cpp write -1 for no limit. */
const tokenLimit = z.int().min(1).or(z.literal(-1)).nullish();

/** Fields that we use, without limits of ours: the upstream judges requests that are passed on. */
const common = {
  model: z.string().max(500).nullish(),
  n: z.int().min(1).nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().nullish(),
  max_tokens: tokenLimit,
  metadata: z.record(z.string(), z.unknown()).nullish(),
};
const chatSchema = z
  .looseObject({
    ...common,
    max_completion_tokens: tokenLimit,
    messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })).min(1),
  })
  .transform((body) => ({ body, messages: body.messages }));
const completionSchema = z
  .looseObject({ ...common, prompt: z.union([z.string(), z.array(z.unknown()).min(1)]) })
  .transform((body) => ({ body, messages: [] }));
const responseSchema = z
  .looseObject({
    ...common,
    // The API gives one answer here, and knows no stop sequences.
    n: z.null({ error: 'a response has one answer' }).optional(),
    stop: z.null().optional(),
    max_output_tokens: tokenLimit,
    instructions: z.string().nullish(),
    input: z.union([
      z.string(),
      z.array(z.looseObject({ type: z.string().nullish(), role: z.string().nullish() })).min(1),
    ]),
  })
  .transform((body) => {
    const { instructions, input } = body;
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    // An item that is not a message has an unknown role.
    const turns = items.map(({ type = 'message', role, content }: Readonly<Record<string, unknown>>) =>
      (type ?? 'message') === 'message' && typeof role === 'string'
        ? { role, content }
        : { role: 'item', content: null },
    );
    return { body, messages: [...(instructions ? [{ role: 'system', content: instructions }] : []), ...turns] };
  });

/** The three ways in which the API is asked for text. */
const SCHEMAS = { chat: chatSchema, completion: completionSchema, response: responseSchema } as const;

function limitOf(body: Readonly<Record<string, unknown>>): number | null {
  const limit = body['max_output_tokens'] ?? body['max_completion_tokens'] ?? body['max_tokens'];
  return typeof limit === 'number' && limit > 0 ? limit : null;
}

/** The value of a body, checked as a schema says. @throws ApiError 400 naming the field */
export function readBody<T>(raw: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(parsed(raw));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const param = issue?.path.join('.') ?? '';
  const place = param === '' ? 'the body' : param;
  throw new ApiError(400, `${place}: ${issue?.message ?? 'is wrong'}`, { code: 'request-invalid', param });
}

function parsed(raw: unknown): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw as Buffer | undefined));
  } catch {
    throw new ApiError(400, 'the body is not JSON', { code: 'json-invalid' });
  }
}

const wishSchema = z.object({
  samples: z.coerce.number().int().min(1).max(1000).optional(),
  maxCost: z.coerce.number().positive().optional(),
  maxSeconds: z.coerce.number().positive().optional(),
});
const HEADERS = { samples: 'x-mutagree-samples', maxCost: 'x-mutagree-max-cost', maxSeconds: 'x-mutagree-max-seconds' };

/** More or less than usual, for this request: by header, else by `metadata`. */
function wishesOf(headers: Readonly<Record<string, unknown>>, metadata: Readonly<Record<string, unknown>>) {
  const wishes = Object.entries(HEADERS).map(([name, header]) => [name, headers[header] ?? metadata[name]]);
  const result = wishSchema.safeParse(Object.fromEntries(wishes));
  if (result.success) return result.data;
  const field = String(result.error.issues[0]?.path[0] ?? 'metadata') as keyof typeof HEADERS;
  throw new ApiError(400, `${HEADERS[field]} or metadata.${field} must be a positive number`, { param: field });
}

/** Reads the body of a request as far as we need to understand it. @throws ApiError 400 naming the field */
export function readCall(kind: keyof typeof SCHEMAS, raw: Buffer, headers: Readonly<Record<string, unknown>>) {
  const { body, messages } = readBody<z.output<(typeof SCHEMAS)[typeof kind]>>(raw, SCHEMAS[kind]);
  const stops = body.stop === null || body.stop === undefined ? [] : [body.stop].flat();
  return {
    kind,
    body: body as Readonly<Record<string, unknown>>,
    messages: messages as readonly { readonly role: string; readonly content?: unknown }[],
    /** Most tokens of an answer; null where the request sets no limit. */
    maxTokens: limitOf(body),
    raw,
    contentType: String(headers['content-type'] ?? 'application/json'),
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    n: body.n ?? 1,
    stop: stops.filter((text) => text !== ''),
    wishes: wishesOf(headers, body.metadata ?? {}),
  };
}

export type Call = ReturnType<typeof readCall>;

/** The account of an answer, as in the response's `mutagree` object. */
export interface Account {
  /** Probability that the answer is right, from agreement alone; null where it is unknown. */
  readonly confidence: number | null;
  readonly votes: number;
  readonly samples: number;
  readonly tests_passed: number;
  readonly tests: number;
  readonly variants: number;
  /** Tests that the request itself held, and how many distinct programs pass all of them. */
  readonly given_tests: number;
  readonly given_passed_by: number;
  /** The function that was asked for; null for a script. */
  readonly entry_point: string | null;
  /** Why the answer is a single reply of the model and no consensus; null where it is one. */
  readonly problem: string | null;
  readonly calls: number;
  readonly usd: number | null;
}

export interface Answer {
  readonly texts: readonly string[];
  readonly model: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  readonly account: Account;
}

export interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array> | string | null;
}

/** The plan for a request, before anything is asked or paid. */
export type Plan =
  | { readonly kind: 'solve'; answer(signal: AbortSignal): Promise<Answer> }
  | {
      readonly kind: 'pass';
      /** Kebab-case, such as `tools`: why it is not solved. */
      readonly reason: string;
      send(signal: AbortSignal): Promise<Passed>;
    };

/** Produces the answers; the server implements the protocol. */
export interface Answerer {
  readonly models: readonly string[];
  /** @throws ApiError for a request that can neither be solved nor passed on */
  plan(call: Call): Plan;
}
