import type { ServerResponse } from 'node:http';
import type { Rng } from '../../src/core/random.ts';

/** An answer as the endpoint behind gave it. */
export interface Upstream {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Something that goes wrong on the way. */
export interface Disturbance {
  readonly name: string;
  /** Whether the endpoint behind is asked, and so paid, although its answer never arrives whole. */
  readonly paidAndLost?: true;
  /** Turns the request away without asking anybody, or spoils the answer. */
  readonly at: 'door' | 'answer';
  disturb(response: ServerResponse, answer: Upstream | null, rng: Rng): void | Promise<void>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HOUR_MS = 3_600_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const refusal = (message: string) => JSON.stringify({ error: { message, type: 'error', code: null, param: null } });

const tooMany = (name: string, headers: (rng: Rng) => Record<string, string>): Disturbance => ({
  name,
  at: 'door',
  disturb: (response, _answer, rng) => {
    response.sendDate = false;
    response.writeHead(429, { ...JSON_TYPE, ...headers(rng) }).end(refusal('Rate limit reached'));
  },
});

/** The clock of a server that is some hours wrong, and a moment shortly after by that clock. */
function wrongClock(rng: Rng): Record<string, string> {
  const now = Date.now() + (rng.below(49) - 24) * HOUR_MS;
  return { date: new Date(now).toUTCString(), 'retry-after': new Date(now + 1000).toUTCString() };
}

/** Rate limits come as storms: so many requests in a row are turned away. */
export const storms: readonly Disturbance[] = [
  tooMany('429 without retry-after', () => ({})),
  tooMany('429 with retry-after', () => ({ 'retry-after': '0' })),
  tooMany('429 with retry-after-ms', (rng) => ({ 'retry-after-ms': String(rng.below(200)) })),
  tooMany('429 with a date, by a clock that jumps', wrongClock),
];

const error = (name: string, status: number, contentType: string, body: string): Disturbance => ({
  name,
  at: 'door',
  disturb: (response) => void response.writeHead(status, { 'content-type': contentType }).end(body),
});

const halfOf = (body: string) => body.slice(0, Math.max(1, Math.floor(body.length / 2)));

/** Everything else, one at a time. */
export const single: readonly Disturbance[] = [
  error('500', 500, 'application/json', refusal('The server had an error')),
  error('502 with HTML', 502, 'text/html', '<html><body><h1>502 Bad Gateway</h1></body></html>'),
  error('503', 503, 'application/json', refusal('Overloaded')),
  { name: 'dropped connection', at: 'door', disturb: (response) => void response.destroy() },
  {
    name: 'cut stream',
    at: 'answer',
    paidAndLost: true,
    disturb: (response, answer) => {
      const body = answer?.body ?? '';
      response.writeHead(200, { ...JSON_TYPE, 'content-length': String(Buffer.byteLength(body)) });
      response.write(halfOf(body), () => response.destroy());
    },
  },
  {
    name: 'broken JSON',
    at: 'answer',
    paidAndLost: true,
    disturb: (response, answer) => void response.writeHead(200, JSON_TYPE).end(halfOf(answer?.body ?? '{')),
  },
  {
    name: 'JSON of something else',
    at: 'door',
    disturb: (response) => void response.writeHead(200, JSON_TYPE).end('{"object":"list","data":[]}'),
  },
  {
    name: 'slow body',
    at: 'answer',
    disturb: async (response, answer, rng) => {
      const body = Buffer.from(answer?.body ?? '');
      response.writeHead(answer?.status ?? 200, { 'content-type': answer?.contentType ?? 'application/json' });
      const pieces = 4 + rng.below(8);
      for (let at = 0; at < pieces; at++) {
        response.write(body.subarray((body.length * at) / pieces, (body.length * (at + 1)) / pieces));
        await pause(20 + rng.below(60));
      }
      response.end();
    },
  },
  {
    name: 'duplicated choices',
    at: 'answer',
    disturb: (response, answer) => {
      const value = JSON.parse(answer?.body ?? '{}') as { choices?: unknown[] };
      const choices = [...(value.choices ?? []), ...(value.choices ?? [])];
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ ...value, choices }));
    },
  },
  {
    name: 'an hour in the past',
    at: 'answer',
    disturb: (response, answer) => {
      response.sendDate = false;
      const date = new Date(Date.now() - HOUR_MS).toUTCString();
      response.writeHead(200, { ...JSON_TYPE, date }).end(answer?.body ?? '');
    },
  },
];
