import { z } from 'zod';
import { ConfigError } from '../core/errors.ts';
import { createBudget } from '../model/account.ts';
import { isLoopback, type ModelServer, startModelServer } from '../serve/http-server.ts';
import { readBody } from '../serve/read-call.ts';
import { sharedSandbox } from './assembly/open-sandbox.ts';
import { type UseOptions, withContext } from './context.ts';
import { type ScoreOptions, score, scoreItem } from './score-programs.ts';
import { Answering } from './serving/answering.ts';
import { checkSettings } from './settings/check-settings.ts';
import { endpointUrl, modelFile } from './settings/prices.ts';
import type { SettingsOf } from './settings/setting.ts';
import { serveSettings } from './settings/verb-settings.ts';
import { openSolver, type SolveSettings } from './solve-question.ts';

/** How questions are solved, and who may ask them; `maxCost` is for all requests of the server's life. */
export type ServeSettings = SolveSettings & SettingsOf<typeof serveSettings>;

const OPENAI_URL = 'https://api.openai.com/v1';

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): unknown {
  if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(cause.code ?? '')) return cause;
  return new ConfigError('port-taken', `${host}:${port} cannot be listened on (${cause.code})`, {
    hint: 'Choose another --port, or 0 for a free one.',
    cause,
  });
}

const MOST_ITEMS = 1024;
const scoreBody = z.strictObject({ items: z.array(scoreItem).min(1).max(MOST_ITEMS) });

/**
 * Serves the consensus as an OpenAI-compatible endpoint: a request for Python is solved, all others are passed on.
 * Serves until it is closed, or `signal` is aborted.
 *
 * @throws ConfigError for invalid settings, or a port in use; ModelConfigError, StoreError
 */
export function serve(settings: ServeSettings, options: UseOptions = {}): Promise<ModelServer> {
  return withContext(options, async ({ env, progress, warn, signal }) => {
    const { maxCost, model, ...rest } = settings;
    const own = Object.fromEntries(Object.entries(settings).filter(([name]) => name in serveSettings));
    const { host, port, apiKey, strict, logPrompts, ...limits } = checkSettings(serveSettings, own, { verb: 'serve' });
    if (!isLoopback(host) && (apiKey === undefined || apiKey === '')) {
      throw new ConfigError('api-key-missing', `other machines can reach ${host}, and no API key is set`, {
        hint: 'Give one that clients must know (--api-key), or listen on 127.0.0.1.',
      });
    }
    const url = endpointUrl({ baseUrl: settings.baseUrl }, env);
    const budget = maxCost === undefined ? null : createBudget({ maxCostUsd: maxCost });
    const sandbox = sharedSandbox(settings);
    const solver = await openSolver({ ...rest, model, ...options }, { sandbox, ...(budget ? { budget } : {}) });
    const closeAll = () => solver.close().then(() => sandbox.close());
    const isRemote = typeof model === 'string' && modelFile(model) === undefined;
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
        ...limits,
        score: async (body, signal) => {
          const options = { ...settings, ...limits, env, signal } as ScoreOptions;
          return { items: await score(readBody(body, scoreBody).items, options, sandbox) };
        },
        onRequest: ({ method, path, status, ms, done }) =>
          progress.note(`${method} ${path} ${status} ${(ms / 1000).toFixed(1)} s${done && `, ${done}`}`),
        onBug: (error) => warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      });
      let closed: Promise<void> | null = null;
      const close = () => {
        closed ??= server.close().finally(closeAll);
        return closed;
      };
      signal.addEventListener('abort', () => void close(), { once: true });
      return { ...server, close };
    } catch (error) {
      await closeAll();
      throw cannotListen(host, port, error as NodeJS.ErrnoException);
    }
  });
}
