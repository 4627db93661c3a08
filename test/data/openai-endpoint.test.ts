import { afterEach, describe, expect, test } from 'vitest';
import { type Endpoint, serveOpenAi } from '../../data/recordings/openai-endpoint.ts';
import type { ChatReply, ChatRequest } from '../../src/core/chat.ts';
import { InterruptedError, ModelError } from '../../src/core/errors.ts';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import { readJsonLines } from '../datasets/example-files.ts';
import { chatRequest, type FakeModel, fakeModel, never } from '../fakes/fake-model.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const request = chatRequest({ maxTokens: 20, seed: 5, sample: 4 });
let endpoint: Endpoint | null = null;
afterEach(() => endpoint?.close());

async function serve(answer: Parameters<typeof fakeModel>[0]): Promise<{ inner: FakeModel; url: string; log: string }> {
  const inner = fakeModel(answer);
  const log = await tempPath('requests.jsonl');
  endpoint = await serveOpenAi(inner, { log });
  return { inner, url: endpoint.baseUrl, log };
}

const post = (url: string, body: string) => fetch(`${url}/chat/completions`, { method: 'POST', body });

describe('through the openai client', () => {
  test.each<ChatReply>([
    { status: 'completed', text: 'def f(): ...', usage: { inputTokens: 9, outputTokens: 4 } },
    { status: 'truncated', text: 'def', usage: { inputTokens: 9, outputTokens: 20 } },
    { status: 'refused', text: 'no', usage: null },
    { status: 'completed', text: '', usage: null },
  ])('a $status reply arrives as it was written: $text', async (reply) => {
    const { inner, url } = await serve(() => reply);
    expect(await createOpenAiModel({ model: 'fake', baseUrl: url }).complete(request, never)).toMatchObject(reply);
    expect(inner.requests).toEqual([{ ...request, sample: 0 }]);
  });

  test('another model is unknown, and a failing one is reported', async () => {
    const { url } = await serve(() => {
      throw new ModelError('gguf-prompt-too-long', 'a prompt of 9999 tokens is too long');
    });
    for (const [model, code, text] of [
      ['other', 'model-unknown', 'only "fake"'],
      ['fake', 'model-request-refused', '9999 tokens'],
    ] as const) {
      const reply = createOpenAiModel({ model, baseUrl: url }).complete(request, never);
      await expect(reply).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
    }
  });
});

test('lists its model, and refuses what it does not serve', async () => {
  const { url } = await serve(() => 'x');
  expect(await (await fetch(`${url}/models`)).json()).toMatchObject({ data: [{ id: 'fake' }] });
  expect((await fetch(`${url}/embeddings`)).status).toBe(404);
  const messages = [{ role: 'user', content: 'x' }];
  const streamed = JSON.stringify({ model: 'fake', messages, stream: true });
  for (const body of ['{broken', '{"model":"fake","messages":[]}', streamed])
    expect((await post(url, body)).status, body).toBe(400);
});

test('logs one line an answered request; equal questions have equal hashes', async () => {
  const { url, log } = await serve(() => 'x');
  const model = createOpenAiModel({ model: 'fake', baseUrl: url });
  for (const seed of [5, 6, 5]) await model.complete({ ...request, seed }, never);
  const lines = readJsonLines(log);
  expect(lines.map(({ seed, status }) => `${seed} ${status}`)).toEqual(['5 200', '6 200', '5 200']);
  const [first, second, third] = lines.map(({ bodyHash }) => bodyHash);
  expect([first === third, first === second]).toEqual([true, false]);
});

test('a client that hangs up ends its reply', async () => {
  const controller = new AbortController();
  let ended = false;
  const complete = (_: ChatRequest, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        ended = true;
        reject(new InterruptedError());
      });
      controller.abort();
    });
  endpoint = await serveOpenAi({ id: 'fake', complete });
  const model = createOpenAiModel({ model: 'fake', baseUrl: endpoint.baseUrl });
  await expect(model.complete(request, controller.signal)).rejects.toBeInstanceOf(InterruptedError);
  await expect.poll(() => ended).toBe(true);
});
