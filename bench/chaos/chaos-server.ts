import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRng } from '../../src/core/random.ts';
import { type Disturbance, single, storms, type Upstream } from './disturbances.ts';

export interface ChaosOptions {
  /** The endpoint behind, with its prefix, such as http://127.0.0.1:11434/v1. */
  readonly upstream: string;
  /** The same seed disturbs the same request numbers in the same way. */
  readonly seed?: number;
  /** Share of requests that begin a disturbance, from 0 to 1. */
  readonly rate?: number;
  /** Requests that a storm of 429 turns away, at most. */
  readonly stormLength?: number;
  readonly port?: number;
}

/** What a chaos endpoint did so far. */
export interface ChaosTally {
  requests: number;
  /** Answers that passed untouched. */
  untouched: number;
  /** Answers that were paid for behind and never arrived whole. */
  paidAndLost: number;
  /** Of disturbances that keep a request waiting. */
  delayedMs: number;
  readonly disturbances: Map<string, number>;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function askUpstream(upstream: string, incoming: IncomingMessage, body: Buffer): Promise<Upstream> {
  const path = (incoming.url ?? '/').replace(/^\/v1/, '');
  const { authorization, 'content-type': contentType = 'application/json' } = incoming.headers;
  const response = await fetch(`${upstream.replace(/\/$/, '')}${path}`, {
    method: incoming.method ?? 'POST',
    headers: { 'content-type': contentType, ...(authorization ? { authorization } : {}) },
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  const type = response.headers.get('content-type') ?? 'application/json';
  return { status: response.status, contentType: type, body: await response.text() };
}

/** An endpoint that passes requests on to another and disturbs some of them, by a seed. */
export async function startChaos({ upstream, seed = 0, rate = 0.3, stormLength = 12, port = 0 }: ChaosOptions) {
  const root = createRng(seed);
  const tally: ChaosTally = { requests: 0, untouched: 0, paidAndLost: 0, delayedMs: 0, disturbances: new Map() };
  let storm: { readonly of: Disturbance; left: number } | null = null;

  const drawn = (number: number): Disturbance | null => {
    const rng = root.fork('chaos', number);
    if (storm && storm.left > 0) {
      storm.left -= 1;
      return storm.of;
    }
    if (rng.next() >= rate) return null;
    if (rng.next() < 0.15) {
      storm = { of: storms[rng.below(storms.length)] as Disturbance, left: rng.below(stormLength) };
      return storm.of;
    }
    return single[rng.below(single.length)] as Disturbance;
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const number = tally.requests++;
    const body = await bodyOf(incoming);
    const disturbance = drawn(number);
    const answer = disturbance?.at === 'door' ? null : await askUpstream(upstream, incoming, body).catch(() => null);
    if (!disturbance || (disturbance.at === 'answer' && answer?.status !== 200)) {
      tally.untouched += 1;
      if (!answer) response.destroy();
      else response.writeHead(answer.status, { 'content-type': answer.contentType }).end(answer.body);
      return;
    }
    const { name, paidAndLost = false } = disturbance;
    tally.disturbances.set(name, (tally.disturbances.get(name) ?? 0) + 1);
    if (paidAndLost) tally.paidAndLost += 1;
    const started = performance.now();
    await disturbance.disturb(response, answer, root.fork('how', number));
    tally.delayedMs += performance.now() - started;
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    tally,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What it did, in lines. */
export function tallyLines({ requests, untouched, paidAndLost, delayedMs, disturbances }: ChaosTally): string[] {
  const sorted = [...disturbances].sort(([, a], [, b]) => b - a);
  return [
    `${requests} requests, ${untouched} passed untouched, ${paidAndLost} answers paid for behind and lost on the way`,
    ...sorted.map(([name, times]) => `  ${String(times).padStart(5)}  ${name}`),
    `  slow bodies kept requests waiting for ${(delayedMs / 1000).toFixed(1)} s in all`,
  ];
}
