import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../../src/app/serve-model.ts';
import type { ModelServer } from '../../../src/serve/http-server.ts';
import { type FakeEndpoint, startFakeEndpoint } from '../../fakes/fake-endpoint.ts';

const SECRET = 'upstream-secret';
const PROMPT = 'what nobody else may read';
let endpoint: FakeEndpoint;
let server: ModelServer;
let port: number;
const notes: string[] = [];

beforeAll(async () => {
  endpoint = await startFakeEndpoint((_at, { body }) => ({
    kind: 'reply',
    text: `echo ${JSON.stringify(body['messages'])}`,
  }));
  const settings = { model: 'm', sandbox: 'process', jobs: 1, port: 0, retries: 0, baseUrl: endpoint.baseUrl } as const;
  const onEvent = (event: object) => {
    if ('text' in event) notes.push(String(event.text));
  };
  server = await serve(settings, { onEvent, env: { OPENAI_API_KEY: SECRET } });
  port = Number(new URL(server.baseUrl).port);
});
afterAll(() => server.close());

/** What the server says to bytes of our own until it closes. */
function say(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(4000, () => socket.destroy());
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
  });
}

const BODY = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: PROMPT }] });
const post = (lines: readonly string[], body = BODY, path = '/v1/chat/completions') =>
  [
    `POST ${path} HTTP/1.1`,
    ...lines,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
const ours = () => `Host: 127.0.0.1:${port}`;

test('an honest request is answered', async () => {
  expect(await say(post([ours()]))).toContain(PROMPT);
});

test.each<[string, () => string]>([
  ['two hosts', () => post(['Host: evil.example', ours()])],
  ['two hosts, ours first', () => post([ours(), 'Host: evil.example'])],
  ['an origin of another site', () => post([ours(), 'Origin: http://evil.example'])],
  ['a host in capitals of another site', () => post([`HOST: EVIL.EXAMPLE:${port}`])],
  ['a host with a dot behind it', () => post([`Host: localhost.:${port}`])],
  ['a host by its number', () => post([`Host: 2130706433:${port}`])],
  ['a host of another port', () => post(['Host: 127.0.0.1:1'])],
  ['an absolute address', () => post(['Host: evil.example'], BODY, 'http://evil.example/v1/chat/completions')],
  ['an origin that is nothing', () => post([ours(), 'Origin: null'])],
  ['two origins', () => post([ours(), `Origin: http://127.0.0.1:${port}`, 'Origin: http://evil.example'])],
  ['an origin of this machine at another port', () => post([ours(), 'Origin: http://127.0.0.1:1'])],
  ['an origin by TLS', () => post([ours(), `Origin: https://127.0.0.1:${port}`])],
  ['an origin with our name as its user', () => post([ours(), `Origin: http://127.0.0.1:${port}@evil.example`])],
  ['a page of another site without an origin', () => post([ours(), 'Sec-Fetch-Site: cross-site'])],
  ['a line folded into the host', () => post([`X: 1\r\n ${ours()}`])],
  ['a form of a page', () => post([ours()]).replace('application/json', 'text/plain')],
])('%s', async (_, bytes) => {
  const before = endpoint.requests.length;
  const answer = await say(bytes());
  expect(answer).toMatch(/^HTTP\/1\.1 4/);
  expect(answer.toLowerCase()).not.toContain('access-control');
  expect(answer).not.toContain(SECRET);
  expect(endpoint.requests.length).toBe(before);
});

test.each<[string, () => string]>([
  ['both lengths', () => post([ours(), 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
  ['two lengths', () => post([ours(), 'Content-Length: 3'])],
  ['a length with a sign', () => post([ours()]).replace(/Content-Length: (\d+)/, 'Content-Length: +$1')],
  [
    'a chunk that is longer than it says',
    () =>
      post([ours()])
        .replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
        .replace(BODY, `1\r\n${BODY}\r\n0\r\n\r\n`),
  ],
  ['a bare line feed', () => post([`${ours()}\nContent-Length: 0`])],
])('a second request hidden behind %s', async (_, bytes) => {
  const hidden = `GET /v1/models HTTP/1.1\r\n${ours()}\r\nConnection: close\r\n\r\n`;
  expect((await say(bytes().replace('Connection: close\r\n', '') + hidden)).match(/ 200 /g)?.length ?? 0).toBeLessThan(
    2,
  );
});

test.each([
  ['a prototype', '"__proto__":{"model":"x"}'],
  ['a constructor', '"constructor":{"prototype":{"polluted":1}}'],
  ['a metadata of everything', '"metadata":{"__proto__":{"samples":1000},"samples":"1e3x"}'],
  ['depth', `"x":${'['.repeat(20_000)}${']'.repeat(20_000)}`],
])('a body with %s', async (_, field) => {
  const answer = await say(post([ours()], BODY.replace(/}$/, `,${field}}`)));
  expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400|413)/);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(await say(post([ours()]))).toContain(PROMPT);
});

test('a path that would write lines of its own to the terminal', async () => {
  await say(`GET /v1/%0aPOST%20/v1/chat/completions%20200\u001b[2J HTTP/1.1\r\n${ours()}\r\nConnection: close\r\n\r\n`);
  await say(`GET /v1/x?${'\u009b'}2J HTTP/1.1\r\n${ours()}\r\nConnection: close\r\n\r\n`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(notes.filter((note) => /[\n\u001b\u009b]/.test(note))).toEqual([]);
});
