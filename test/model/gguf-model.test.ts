import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordedId } from '../../src/app/settings/prices.ts';
import { EXIT, InterruptedError } from '../../src/core/errors.ts';
import { createGgufModel, type LlamaRuntime } from '../../src/model/gguf-model.ts';
import { chatRequest, never } from '../fakes/fake-model.ts';
import { suiteDir } from '../fakes/temp-dir.ts';

const [system, user] = [{ role: 'system', content: 'S' } as const, { role: 'user', content: 'U' } as const];
const request = chatRequest({ messages: [system, user], maxTokens: 100, seed: 7 });

interface FakeOptions {
  readonly template?: string;
  /** Tokens are characters; the model ends its reply after these. */
  readonly reply?: string;
  readonly loadFails?: boolean;
  readonly evaluateFails?: boolean;
  readonly onToken?: () => void;
}

/** A runtime whose tokens are characters and whose prompt is the JSON of the history. */
function fakeRuntime({ template = 'T', reply = 'hello', loadFails, evaluateFails, onToken }: FakeOptions = {}) {
  const seen = {
    disposed: false,
    cleared: 0,
    busy: 0,
    mostBusy: 0,
    samplings: [] as unknown[],
    prompts: [] as string[],
  };
  const codes = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) as number);
  const sequence = () => ({
    clearHistory: async () => void seen.cleared++,
    async *evaluate(tokens: readonly number[], sampling: unknown) {
      seen.mostBusy = Math.max(seen.mostBusy, ++seen.busy);
      try {
        seen.prompts.push(String.fromCodePoint(...tokens));
        seen.samplings.push(sampling);
        if (evaluateFails) throw new Error('no slot');
        for (const code of codes(reply)) {
          await new Promise((resolve) => setImmediate(resolve));
          onToken?.();
          yield code;
        }
      } finally {
        seen.busy--;
      }
    },
  });
  const model = {
    fileInfo: { metadata: { tokenizer: template ? { chat_template: template } : {} } },
    trainContextSize: 8192,
    tokenizer: null,
    detokenize: (tokens: readonly number[]) => String.fromCodePoint(...tokens),
    createContext: async () => ({ getSequence: sequence }),
  };
  const runtime: LlamaRuntime = {
    LlamaLogLevel: { error: 'error' },
    getLlama: async () => ({
      loadModel: async () => {
        if (loadFails) throw new Error('bad magic');
        return model;
      },
      dispose: async () => {
        seen.disposed = true;
      },
    }),
    JinjaTemplateChatWrapper: class {
      generateContextState({ chatHistory }: { chatHistory: readonly unknown[] }) {
        return { contextText: { tokenize: () => codes(JSON.stringify(chatHistory)) } };
      }
    },
  };
  return { seen, loadRuntime: async () => runtime };
}

const folder = suiteDir();
const path = join(folder, 'tiny.gguf');
writeFileSync(path, 'GGUF');

test('writes a reply with its counts, sampled as asked', async () => {
  const { seen, loadRuntime } = fakeRuntime();
  const model = await createGgufModel({ path, loadRuntime });
  const reply = await model.complete(request, never);
  expect(reply).toMatchObject({ status: 'completed', text: 'hello', usage: { outputTokens: 5 } });
  expect(reply.usage?.inputTokens).toBe(seen.prompts[0]?.length);
  expect(seen.samplings[0]).toMatchObject({ temperature: 0.6, topP: 0.95, minP: 0, seed: 7 });
  expect(JSON.parse(seen.prompts[0] ?? '')).toEqual([
    { type: 'system', text: 'S' },
    { type: 'user', text: 'U' },
    { type: 'model', response: [] },
  ]);
  expect(model.id).toBe('gguf:tiny.gguf');
  expect([recordedId(`gguf:${path}`), recordedId(model.id)]).toEqual([model.id, model.id]);
  await model.close();
  expect(seen.disposed).toBe(true);
});

test('cuts at the limit', async () => {
  const { loadRuntime } = fakeRuntime({ reply: 'one\n\ntwo' });
  const model = await createGgufModel({ path, loadRuntime });
  expect(await model.complete({ ...request, maxTokens: 4 }, never)).toMatchObject({
    status: 'truncated',
    text: 'one\n',
  });
});

test('shares its sequences, each with a fresh state', async () => {
  const { seen, loadRuntime } = fakeRuntime();
  const model = await createGgufModel({ path, sequences: 3, loadRuntime });
  const replies = await Promise.all(Array.from({ length: 10 }, () => model.complete(request, never)));
  expect(replies.every(({ text }) => text === 'hello')).toBe(true);
  expect(seen).toMatchObject({ mostBusy: 3, cleared: 10 });
});

test('an abort ends the reply and frees the sequence', async () => {
  const controller = new AbortController();
  const { loadRuntime } = fakeRuntime({ reply: 'x'.repeat(1000), onToken: () => controller.abort() });
  const model = await createGgufModel({ path, loadRuntime });
  await expect(model.complete({ ...request, maxTokens: 1500 }, controller.signal)).rejects.toBeInstanceOf(
    InterruptedError,
  );
  await expect(model.complete(request, AbortSignal.abort())).rejects.toBeInstanceOf(InterruptedError);
  expect((await model.complete(request, never)).text).toHaveLength(100);
});

test.each<[string, FakeOptions, string]>([
  ['a file that llama.cpp refuses', { loadFails: true }, 'gguf-unreadable'],
  ['a model without a chat template', { template: '' }, 'gguf-no-template'],
])('%s', async (_, options, code) => {
  await expect(createGgufModel({ path, loadRuntime: fakeRuntime(options).loadRuntime })).rejects.toMatchObject({
    code,
    exitCode: EXIT.usage,
    hint: expect.any(String),
  });
});

test('a file that is not there, before anything is loaded', async () => {
  const loadRuntime = async () => expect.unreachable();
  await expect(createGgufModel({ path: join(folder, 'no.gguf'), loadRuntime })).rejects.toMatchObject({
    code: 'gguf-missing',
  });
});

test('a prompt longer than the context, and a failure of the runtime, leave the sequence free', async () => {
  const { loadRuntime } = fakeRuntime();
  const model = await createGgufModel({ path, contextTokens: 300, loadRuntime });
  const long = { ...request, messages: [{ role: 'user' as const, content: 'x'.repeat(400) }] };
  await expect(model.complete(long, never)).rejects.toMatchObject({ code: 'gguf-prompt-too-long', retryable: false });
  expect((await model.complete(request, never)).text).toBe('hello');
  const broken = await createGgufModel({ path, loadRuntime: fakeRuntime({ evaluateFails: true }).loadRuntime });
  await expect(broken.complete(request, never)).rejects.toMatchObject({ code: 'gguf-failed' });
});
