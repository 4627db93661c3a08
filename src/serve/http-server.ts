import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { endedBy } from '../core/ended-by.ts';
import { InterruptedError } from '../core/errors.ts';
import { accountHeaders, answerBody, answerEvents } from './answer-body.ts';
import { ApiError, toApiError } from './api-error.ts';
import { sendEvents } from './event-stream.ts';
import { guardRequest } from './guard-requests.ts';
import { type Answerer, type Call, readCall } from './read-call.ts';

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly apiKey: string | null;
  readonly atOnce: number;
  /** Questions that may wait; beyond them 429. */
  readonly queue: number;
  readonly maxBytes: number;
  /** Rewards for the body of a request to `/v1/score`. @throws ApiError 400 */
  readonly score: (body: unknown, signal: AbortSignal) => Promise<unknown>;
  /** Hears each request, for the terminal; no prompt, no key. `status` is 499 where the client hung up. */
  readonly onRequest: (
    request: Readonly<Record<'method' | 'path' | 'done', string> & Record<'status' | 'ms', number>>,
  ) => void;
  readonly onBug: (error: unknown) => void;
}

/** Requests that are passed on cost us nothing but a connection. */
const PASSED_AT_ONCE = 64;
const MOST_CONNECTIONS = 1024;
const REQUEST_MS = 30_000;
const HUNG_UP = 499;

export const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '::1'].includes(host);

const pathOf = (url: string): string => (url.split('?', 1)[0] ?? '').slice(0, 200);

/** Aborted when the client hangs up, or the server ends. */
function endOf(reply: FastifyReply, ending: AbortSignal): { signal: AbortSignal; hungUp: () => boolean } {
  const gone = new AbortController();
  const end = endedBy([gone.signal, ending]);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new InterruptedError());
    end.release();
  });
  return { signal: end.signal, hungUp: () => gone.signal.aborted };
}

