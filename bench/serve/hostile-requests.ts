/**
 * 1,000 malformed or hostile requests against `mutagree serve`: damaged JSON, fields of wrong types, deep nesting, huge and
 * slow and broken-off bodies, wrong methods and paths, foreign Host and Origin, half requests. Each kind has the statuses
 * that it may get; ends with 1 where another one came, or where the server does not answer a real request afterwards.
 *
 * npx tsx bench/serve/hostile-requests.ts [--requests 1000] [--seed 1]
 */
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { serve } from '../../src/app/serve-model.ts';
import { createRng, type Rng } from '../../src/core/random.ts';
import { LARGEST, LARGEST_PROMPT, startScriptedUpstream } from './scripted-upstream.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});

interface Hostile {
  readonly kind: string;
  /** 0: the connection ends without an answer. */
  readonly allowed: readonly number[];
  readonly make: (rng: Rng, port: number) => { readonly text: string | Buffer; readonly hangsUp?: boolean };
}

const int = (rng: Rng, below: number) => Math.floor(rng.next() * below);
const VALID = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }], n: 1, stream: false });
const http = (
  port: number,
  body: string,
  {
    method = 'POST',
    path = '/v1/chat/completions',
    headers = {} as Record<string, string>,
    length = Buffer.byteLength(body),
  } = {},
) => {
  const all = {
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    'content-length': String(length),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
};
const ODD = [null, true, -1, 1e308, '', '\ud800', [], {}, [[]], { a: 1 }, 'x'.repeat(5000), Number.MAX_SAFE_INTEGER];
const FIELDS = [
  'model',
  'messages',
  'n',
  'stream',
  'stop',
  'temperature',
  'max_tokens',
  'metadata',
  'stream_options',
  'tools',
  '__proto__',
  'response_format',
];

const KINDS: readonly Hostile[] = [
  {
    kind: 'damaged JSON',
    allowed: [200, 400],
    make: (rng, port) => {
      const at = int(rng, VALID.length);
      return {
        text: http(port, VALID.slice(0, at) + String.fromCharCode(1 + int(rng, 126)) + VALID.slice(at + int(rng, 3))),
      };
    },
  },
  {
    kind: 'a field of another type',
    allowed: [200, 400],
    make: (rng, port) => {
      const field = FIELDS[int(rng, FIELDS.length)] as string;
      const body = { ...JSON.parse(VALID), [field]: ODD[int(rng, ODD.length)] };
      return {
        text: http(port, JSON.stringify(body), {
          path: int(rng, 2) === 0 ? '/v1/completions' : '/v1/chat/completions',
        }),
      };
    },
  },
  {
    kind: 'a prompt for code of odd characters',
    allowed: [200, 400],
    make: (rng, port) => {
      const noise = Array.from({ length: 40 }, () => String.fromCodePoint(1 + int(rng, 0x2fff))).join('');
      const content = `${noise}\ndef ${noise.slice(0, 3)}(`;
      return { text: http(port, JSON.stringify({ messages: [{ role: 'user', content }], max_tokens: 64 })) };
    },
  },
  {
    kind: 'deep nesting',
    allowed: [200, 400],
    make: (_rng, port) => ({ text: http(port, `{"messages":${'['.repeat(100_000)}`) }),
  },
  {
    kind: 'bytes that are no UTF-8',
    allowed: [400],
    make: (_rng, port) => ({ text: Buffer.from(http(port, '{"messages": "\xff\xfe"}', { length: 18 }), 'latin1') }),
  },
  {
    kind: 'a body that is too long',
    allowed: [413, 0],
    make: (_rng, port) => ({ text: http(port, 'x'.repeat(50_000), { length: 9_000_000 }) }),
  },
  {
    kind: 'a body that breaks off',
    allowed: [400, 0],
    make: (rng, port) => ({ text: http(port, VALID.slice(0, int(rng, 40)), { length: 500 }), hangsUp: true }),
  },
  {
    kind: 'two lengths',
    allowed: [400],
    make: (_rng, port) => ({
      text: http(port, VALID).replace('\r\nconnection', '\r\nContent-Length: 3\r\nconnection'),
    }),
  },
  {
    kind: 'length and chunks',
    allowed: [400],
    make: (_rng, port) => ({ text: http(port, VALID, { headers: { 'transfer-encoding': 'chunked' } }) }),
  },
  {
    kind: 'another method',
    allowed: [404, 405, 400],
    make: (rng, port) => ({
      text: http(port, VALID, {
        method: ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'BREW'][int(rng, 7)] as string,
      }),
    }),
  },
  {
    kind: 'another path',
    allowed: [404, 400],
    make: (rng, port) => ({
      text: http(port, VALID, {
        path: [
          '/',
          '/v1',
          '/v1/../../etc/passwd',
          '/v1/chat/completions/%2e%2e',
          `/${'a'.repeat(3000)}`,
          '//evil/v1',
          '/v1/embeddings',
        ][int(rng, 7)] as string,
      }),
    }),
  },
  {
    kind: 'another type',
    allowed: [415],
    make: (_rng, port) => ({ text: http(port, VALID, { headers: { 'content-type': 'text/plain' } }) }),
  },
  {
    kind: 'a foreign Host',
    allowed: [403],
    make: (_rng, port) => ({ text: http(port, VALID, { headers: { host: 'evil.example' } }) }),
  },
  {
    kind: 'no Host',
    allowed: [400],
    make: (_rng, port) => ({ text: http(port, VALID).replace(/host: [^\r]*\r\n/, '') }),
  },
  {
    kind: 'a foreign Origin',
    allowed: [403],
    make: (rng, port) => ({
      text: http(port, VALID, {
        headers: { origin: ['null', 'https://evil.example', `http://127.0.0.1:${port + 1}`][int(rng, 3)] as string },
      }),
    }),
  },
  {
    kind: 'headers that never end',
    allowed: [431, 400, 0],
    make: (_rng, port) => ({ text: http(port, VALID, { headers: { 'x-long': 'y'.repeat(70_000) } }) }),
  },
  {
    kind: 'no HTTP at all',
    allowed: [400, 0],
    make: (rng) => ({
      text: `${Array.from({ length: 200 }, () => String.fromCharCode(int(rng, 128))).join('')}\r\n\r\n`,
      hangsUp: true,
    }),
  },
  {
    kind: 'wishes that are none',
    allowed: [400],
    make: (rng, port) => ({
      text: http(port, VALID, { headers: { 'x-mutagree-samples': ['-1', 'many', '1e9', '0'][int(rng, 4)] as string } }),
    }),
  },
];

