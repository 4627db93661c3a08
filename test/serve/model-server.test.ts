import OpenAI from 'openai';
import { afterEach, describe, expect, test } from 'vitest';
import type { UseEvent } from '../../src/app/context.ts';
import { type ServeSettings, serve } from '../../src/app/serve-model.ts';
import type { ModelServer } from '../../src/serve/http-server.ts';
import { type FakeAnswer, type FakeEndpoint, type FakeRequest, startFakeEndpoint } from '../fakes/fake-endpoint.ts';

const STUB =
  'def largest(numbers):\n    """Return the largest number, or None.\n\n    >>> largest([1, 3])\n    3\n    """\n';
const RIGHT = 'def largest(numbers):\n    return max(numbers, default=None)';
const EMPTY = 'def largest(numbers):\n    return max(numbers)';
const TESTS = 'assert largest([5]) == 5\nassert largest([]) is None\nassert largest([2, 9, 4]) == 9';

const wordsOf = ({ body }: FakeRequest) => (body['messages'] as { content: string }[]).at(-1)?.content ?? '';
/** Of three programs, one is wrong; whatever asks for none is told back. */
const scripted = (at: number, request: FakeRequest): FakeAnswer => {
  const words = wordsOf(request);
  const name = /def (\w+)\(/.exec(words)?.[1];
  if (name === undefined) return { kind: 'reply', text: `echo ${words}` };
  const text = /assert statements/.test(words) ? TESTS : `\`\`\`python\n${at % 3 === 2 ? EMPTY : RIGHT}\n\`\`\``;
  return { kind: 'reply', text: text.replaceAll('largest', name) };
};
const slowly = (ms: number) => (at: number, request: FakeRequest) =>
  ({ kind: 'slow', ms, text: (scripted(at, request) as { text: string }).text }) as const;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

interface Started {
  readonly server: ModelServer;
  readonly endpoint: FakeEndpoint;
  readonly notes: string[];
  readonly client: OpenAI;
}

async function start(settings: ServeSettings = {}, answer = scripted): Promise<Started> {
  const endpoint = await startFakeEndpoint(answer);
  opened.push(endpoint);
  const notes: string[] = [];
  const onEvent = (event: UseEvent) => {
    if ('text' in event) notes.push(event.text);
  };
  const quick = { model: 'm', sandbox: 'process', jobs: 1, samples: 6, variants: 3, port: 0, retries: 0 } as const;
  const server = await serve(
    { ...quick, baseUrl: endpoint.baseUrl, priceInput: 1, priceOutput: 1, ...settings },
    { onEvent, env: { OPENAI_API_KEY: 'upstream-secret' } },
  );
  opened.push(server);
  const client = new OpenAI({ baseURL: server.baseUrl, apiKey: settings.apiKey ?? 'any', maxRetries: 0 });
  return { server, endpoint, notes, client };
}
const asked = (content: string, more: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user' as const, content }],
  ...more,
});
const post = (server: ModelServer, body: unknown, headers: Record<string, string> = {}, path = 'chat/completions') =>
  fetch(`${server.baseUrl}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('a request for a program', () => {
  test('is answered with the consensus, what it took, and what was done', async () => {
    const { client, endpoint } = await start();
    const { data, response } = await client.chat.completions.create(asked(STUB)).withResponse();
    expect(data.choices[0]?.message.content).toBe(`${RIGHT}\n`);
    expect(data.choices[0]?.finish_reason).toBe('stop');
    const calls = endpoint.requests.length;
    expect(data.usage).toEqual({ prompt_tokens: 7 * calls, completion_tokens: 3 * calls, total_tokens: 10 * calls });
    expect(response.headers.get('x-mutagree-samples')).toBe(String(calls / 2));
    expect((data as unknown as { mutagree: unknown }).mutagree).toMatchObject({
      entry_point: 'largest',
      tests_passed: 3,
      given_tests: 1,
      problem: null,
      calls,
      usd: (10 * calls) / 1e6,
    });
  });

  test('streams the same, ends with the usage, and several answers are the sets', async () => {
    const { client } = await start();
    const stream = await client.chat.completions.create({
      ...asked(`In a code block:\n\`\`\`python\n${STUB}\`\`\``, { n: 2 }),
      stream: true,
      stream_options: { include_usage: true },
    });
    const texts = ['', ''];
    let usage = 0;
    for await (const { choices, usage: counted } of stream) {
      for (const { index, delta } of choices) texts[index] += delta.content ?? '';
      usage += counted?.total_tokens ?? 0;
    }
    expect(texts).toEqual([`\`\`\`python\n${RIGHT}\n\`\`\``, `\`\`\`python\n${EMPTY}\n\`\`\``]);
    expect(usage).toBeGreaterThan(0);
  });

  test('is a response where one was asked for, whole and in events', async () => {
    const { client, endpoint } = await start();
    const whole = await client.responses.create({ model: 'm', instructions: 'Be brief.', input: STUB });
    expect(whole.output_text).toBe(`${RIGHT}\n`);
    expect(whole).toMatchObject({ status: 'completed', instructions: 'Be brief.', mutagree: { tests_passed: 3 } });
    expect(whole.usage?.total_tokens).toBe(10 * endpoint.requests.length);
    const events: string[] = [];
    let text = '';
    const stream = await client.responses.create({ model: 'm', input: STUB, stream: true });
    for await (const event of stream) {
      expect(event.sequence_number).toBe(events.length);
      events.push(event.type);
      if (event.type === 'response.output_text.delta') text += event.delta;
      if (event.type === 'response.completed') expect(event.response.output[0]).toMatchObject({ role: 'assistant' });
    }
    expect(text).toBe(`${RIGHT}\n`);
    expect([events[0], events.at(-1)]).toEqual(['response.created', 'response.completed']);
    const final = await client.responses.stream({ model: 'm', input: STUB }).finalResponse();
    expect(final.output_text).toBe(text);
  });

  test('as a response has one answer, of text, and is passed on to responses', async () => {
    const { server, endpoint } = await start({}, () => ({ kind: 'json', value: { object: 'response' } }));
    const two = await post(server, { model: 'm', input: STUB, n: 2 }, {}, 'responses');
    expect([two.status, await two.text()]).toEqual([400, expect.stringContaining('"param":"n"')]);
    const text = { format: { type: 'json_schema', name: 'x', schema: {} } };
    const json = await post(server, { model: 'm', input: STUB, text }, {}, 'responses');
    expect([json.status, await json.text()]).toEqual([400, expect.stringContaining('text.format')]);
    const passed = await post(server, { model: 'm', input: 'What is the capital of France?' }, {}, 'responses');
    expect(passed.headers.get('x-mutagree-passthrough')).toBe('not-code');
    expect(endpoint.requests.at(-1)?.url).toBe('/v1/responses');
  });

  test('can ask for less, by header or by metadata', async () => {
    const { client, endpoint, server } = await start();
    await client.chat.completions.create(asked(STUB), { headers: { 'x-mutagree-samples': '2' } });
    const first = endpoint.requests.length;
    expect(first).toBeLessThanOrEqual(4);
    await client.chat.completions.create(asked(STUB, { metadata: { samples: '1' } }));
    expect(endpoint.requests.length - first).toBeLessThanOrEqual(2);
    const wrong = await post(server, asked(STUB), { 'x-mutagree-samples': 'many' });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('x-mutagree-samples');
  });

  test('without a consensus: the likeliest program and why, or an error where that was asked for', async () => {
    const impossible = `${STUB}\n# largest([1]) == 2\n`.replace('3\n    """', '4\n    """');
    const { client } = await start();
    const { data, response } = await client.chat.completions.create(asked(impossible)).withResponse();
    expect(data.choices[0]?.message.content).toContain('max(numbers');
    expect(response.headers.get('x-mutagree-problem')).toBe('given-tests-failed');
    const strict = await start({ strict: true });
    const refused = await post(strict.server, asked(impossible));
    expect(refused.status).toBe(422);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    expect(await refused.json()).toMatchObject({ error: { code: 'given-tests-failed' } });
  });

  test('the model alone answers where no reply holds a program', async () => {
    const { client } = await start({}, (_, request) => ({
      kind: 'reply',
      text: `no code in ${wordsOf(request).length}`,
    }));
    const { data, response } = await client.chat.completions.create(asked(STUB)).withResponse();
    expect(data.choices[0]?.message.content).toMatch(/^no code in/);
    expect(response.headers.get('x-mutagree-problem')).toBe('no-programs');
  });

  test('the cap holds over all requests', async () => {
    const { server, endpoint } = await start({ maxCost: 1.5, maxTokens: 100, priceInput: 1000, priceOutput: 1000 });
    const statuses: number[] = [];
    for (let at = 0; at < 40 && !statuses.includes(429); at += 1) {
      statuses.push((await post(server, asked(`${STUB}# ${at}\n`))).status);
    }
    expect(statuses.at(-1)).toBe(429);
    // Ten tokens per call at a thousandth of a dollar each.
    expect(endpoint.requests.length * 0.01).toBeLessThanOrEqual(1.5);
    const passed = await post(server, asked('hello', { max_tokens: 100_000 }));
    expect(passed.status).toBe(429);
  });
});

