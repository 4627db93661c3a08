import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an endpoint does with one request. */
export type FakeAnswer =
  | { readonly kind: 'reply'; readonly text: string; readonly finishReason?: string; readonly usage?: false }
  | { readonly kind: 'json'; readonly value: unknown; readonly status?: number; readonly headers?: Headers }
  | {
      readonly kind: 'raw';
      readonly body: string;
      readonly status?: number;
      readonly contentType?: string;
      readonly headers?: Headers;
    }
  | { readonly kind: 'slow'; readonly ms: number; readonly text: string }
  /** Sends half a body, and either nothing more or a broken connection. */
  | { readonly kind: 'half-body' | 'reset' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'drop' };
type Headers = Readonly<Record<string, string>>;

export interface FakeRequest {
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeEndpoint {
  readonly baseUrl: string;
  readonly requests: readonly FakeRequest[];
  close(): Promise<void>;
}

export const httpError = (status: number, message: string, headers: Headers = {}): FakeAnswer => ({
  kind: 'json',
  status,
  headers,
  value: { error: { message, type: 'error', code: null, param: null } },
});

function completion(text: string, finishReason: string, usage: boolean) {
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finishReason }],
    ...(usage ? { usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } } : {}),
  };
}

function sendText(response: ServerResponse, status: number, contentType: string, body: string, headers: Headers = {}) {
  response.writeHead(status, { 'content-type': contentType, ...headers }).end(body);
}

function perform(answer: FakeAnswer, response: ServerResponse): void {
  const sendReply = (text: string, finishReason = 'stop', usage = true) =>
    sendText(response, 200, 'application/json', JSON.stringify(completion(text, finishReason, usage)));
  const { kind } = answer;
  if (kind === 'reply') sendReply(answer.text, answer.finishReason, answer.usage ?? true);
  if (kind === 'json') {
    sendText(response, answer.status ?? 200, 'application/json', JSON.stringify(answer.value), answer.headers);
  }
  if (kind === 'raw') {
    sendText(response, answer.status ?? 200, answer.contentType ?? 'text/html', answer.body, answer.headers);
  }
  if (kind === 'slow') setTimeout(() => sendReply(answer.text), answer.ms);
  if (kind === 'half-body')
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices": [{"mess');
  if (kind === 'reset') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' });
    response.write('{"choices": [{"mess', () => response.destroy());
  }
  if (kind === 'drop') response.destroy();
}

/**
 * A chat endpoint that answers by script: the n-th request gets what `answer` says for it (from 0). It keeps what it
 * was asked.
 */
export async function startFakeEndpoint(
  answer: (index: number, request: FakeRequest) => FakeAnswer,
): Promise<FakeEndpoint> {
  const requests: FakeRequest[] = [];
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    const request = { url: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text || '{}') };
    requests.push(request);
    perform(answer(requests.length - 1, request), response);
  });
  return { requests, ...(await listening(server)) };
}

/** The address of a server that listens until this process ends, and how to end it with its connections before. */
export async function listening(server: Server) {
  await new Promise<void>((resolve) => server.unref().listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close };
}