/** The status of the answer; 0 where there is none. */
function send(port: number, text: string | Buffer, hangsUp: boolean): Promise<number> {
  return new Promise((resolve) => {
    let answer = '';
    const end = () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      if (hangsUp) setTimeout(() => socket.end(), 20);
    });
    socket.setTimeout(45_000, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.once('close', end).once('error', () => {});
  });
}

const upstream = await startScriptedUpstream(LARGEST);
const bugs: string[] = [];
const server = await serve(
  { model: 'm', baseUrl: upstream.baseUrl, port: 0, samples: 2, variants: 1, jobs: 1 },
  { onEvent: (event) => (event.kind === 'warning' ? bugs.push(event.text) : undefined) },
);
const port = Number(new URL(server.baseUrl).port);
const rng = createRng(Number(values.seed));
const told = new Map<string, Map<number, number>>();
const limit = pLimit(20);
let wrong = 0;
const slow = Array.from(
  { length: 20 },
  () =>
    // One byte a second: never there in time.
    new Promise<number>((resolve) => {
      const from = performance.now();
      const socket = connect(port, '127.0.0.1', () => socket.write(http(port, '', { length: 500 })));
      const timer = setInterval(() => socket.write('x'), 1000);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += String(chunk);
      });
      socket.on('error', () => {});
      socket.once('close', () => {
        clearInterval(timer);
        const seconds = Math.round((performance.now() - from) / 1000);
        console.log(`slow body: ended after ${seconds} s with ${/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'nothing'}`);
        resolve(seconds);
      });
    }),
);
await Promise.all(
  Array.from({ length: Number(values.requests) }, (_, at) => {
    const hostile = KINDS[at % KINDS.length] as Hostile;
    const { text, hangsUp = false } = hostile.make(rng, port);
    return limit(async () => {
      const status = await send(port, text, hangsUp);
      const statuses = told.get(hostile.kind) ?? new Map<number, number>();
      told.set(hostile.kind, statuses.set(status, (statuses.get(status) ?? 0) + 1));
      if (!hostile.allowed.includes(status)) {
        wrong += 1;
        console.log(`WRONG ${hostile.kind}: ${status} for ${JSON.stringify(String(text).slice(0, 300))}`);
      }
    });
  }),
);
const slowest = Math.max(...(await Promise.all(slow)));
for (const [kind, statuses] of told)
  console.log(`${kind}: ${[...statuses].map(([status, n]) => `${status} x ${n}`).join(', ')}`);
const alive = await fetch(`${server.baseUrl}/chat/completions`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: LARGEST_PROMPT }] }),
});
const answered = (await alive.text()).includes('def largest');
console.log(
  `${values.requests} requests: ${wrong} with a wrong status; ${bugs.length} bugs told; alive ${answered}; memory ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`,
);
for (const bug of bugs.slice(0, 3)) console.log(bug);
await server.close();
await upstream.close();
process.exitCode = wrong > 0 || bugs.length > 0 || !answered || slowest > 45 ? 1 : 0;