describe('everything else', () => {
  test('is passed on byte by byte, with our key and no other header of the client', async () => {
    const { server, endpoint } = await start();
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const body = { ...asked('hello'), tools, unknown: [1, { a: null }], max_tokens: -1 };
    const theirs = { authorization: 'Bearer theirs', cookie: 'a=b', 'x-forwarded-host': 'evil.example' };
    const response = await post(server, body, theirs);
    expect(response.headers.get('x-mutagree-passthrough')).toBe('tools');
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'echo hello' } }] });
    expect(endpoint.requests[0]?.body).toEqual(body);
    expect(endpoint.requests[0]?.headers).toMatchObject({ authorization: 'Bearer upstream-secret' });
    expect(JSON.stringify(endpoint.requests[0]?.headers)).not.toMatch(/theirs|a=b|evil\.example/);
  });

  test('by our name it goes to the model behind us, by another name to that', async () => {
    const { server, endpoint } = await start();
    await post(server, { ...asked('hello'), model: 'mutagree' });
    const other = await post(server, { ...asked(STUB), model: 'other' });
    expect(endpoint.requests.map(({ body }) => body['model'])).toEqual(['m', 'other']);
    expect(other.headers.get('x-mutagree-passthrough')).toBe('other-model');
  });

  test('limits of the API are for the upstream to judge; of what is solved here, ours are named', async () => {
    const { server, endpoint } = await start({}, () => ({ kind: 'json', value: { said: 'by the upstream' } }));
    const wide = { ...asked('Explain a heap.'), stop: [...'abcde'], n: 200, temperature: 3, own_field: [1] };
    const response = await post(server, wide);
    expect([response.status, await response.json()]).toEqual([200, { said: 'by the upstream' }]);
    expect(endpoint.requests.at(-1)?.body).toEqual(wide);
    const many = await post(server, { ...asked(STUB), n: 200 });
    expect([many.status, await many.text()]).toEqual([400, expect.stringContaining('n: at most 128')]);
  });

  test("the upstream's errors come back as they are", async () => {
    const { server } = await start({}, () => ({
      kind: 'json',
      status: 429,
      headers: { 'retry-after': '7', 'set-cookie': 'a=b' },
      value: { error: { message: 'slow down' } },
    }));
    const response = await post(server, asked('hello'));
    const [after, cookie] = ['retry-after', 'set-cookie'].map((name) => response.headers.get(name));
    expect([response.status, after, cookie]).toEqual([429, '7', null]);
    expect(await response.json()).toEqual({ error: { message: 'slow down' } });
  });

  test('an upstream that is gone is a 502 that says no key', async () => {
    const { server, endpoint } = await start();
    await endpoint.close();
    for (const words of ['hello', STUB]) {
      const response = await post(server, asked(words));
      expect(response.status).toBe(502);
      expect(await response.text()).not.toContain('upstream-secret');
    }
  });
});

