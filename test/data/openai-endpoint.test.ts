import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, serveOpenAi } from '../../data/recordings/openai-endpoint.ts';
import type { ChatReply, ChatRequest } from '../../src/core/chat.ts';
import { InterruptedError, ModelError } from '../../src/core/errors.ts';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import { type FakeModel, fakeModel } from '../fakes/fake-model.ts';

const request: ChatRequest = {
  messages: [{ role: 'user', content: 'hi' }],
  temperature: 0.6,
  topP: 0.95,
  maxTokens: 20,
  stop: ['\n\n'],
  seed: 5,
  sample: 4,
};
const never = new AbortController().signal;
let folder: string;
let endpoint: Endpoint | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mutagree-endpoint-'));
});
afterEach(async () => {
  await endpoint?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(answer: Parameters<typeof fakeModel>[0]): Promise<{ inner: FakeModel; url: string; log: string }> {
  const inner = fakeModel(answer);
  const log = join(folder, 'requests.jsonl');
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
    await expect(createOpenAiModel({ model: 'other', baseUrl: url }).complete(request, never)).rejects.toMatchObject({
      code: 'model-unknown',
      message: expect.stringContaining('only "fake"'),
    });
    await expect(createOpenAiModel({ model: 'fake', baseUrl: url }).complete(request, never)).rejects.toMatchObject({
      code: 'model-request-refused',
      message: expect.stringContaining('9999 tokens'),
    });
  });
});

test('lists its model, and refuses what it does not serve', async () => {
  const { url } = await serve(() => 'x');
  expect(await (await fetch(`${url}/models`)).json()).toMatchObject({ data: [{ id: 'fake' }] });
  expect((await fetch(`${url}/embeddings`)).status).toBe(404);
  expect((await post(url, '{broken')).status).toBe(400);
  expect((await post(url, '{"model":"fake","messages":[]}')).status).toBe(400);
  expect((await post(url, '{"model":"fake","messages":[{"role":"user","content":"x"}],"stream":true}')).status).toBe(
    400,
  );
});

test('logs one line an answered request; equal questions have equal hashes', async () => {
  const { url, log } = await serve(() => 'x');
  const model = createOpenAiModel({ model: 'fake', baseUrl: url });
  await model.complete(request, never);
  await model.complete({ ...request, seed: 6 }, never);
  await model.complete(request, never);
  const lines = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ seed, status }) => [seed, status])).toEqual([
    [5, 200],
    [6, 200],
    [5, 200],
  ]);
  expect(lines[0].bodyHash).toBe(lines[2].bodyHash);
  expect(lines[0].bodyHash).not.toBe(lines[1].bodyHash);
});

test('a client that hangs up ends its reply', async () => {
  const controller = new AbortController();
  let ended: () => void = () => {};
  const seen = new Promise<void>((resolve) => {
    ended = resolve;
  });
  endpoint = await serveOpenAi({
    id: 'fake',
    complete: (_request, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended();
          reject(new InterruptedError());
        });
        controller.abort();
      }),
  });
  const model = createOpenAiModel({ model: 'fake', baseUrl: endpoint.baseUrl });
  await expect(model.complete(request, controller.signal)).rejects.toBeInstanceOf(InterruptedError);
  await seen;
});