/** The server without its routes: its limits, its guard and its errors; `done` receives each result. */
function bareServer({ host, apiKey, maxBytes, onRequest, onBug }: ServerOptions, done: WeakMap<object, string>) {
  const app: FastifyInstance = fastify({
    bodyLimit: maxBytes,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: REQUEST_MS / 2, connectionsCheckingInterval: 1000 },
    forceCloseConnections: true,
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  app.removeAllContentTypeParsers();
  // A form of a web page can send this without a preflight: no request of the API.
  app.addContentTypeParser(
    /^(?!application\/x-www-form-urlencoded|text\/plain)/,
    { parseAs: 'buffer' },
    (_request, body, parsed) => parsed(null, body),
  );
  const port = () => (app.server.address() as AddressInfo | null)?.port ?? 0;
  const guard = { apiKey, isLocal: isLoopback(host), port };
  app.addHook('onRequest', async (request, reply) => {
    const from = performance.now();
    // A response that the client did not wait for is never finished, but always closed.
    reply.raw.once('close', () =>
      onRequest({
        method: request.method,
        path: pathOf(request.url),
        status: reply.raw.writableFinished ? reply.raw.statusCode : HUNG_UP,
        ms: Math.round(performance.now() - from),
        // `solved`, `passed: tools`, or nothing for the rest.
        done: done.get(request) ?? '',
      }),
    );
    guardRequest(request.raw, request.url === '/healthz' ? { ...guard, apiKey: null } : guard);
  });
  app.setErrorHandler((error, _request, reply) => {
    const known = toApiError(error);
    if (!known) onBug(error);
    const shown = known ?? new ApiError(500, 'internal error; the terminal of the server says more');
    reply.code(shown.status).headers(shown.headers).send(shown.toBody());
  });
  app.setNotFoundHandler(({ method, url }) => {
    const path = pathOf(url);
    const allow = (['GET', 'POST'] as const).find((other) => app.hasRoute({ method: other, url: path }));
    if (allow) throw new ApiError(405, `${path} takes ${allow}, not ${method}`, { headers: { allow } });
    throw new ApiError(404, `there is no ${method} ${url.slice(0, 200)} here`, { code: 'unknown_url' });
  });
  return app;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function addModelRoutes(app: FastifyInstance, ids: readonly string[]): void {
  const created = Math.floor(Date.now() / 1000);
  const models = ids.map((id) => ({ id, object: 'model', created, owned_by: 'mutagree' }));
  app.get('/v1/models', async () => ({ object: 'list', data: models }));
  app.get<{ Params: { '*': string } }>('/v1/models/*', async ({ params }) => {
    const found = models.find(({ id }) => id === params['*']);
    if (found) return found;
    throw new ApiError(404, `there is no model "${params['*']}" here`, { code: 'model_not_found', param: 'model' });
  });
}

/** Lets so many requests of one kind work at once, and so many wait. */
function admission(atOnce: number, waiting: number) {
  const limit = pLimit(atOnce);
  /** @throws ApiError 429 where too many wait already */
  const requireRoom = () => {
    if (limit.pendingCount < waiting) return;
    throw new ApiError(429, `${waiting} requests wait already`, {
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': '5' },
    });
  };
  /** @throws ApiError 429; the signal's reason where it was aborted while it waited */
  const run = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    requireRoom();
    return limit(() => {
      signal.throwIfAborted();
      return work();
    });
  };
  return { requireRoom, run };
}

/** Answers solved and passed-on requests, each kind within its own limits. */
function answering(
  answerer: Answerer,
  { atOnce, queue, onBug }: Pick<ServerOptions, 'atOnce' | 'queue' | 'onBug'>,
  ending: AbortSignal,
  done: WeakMap<object, string>,
): (kind: Call['kind']) => Handler {
  const solving = admission(atOnce, queue);
  const passing = admission(PASSED_AT_ONCE, queue);

  return (kind) => async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) throw new ApiError(400, 'the request has no body', { code: 'request-invalid' });
    const call = readCall(kind, request.body, request.headers);
    const plan = answerer.plan(call);
    done.set(request, plan.kind === 'solve' ? 'solved' : `passed: ${plan.reason}`);
    const { signal, hungUp } = endOf(reply, ending);
    if (plan.kind === 'pass') {
      const { status, headers, body } = await passing.run(signal, () => plan.send(signal));
      reply.code(status).headers({ ...headers, 'x-mutagree-passthrough': plan.reason });
      if (body === null || typeof body === 'string') return reply.send(body ?? '');
      return reply.send(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]));
    }
    const work = () => solving.run(signal, () => plan.answer(signal));
    if (!call.stream) {
      const answer = await work();
      return hungUp() ? reply : reply.headers(accountHeaders(answer)).send(answerBody(call, answer));
    }
    solving.requireRoom();
    reply.hijack();
    try {
      await sendEvents(reply.raw, call, async () => answerEvents(call, await work()));
    } catch (error) {
      if (!hungUp() && !toApiError(error)) onBug(error);
    }
    return reply;
  };
}

/** OpenAI's chat completions, text completions and responses over HTTP, and rewards for programs. */
export async function startModelServer(answerer: Answerer, options: ServerOptions) {
  const { host } = options;
  const ending = new AbortController();
  const done = new WeakMap<object, string>();
  const app = bareServer(options, done);
  const answer = answering(answerer, options, ending.signal, done);
  app.post('/v1/chat/completions', answer('chat'));
  app.post('/v1/completions', answer('completion'));
  app.post('/v1/responses', answer('response'));
  const scoring = admission(options.atOnce, options.queue);
  app.post('/v1/score', async (request, reply) => {
    const { signal } = endOf(reply, ending.signal);
    done.set(request, 'scored');
    return scoring.run(signal, () => options.score(request.body, signal));
  });
  addModelRoutes(app, answerer.models);
  app.get('/healthz', async () => ({ status: 'ok' }));

  await app.listen({ host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`,
    close: async () => {
      ending.abort(new InterruptedError());
      await app.close();
    },
  };
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;