describe('who may ask, and how', () => {
  test('with a key set, nobody without it; another address needs one', async () => {
    const { server } = await start({ apiKey: 'ours' });
    expect((await post(server, asked('hello'))).status).toBe(401);
    expect((await post(server, asked('hello'), { authorization: 'Bearer ours' })).status).toBe(200);
    expect((await fetch(server.baseUrl.replace('/v1', '/healthz'))).status).toBe(200);
    await expect(start({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'api-key-missing' });
  });

  test.each([
    ['no JSON', 'nonsense'],
    ['bytes that are no text', '\u0000\u0001'],
    ['no object', []],
    ['no messages', { model: 'm' }],
    ['empty messages', { messages: [] }],
    ['a wrong n', { ...asked('hello'), n: 0 }],
    ['a wrong type', { ...asked('hello'), stream: 'yes' }],
    ['a format that no program has', asked(STUB, { response_format: { type: 'json_object' } })],
  ])('%s is refused', async (_, body) => {
    const { server, endpoint } = await start();
    const response = await post(server, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) },
    });
    expect(endpoint.requests).toHaveLength(0);
  });

  test('too long, of another type, by another method, at another path', async () => {
    const { server } = await start({ maxBytes: 2000 });
    expect((await post(server, asked('x'.repeat(3000)))).status).toBe(413);
    expect((await post(server, 'model=m', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await fetch(`${server.baseUrl}/chat/completions`)).status).toBe(405);
    expect((await post(server, {}, {}, 'embeddings')).status).toBe(404);
    expect((await fetch(`${server.baseUrl}/models/other`)).status).toBe(404);
    expect((await fetch(`${server.baseUrl}/models`, { method: 'HEAD' })).status).toBe(200);
    const { data } = (await (await fetch(`${server.baseUrl}/models`)).json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['m', 'mutagree']);
  });

  test('beyond the queue it is 429, before anything is streamed', async () => {
    const { server } = await start({ atOnce: 1, queue: 1 }, slowly(300));
    const answers = Array.from({ length: 6 }, (_, at) =>
      post(server, asked(`${STUB}# ${at}\n`, { stream: at % 2 === 0 })),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(2);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
  });

  test('a client that hangs up ends its work', async () => {
    const { server, endpoint, notes } = await start({ concurrency: 1 }, slowly(100));
    const gone = AbortSignal.timeout(250);
    const body = JSON.stringify(asked(STUB));
    const headers = { 'content-type': 'application/json' };
    const left = fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', headers, body, signal: gone });
    await expect(left).rejects.toThrow();
    await new Promise((done) => setTimeout(done, 400));
    const asked1 = endpoint.requests.length;
    await new Promise((done) => setTimeout(done, 400));
    expect(endpoint.requests.length).toBe(asked1);
    expect(asked1).toBeLessThan(12);
    expect(notes.some((note) => / 499 /.test(note))).toBe(true);
  });

  test('neither prompts nor keys are told, but where it was asked for', async () => {
    const { server, notes } = await start();
    await post(server, asked(STUB));
    await post(server, asked('hello secret words'));
    expect(notes.join('\n')).not.toMatch(/largest number|secret/);
    expect(notes.filter((note) => note.startsWith('POST /v1/chat/completions 200'))).toHaveLength(2);
    expect(notes.at(-1)).toMatch(/^POST \/v1\/chat\/completions 200 \d+\.\d s, passed: not-code$/);
    const open = await start({ logPrompts: true });
    await post(open.server, asked(STUB));
    expect(open.notes.join('\n')).toContain('largest number');
  });
});

describe('POST /v1/score', () => {
  const item = { programs: [RIGHT, EMPTY], tests: TESTS.split('\n'), entry_point: 'largest' };

  test('rewards programs in the sandbox of the server, without a model', async () => {
    const { server, endpoint } = await start();
    const answer = await post(server, { items: [item, { ...item, scorer: 'share' }] }, {}, 'score');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      items: [{ scores: [1, 0.5], picked: 0, errors: [] }, { scores: [1, 2 / 3] }],
    });
    expect(endpoint.requests).toHaveLength(0);
  });

  test.each([
    [{ items: [] }, 'items'],
    [{ items: [{ ...item, programs: 'x' }] }, 'items.0.programs'],
    [{ items: [{ ...item, entrypoint: 'f' }] }, 'items.0'],
    [{ items: [{ ...item, scorer: 'nosuch' }] }, null],
  ])('%j is a bad request', async (body, param) => {
    const { server } = await start();
    const answer = await post(server, body, {}, 'score');
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: object }).error).toMatchObject({ type: 'invalid_request_error', param });
  });
});
