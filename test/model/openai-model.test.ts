import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { EXIT, InterruptedError, type ModelError } from '../../src/core/errors.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../src/model/openai-model.ts';
import { type FakeAnswer, type FakeEndpoint, httpError, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { chatRequest, never } from '../fakes/fake-model.ts';

const KEY = 'sk-test-0123456789abcdef';
const messages = [{ role: 'user', content: 'Add two numbers.' }] as const;
const request = chatRequest({ messages, maxTokens: 200, seed: 7 });
let endpoint: FakeEndpoint;

async function ask(
  answers: FakeAnswer | readonly FakeAnswer[],
  options: Partial<OpenAiModelOptions> = {},
  signal: AbortSignal = never,
) {
  const script = [answers].flat();
  endpoint = await startFakeEndpoint((index) => script[Math.min(index, script.length - 1)] as FakeAnswer);
  return createOpenAiModel({ model: 'tiny', baseUrl: endpoint.baseUrl, apiKey: KEY, ...options }).complete(
    request,
    signal,
  );
}

async function failure(...args: Parameters<typeof ask>): Promise<ModelError> {
  return ask(...args).then(
    (reply) => expect.unreachable(`got a reply: ${reply.text}`),
    (error: ModelError) => error,
  );
}

const withChoice = (message: object | undefined, more: object = {}): FakeAnswer => ({
  kind: 'json',
  value: { choices: [{ message, finish_reason: 'stop', ...more }] },
});

describe('a request', () => {
  test('carries everything that shapes the reply, and nothing else', async () => {
    endpoint = await startFakeEndpoint(() => ({ kind: 'reply', text: 'ok' }));
    const model = createOpenAiModel({ model: 'tiny', baseUrl: endpoint.baseUrl, apiKey: KEY });
    await model.complete({ ...request, extraBody: { top_k: 5 } }, never);
    expect(endpoint.requests.map(({ body }) => body)).toEqual([
      {
        model: 'tiny',
        messages,
        temperature: 0.6,
        top_p: 0.95,
        max_tokens: 200,
        seed: 7,
        top_k: 5,
      },
    ]);
    expect(endpoint.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test('says in its reply how it was accepted', async () => {
    const refused = ['seed', 'temperature', 'max_tokens', 'top_p'];
    endpoint = await startFakeEndpoint((_, { body }) => {
      const field = refused.find((each) => each in body);
      return field ? httpError(400, `Unsupported parameter: ${field}`) : { kind: 'reply', text: 'ok' };
    });
    const model = createOpenAiModel({ model: 'o-new', baseUrl: endpoint.baseUrl });
    const { sent } = await model.complete(request, never);
    expect(sent).toEqual({
      endpoint: endpoint.baseUrl,
      tokensField: 'max_completion_tokens',
      without: ['temperature', 'top_p', 'seed'],
    });
  });

  test.each([
    [
      'FastAPI',
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
    ],
    ['Mistral', { message: { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] } }],
    ['a text', 'unknown field seed'],
  ])('is made again without a seed that %s refuses in its own words', async (_, value) => {
    const reply = await ask([
      { kind: 'json', status: 422, value },
      { kind: 'reply', text: 'ok' },
    ]);
    expect(reply).toMatchObject({ text: 'ok', sent: { without: ['seed'] } });
    expect(endpoint.requests.map(({ body }) => 'seed' in (body as object))).toEqual([true, false]);
  });

  test('is not made again for a prompt that is too long, whatever fields the complaint names', async () => {
    const complaint =
      "'max_tokens' or 'max_completion_tokens' is too large: 200. This model's maximum context length is 128 tokens";
    expect(await failure(httpError(400, complaint))).toMatchObject({ code: 'model-context-exceeded' });
    expect(endpoint.requests).toHaveLength(1);
  });

  test.each([
    ['max_tokens', 'Unsupported parameter: use max_completion_tokens instead of max_tokens', 'max_completion_tokens'],
    ['temperature', "Unsupported value: 'temperature' does not support 0.6 with this model", null],
    ['seed', 'Unrecognized request argument supplied: seed', null],
  ])('is made again without a refused %s, and so from then on', async (field, complaint, instead) => {
    const refusing = (body: Readonly<Record<string, unknown>>) => field in body;
    endpoint = await startFakeEndpoint((_, { body }) =>
      refusing(body) ? httpError(400, complaint) : { kind: 'reply', text: 'ok' },
    );
    const model = createOpenAiModel({ model: 'o-new', baseUrl: endpoint.baseUrl, apiKey: KEY });
    await model.complete(request, never);
    await model.complete({ ...request, sample: 1 }, never);
    const bodies = endpoint.requests.map(({ body }) => body);
    expect(bodies).toHaveLength(3);
    expect(bodies.map(refusing)).toEqual([true, false, false]);
    if (instead) expect(bodies[2]?.[instead]).toBe(200);
  });
});

describe('a reply', () => {
  test('is completed, with its usage', async () => {
    expect(await ask({ kind: 'reply', text: 'def f(): ...' })).toEqual({
      status: 'completed',
      text: 'def f(): ...',
      usage: { inputTokens: 7, outputTokens: 3 },
      sent: { endpoint: endpoint.baseUrl, tokensField: 'max_tokens', without: [] },
    });
  });

  const thinking = [{ type: 'thinking', thinking: 'hm' }];
  const parts = [...thinking, { type: 'text', text: 'def f(' }, { type: 'text', text: '): ...' }];
  const reasoned = (content: string | null) => ({ content, reasoning_content: 'hm' });
  const END = '[DONE]';
  const events = (...data: string[]): FakeAnswer => ({
    kind: 'raw',
    contentType: 'text/event-stream',
    body: [': at work', ...data.map((each) => `data: ${each}`)].join('\n\n'),
  });
  test.each<[string, FakeAnswer, string, string]>([
    ['cut by the limit', { kind: 'reply', text: 'def f(', finishReason: 'length' }, 'truncated', 'def f('],
    ['in parts', withChoice({ content: parts }), 'completed', 'def f(): ...'],
    ['empty', { kind: 'reply', text: '' }, 'completed', ''],
    ['filtered', { kind: 'reply', text: '', finishReason: 'content_filter' }, 'refused', ''],
    [
      'code in the call of a tool',
      withChoice({ content: '', tool_calls: [{ function: { arguments: 'a' } }] }),
      'completed',
      'a',
    ],
    ['an unasked stream', events('{"choices":[{"delta":{"content":"a"}}]}', END), 'completed', 'a'],
    [
      'a stream cut by the limit',
      events('{"choices":[{"delta":{"content":"a"},"finish_reason":"length"}]}'),
      'truncated',
      'a',
    ],
    ['declined', withChoice({ content: null, refusal: 'No.' }), 'refused', 'No.'],
    ['all reasoning and no answer', withChoice(reasoned(null), { finish_reason: 'length' }), 'truncated', ''],
    ['reasoning apart from the answer', withChoice(reasoned('yes')), 'completed', 'yes'],
  ])('that is %s is a value', async (_, answer, status, text) => {
    expect(await ask(answer)).toMatchObject({ status, text });
  });

  test('without counts has no usage', async () => {
    expect((await ask({ kind: 'reply', text: 'x', usage: false })).usage).toBeNull();
  });
});

const HTML = '<!DOCTYPE html><html><body>Welcome</body></html>';

describe('a failure says what happened and what to do', () => {
  const asJson = (body: string): FakeAnswer => ({ kind: 'raw', body, contentType: 'application/json' });
  const failed = (error: object, status = 200): FakeAnswer => ({ kind: 'json', status, value: { error } });
  const bad = (value: object): FakeAnswer => ({ kind: 'json', status: 400, value });
  const complaint = 'API key not valid. Pass a valid API key.';
  const TOO_LONG = "This model's maximum context length is 4096 tokens";
  const upstream = { message: 'x', code: 502 };

  // What else an endpoint was seen to do is in test/pipeline/endpoint-moods.test.ts.
  test.each<[string, string, FakeAnswer]>([
    ['402', 'model-quota', httpError(402, 'Pay first')],
    ['a context by its message', 'model-context-exceeded', httpError(400, TOO_LONG)],
    ['a filter by its message', 'model-content-filtered', httpError(400, "Azure OpenAI's content management policy")],
    ['a flagged prompt', 'model-content-filtered', httpError(403, 'Your input was flagged')],
    ['HTML called JSON', 'model-not-json', asJson(HTML)],
    ['another JSON', 'model-not-json', { kind: 'json', value: { hello: 1 } }],
    ['an empty body called JSON', 'model-empty-answer', asJson('')],
    ['no message', 'model-no-message', withChoice(undefined)],
    ['an error in a 200', 'model-server-error', failed({ message: 'upstream down' })],
    ['a 429 in a 200', 'model-rate-limited', failed({ message: 'slow down', code: 429 })],
    ['an error in a choice', 'model-server-error', withChoice({ content: 'def f' }, { error: upstream })],
    ['the finish reason "error"', 'model-server-error', withChoice({ content: 'def f(' }, { finish_reason: 'error' })],
    ['thoughts alone', 'model-thought-alone', withChoice({ content: null, reasoning_content: 'Let me see.' })],
    ['thoughts and an empty text', 'model-thought-alone', withChoice({ content: '', reasoning: 'Let me see.' })],
    ["a key refused in Google's shape", 'model-key-refused', bad([{ error: { code: 400, message: complaint } }])],
    ['the same in another shape', 'model-context-exceeded', bad({ object: 'error', message: TOO_LONG })],
  ])('%s: %s', async (_, code, answer) => {
    const again = ['model-empty-answer', 'model-server-error', 'model-rate-limited', 'model-thought-alone'];
    const error = await failure(answer);
    const exitCode = code === 'model-quota' ? EXIT.usage : EXIT.infrastructure;
    expect(error).toMatchObject({ code, retryable: again.includes(code), exitCode });
    expect(error.hint).toBeTruthy();
    expect(error.message).toContain('127.0.0.1');
    expect(endpoint.requests).toHaveLength(1);
  });

  test('a port that fetch blocks concerns every call and is asked once', async () => {
    const model = createOpenAiModel({ model: 'm', baseUrl: 'http://127.0.0.1:9/v1', apiKey: KEY });
    const error = await model.complete(request, never).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'model-unreachable', concernsAll: true });
    expect(error).not.toMatchObject({ retryable: true });
  });

  test('an abort is an interruption, before and during the call', async () => {
    await expect(ask({ kind: 'reply', text: 'x' }, {}, AbortSignal.abort())).rejects.toBeInstanceOf(InterruptedError);
    expect(endpoint.requests).toHaveLength(0);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    await expect(ask({ kind: 'slow', ms: 5000, text: 'x' }, {}, controller.signal)).rejects.toBeInstanceOf(
      InterruptedError,
    );
  });

  test('a missing key: OpenAI itself at once, another endpoint when it says 401', async () => {
    expect(() => createOpenAiModel({ model: 'gpt-4o-mini' })).toThrow(
      expect.objectContaining({
        code: 'model-key-missing',
        exitCode: EXIT.usage,
        hint: expect.stringContaining('OPENAI_API_KEY'),
      }),
    );
    expect(() => createOpenAiModel({ model: 'gpt-4o-mini', apiKey: '  ' })).toThrow(/no API key/);
    endpoint = await startFakeEndpoint(() => httpError(401, 'who are you?'));
    const model = createOpenAiModel({ model: 'tiny', baseUrl: endpoint.baseUrl });
    await expect(model.complete(request, never)).rejects.toMatchObject({
      code: 'model-key-missing',
      message: expect.stringContaining('who are you?'),
    });
  });

  test.each(['localhost:1234', 'ftp://x/v1', 'nonsense'])('the base URL %s', (baseUrl) => {
    expect(() => createOpenAiModel({ model: 'tiny', baseUrl })).toThrow(
      expect.objectContaining({ code: 'base-url-invalid' }),
    );
  });

  test('Retry-After is read as seconds, milliseconds and date', async () => {
    expect((await failure(httpError(429, 'x', { 'retry-after': '3' }))).retryAfterMs).toBe(3000);
    expect((await failure(httpError(429, 'x', { 'retry-after': '3s' }))).retryAfterMs).toBe(3000);
    expect((await failure(httpError(429, 'x', { 'retry-after-ms': '250' }))).retryAfterMs).toBe(250);
    const date = new Date(Date.now() + 20_000).toUTCString();
    const { retryAfterMs } = await failure(httpError(503, 'x', { 'retry-after': date }));
    expect(retryAfterMs).toBeGreaterThan(15_000);
    expect(retryAfterMs).toBeLessThanOrEqual(20_000);
  });
});

describe('no key ever appears in an error', () => {
  const spill = `bad key ${KEY}, header Bearer ${KEY}, other sk-proj-ABCDEFGHIJKL1234`;
  test.each<[string, FakeAnswer]>([
    ['401', httpError(401, spill)],
    ['HTML', { kind: 'raw', body: `<html>${spill}` }],
    ['error in a 200', { kind: 'json', value: { error: { message: spill } } }],
    ['dropped connection', { kind: 'drop' }],
  ])('%s', async (_, answer) => {
    const error = await failure(answer);
    const seen = JSON.stringify([error, error.message, error.stack, error.hint, String(error.cause)]);
    expect(seen).not.toContain(KEY);
    expect(seen).not.toContain('sk-proj-ABCDEFGHIJKL1234');
  });

  test('nor does a password in the base URL', async () => {
    endpoint = await startFakeEndpoint(() => httpError(500, 'x'));
    const baseUrl = endpoint.baseUrl.replace('http://', 'http://user:pass-word-1@');
    const error = await createOpenAiModel({ model: 'tiny', baseUrl })
      .complete(request, never)
      .catch((cause: Error) => cause as ModelError);
    expect(`${(error as Error).message}${(error as Error).stack}`).not.toContain('pass-word-1');
  });
});

describe('an endpoint that takes its time', () => {
  const usual = getGlobalDispatcher();
  afterEach(() => setGlobalDispatcher(usual));

  test('is waited for as long as the request may take, not as long as fetch does of itself', async () => {
    setGlobalDispatcher(new Agent({ headersTimeout: 100 }));
    const slow = { kind: 'slow', ms: 2500, text: 'late' } as const;
    expect((await ask(slow, { timeoutMs: 20_000 })).text).toBe('late');
    await expect(fetch(`${endpoint.baseUrl}/chat/completions`, { method: 'POST', body: '{}' })).rejects.toThrow();
  });
});

test.each([
  ['max_tokens', 'truncated'],
  ['MAX_TOKENS', 'truncated'],
  ['model_length', 'truncated'],
  ['SAFETY', 'refused'],
  ['content_filtered', 'refused'],
])('the finish reason %s of other APIs: %s', async (finish_reason, status) => {
  expect(await ask(withChoice({ content: 'x' }, { finish_reason }))).toMatchObject({ status, text: 'x' });
});

test.each([
  [{ object: 'error', message: 'overloaded', code: 50001 }, 'overloaded'],
  [{ detail: 'rate limit exceeded' }, 'rate limit exceeded'],
  [{ error_description: 'try later' }, 'try later'],
])('an error of another shape with the status of success: %j', async (value, words) => {
  const { code, message, retryable } = await failure({ kind: 'json', value });
  expect({ code, retryable }).toEqual({ code: 'model-server-error', retryable: true });
  expect(message).toContain(words);
});

test.each([
  [400, 'Model tiny is not loaded. Available models: a, b'],
  [400, 'The model `tiny` is not a valid model ID'],
  [400, 'The model `tiny` has been decommissioned and is no longer supported'],
  [422, 'tiny is not a supported model'],
])('an unknown model as %i: %s', async (status, words) => {
  expect((await failure(httpError(status, words))).code).toBe('model-unknown');
});

test('a refusal that writes top_p in other words', async () => {
  const refused = httpError(400, 'Unrecognized request argument supplied: topP');
  expect(await ask([refused, withChoice({ content: 'x' })])).toMatchObject({ sent: { without: ['top_p'] } });
});
