import { ConfigError } from '../core/errors.ts';
import { createBudget } from '../model/with-budget.ts';
import { isLoopback, type ModelServer, type ServedRequest, startModelServer } from '../serve/http-server.ts';
import { Answering } from './serving/answering.ts';
import { endpointUrl } from './settings/endpoint-url.ts';
import { isModelFile, requirePrices } from './settings/prices.ts';
import { openSolver } from './solve-question.ts';
import type { SolveSettings } from './solving/solve-settings.ts';
import { inUse, type UseOptions } from './surroundings.ts';

/** How questions are solved, and who may ask them; `maxCost` is for all requests of the server's life. */
export interface ServeSettings extends SolveSettings {
  /** 127.0.0.1; any other but a name of this machine needs an `apiKey`. */
  readonly host?: string | undefined;
  /** 8765; 0 takes a free one. */
  readonly port?: number | undefined;
  /** What clients must send as a bearer token; none on 127.0.0.1. */
  readonly apiKey?: string | undefined;
  /** Questions that are worked on at once; 4. */
  readonly atOnce?: number | undefined;
  /** Questions that may wait behind them; 64, then 429. */
  readonly queue?: number | undefined;
  /** Longest request in bytes; 8 MiB. */
  readonly maxBytes?: number | undefined;
  /** An error, and no single reply of the model, where there is no consensus. */
  readonly strict?: boolean | undefined;
  /** Tell the prompts as notes; off. */
  readonly logPrompts?: boolean | undefined;
}

const OPENAI_URL = 'https://api.openai.com/v1';
const PORT = 8765;

function noteOf({ method, path, status, ms, done }: ServedRequest): string {
  return `${method} ${path} ${status} ${(ms / 1000).toFixed(1)} s${done === '' ? '' : `, ${done}`}`;
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): unknown {
  if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(cause.code ?? '')) return cause;
  return new ConfigError('port-taken', `${host}:${port} cannot be listened on (${cause.code})`, {
    mend: 'Choose another port, or 0 for a free one.',
    cause,
  });
}

/**
 * Puts the consensus behind an OpenAI-compatible endpoint: a request that asks for Python is solved, everything else is
 * passed on. Serves until it is closed, or `signal` is aborted.
 *
 * @throws ConfigError for settings that cannot be, or a port that is taken; ModelConfigError, StoreError
 */
export function serve(settings: ServeSettings, options: UseOptions = {}): Promise<ModelServer> {
  return inUse(options, async ({ env, progress, warn, signal }) => {
    const { host = '127.0.0.1', port = PORT, apiKey, maxCost, model, strict = false, logPrompts = false } = settings;
    if (!isLoopback(host) && (apiKey === undefined || apiKey === '')) {
      throw new ConfigError('api-key-missing', `other machines can reach ${host}, and no API key is set`, {
        mend: 'Give one that clients must know, or listen on 127.0.0.1.',
      });
    }
    const url = endpointUrl({ baseUrl: settings.baseUrl }, env);
    const budget = maxCost === undefined ? null : createBudget({ maxCostUsd: maxCost });
    const { maxCost: _cap, ...each } = settings;
    const solver = await openSolver({ ...each, ...options }, budget ? { budget } : {});
    if (budget && !solver.price) requirePrices([solver.model], {}, 'a cap on cost');
    const isRemote = typeof model === 'string' && !isModelFile(model);
    const upstreamKey = env['OPENAI_API_KEY']?.trim() || null;
    const answering = new Answering(solver, {
      upstream: isRemote
        ? { baseUrl: url ?? OPENAI_URL, apiKey: upstreamKey, model, timeoutMs: settings.requestTimeoutMs ?? 300_000 }
        : null,
      budget,
      isStrict: strict,
      isStored: settings.out !== undefined,
      onQuestion: ({ prompt }) => (logPrompts ? progress.note(prompt) : undefined),
    });
    try {
      await solver.prepare(options);
      const server = await startModelServer(answering, {
        host,
        port,
        apiKey: apiKey ?? null,
        atOnce: settings.atOnce ?? 4,
        queue: settings.queue ?? 64,
        maxBytes: settings.maxBytes ?? 8 * 1024 * 1024,
        onRequest: (request) => progress.note(noteOf(request)),
        onBug: (error) => warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      });
      let closed: Promise<void> | null = null;
      const close = () => {
        closed ??= server.close().finally(() => solver.close());
        return closed;
      };
      signal.addEventListener('abort', () => void close(), { once: true });
      return { ...server, close };
    } catch (error) {
      await solver.close();
      throw cannotListen(host, port, error as NodeJS.ErrnoException);
    }
  });
}
