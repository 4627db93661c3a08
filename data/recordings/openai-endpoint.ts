import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { ChatModel, ChatReply, ChatRequest } from '../../src/core/chat.ts';
import { InterruptedError, MutagreeError } from '../../src/core/errors.ts';

export interface EndpointOptions {
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  /** A JSONL file that gets an `EndpointLogLine` for each request that was answered. */
  readonly log?: string;
}

/** What the log says of one answered request; equal hashes are the same question asked twice. */
export interface EndpointLogLine {
  readonly at: string;
  readonly status: number;
  readonly bodyHash: string;
  readonly seed: number | null;
  readonly ms: number;
}

export interface Endpoint {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

const bodySchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
  temperature: z.number().default(1),
  top_p: z.number().default(1),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  seed: z.int().optional(),
  stream: z.literal(false).optional(),
  n: z.literal(1).optional(),
});

const DEFAULT_MAX_TOKENS = 512;

function toRequest(body: z.infer<typeof bodySchema>): ChatRequest {
  return {
    messages: body.messages,
    temperature: body.temperature,
    topP: body.top_p,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? DEFAULT_MAX_TOKENS,
    ...(body.seed === undefined ? {} : { seed: body.seed }),
    sample: 0,
  };
}

const FINISH_REASON = { completed: 'stop', truncated: 'length', refused: 'content_filter', failed: 'error' } as const;

function toCompletion(name: string, id: string, { status, text, usage }: ChatReply) {
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: name,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: FINISH_REASON[status] }],
    ...(usage && {
      usage: {
        prompt_tokens: usage.inputTokens,
        completion_tokens: usage.outputTokens,
        total_tokens: usage.inputTokens + usage.outputTokens,
      },
    }),
  };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const problem = (message: string, code: string) => ({ error: { message, type: 'invalid_request_error', code } });

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

interface Answer {
  readonly status: number;
  readonly value: unknown;
  readonly seed: number | null;
}

async function answerChat(model: ChatModel, text: string, hash: string, signal: AbortSignal): Promise<Answer> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { status: 400, value: problem('the body is not JSON', 'invalid_json'), seed: null };
  }
  const parsed = bodySchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = `${issue?.path.join('.')}: ${issue?.message}`;
    return { status: 400, value: problem(message, 'invalid_request'), seed: null };
  }
  const seed = parsed.data.seed ?? null;
  if (parsed.data.model !== model.id) {
    const message = `there is no model "${parsed.data.model}" here, only "${model.id}"`;
    return { status: 404, value: problem(message, 'model_not_found'), seed };
  }
  try {
    const reply = await model.complete(toRequest(parsed.data), signal);
    return { status: 200, value: toCompletion(model.id, hash, reply), seed };
  } catch (error) {
    if (error instanceof InterruptedError) return { status: 499, value: null, seed };
    if (error instanceof MutagreeError) return { status: 400, value: problem(error.message, error.code), seed };
    return { status: 500, value: problem(String(error), 'internal_error'), seed };
  }
}

/**
 * An OpenAI-compatible HTTP server (`/v1/chat/completions`, `/v1/models`) on 127.0.0.1 in front of any model, which
 * requests name by its id. It does not stream. A client that hangs up ends its reply.
 */
export async function serveOpenAi(model: ChatModel, { port = 0, log }: EndpointOptions = {}): Promise<Endpoint> {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method === 'GET' && path === '/v1/models') {
      return send(response, 200, { object: 'list', data: [{ id: model.id, object: 'model', owned_by: 'local' }] });
    }
    if (request.method !== 'POST' || path !== '/v1/chat/completions') {
      return send(response, 404, problem(`there is no ${request.method} ${path}`, 'not_found'));
    }
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const started = Date.now();
    const text = await readBody(request);
    const bodyHash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const { status, value, seed } = await answerChat(model, text, bodyHash, gone.signal);
    if (gone.signal.aborted) return;
    const line: EndpointLogLine = { at: new Date().toISOString(), status, bodyHash, seed, ms: Date.now() - started };
    if (log) appendFileSync(log, `${JSON.stringify(line)}\n`);
    send(response, status, value);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      if (!response.headersSent) send(response, 500, problem(String(error), 'internal_error'));
    });
  });
  // A reply may take minutes on a slow machine.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${taken}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
