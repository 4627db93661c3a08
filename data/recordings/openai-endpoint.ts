import { appendFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { ChatModel } from '../../src/core/chat.ts';
import { hashOf } from '../../src/core/hash.ts';

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  seed: z.int().optional(),
});

export interface EndpointOptions {
  /** 0 takes a free one. */
  readonly port?: number;
  /** JSONL file that gets a line for each request: its hash, when it was answered. */
  readonly log?: string;
}

export interface Endpoint {
  /** With `/v1`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const failure = (message: string, type: string) => ({ error: { message, type, code: null, param: null } });

async function answer(model: ChatModel, text: string, response: ServerResponse): Promise<void> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return send(response, 400, failure('the body is not JSON', 'invalid_request_error'));
  }
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return send(response, 400, failure(z.prettifyError(parsed.error), 'invalid_request_error'));
  const { messages, temperature, top_p, max_tokens, max_completion_tokens, stop, seed, model: name } = parsed.data;
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  const reply = await model.complete(
    {
      messages,
      temperature: temperature ?? 1,
      topP: top_p ?? 1,
      maxTokens: max_tokens ?? max_completion_tokens ?? 512,
      ...(stop ? { stop: typeof stop === 'string' ? [stop] : stop } : {}),
      ...(seed === undefined ? {} : { seed }),
      sample: 0,
    },
    abort.signal,
  );
  const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {};
  send(response, 200, {
    id: `chatcmpl-${hashOf(text)}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: name,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.text },
        finish_reason: reply.status === 'truncated' ? 'length' : 'stop',
      },
    ],
    usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
  });
}

/** Serves a model as OpenAI's chat completions do, on this machine alone. */
export async function serveOpenAi(model: ChatModel, { port = 0, log }: EndpointOptions = {}): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    try {
      if (request.method === 'GET' && request.url === '/v1/models') {
        return send(response, 200, { object: 'list', data: [{ id: model.id, object: 'model' }] });
      }
      if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
        return send(response, 404, failure(`no such path: ${request.method} ${request.url}`, 'not_found_error'));
      }
      const text = await bodyOf(request);
      await answer(model, text, response);
      if (log)
        await appendFile(
          log,
          `${JSON.stringify({ at: new Date().toISOString(), request: hashOf(text), answered: !response.destroyed })}\n`,
        );
    } catch (error) {
      if (!response.destroyed)
        send(response, 500, failure(error instanceof Error ? error.message : String(error), 'server_error'));
    }
  });
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
