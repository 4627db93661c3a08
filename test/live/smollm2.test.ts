import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedModel, installedRuntime, SMOLLM2 } from '../../data/recordings/install-smollm2.ts';
import { type Endpoint, serveOpenAi } from '../../data/recordings/openai-endpoint.ts';
import { createGgufModel } from '../../src/model/gguf-model.ts';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import { zeroShotPrompting } from '../../src/prompting/zero-shot-prompting.ts';
import { readJsonLines } from '../datasets/example-files.ts';
import { chatRequest, never } from '../fakes/fake-model.ts';
import { suiteDir } from '../fakes/temp-dir.ts';

const path = installedModel();
const missing = path === null || !installedRuntime();
if (missing) {
  console.warn('skipped: SmolLM2 or node-llama-cpp is missing; npx tsx data/recordings/install-smollm2.ts gets both');
}

const promptText = 'def add_numbers(a, b):\n    """Return the sum of two numbers."""\n';
const task = { promptText, entryPoint: 'add_numbers', completesPrompt: true };
const request = chatRequest({ messages: zeroShotPrompting.programMessages(task), maxTokens: 40, seed: 11 });

describe.skipIf(missing)('SmolLM2 in this process', () => {
  const folder = suiteDir();
  let model: Awaited<ReturnType<typeof createGgufModel>>;
  let endpoint: Endpoint;
  beforeAll(async () => {
    // One thread: on a busy machine several wait for each other.
    model = await createGgufModel({ path: path ?? '', threads: 1 });
    endpoint = await serveOpenAi({ ...model, id: SMOLLM2.id }, { log: join(folder, 'requests.jsonl') });
  }, 120_000);
  afterAll(async () => {
    await endpoint?.close();
    await model?.close();
  });

  test('writes Python, the same for the same seed and another for another', async () => {
    const first = await model.complete(request, never);
    const second = await model.complete(request, never);
    const other = await model.complete({ ...request, seed: 12, temperature: 1.5 }, never);
    expect(first.text).toContain('def add_numbers');
    expect(second).toEqual(first);
    expect(other.text).not.toBe(first.text);
    expect(first.usage?.inputTokens).toBeGreaterThan(40);
  });

  test('answers through the openai client as it does directly', async () => {
    const client = createOpenAiModel({ model: SMOLLM2.id, baseUrl: endpoint.baseUrl });
    const { sent, ...answer } = await client.complete(request, never);
    expect(sent).toMatchObject({ without: [] });
    expect(answer).toEqual(await model.complete(request, never));
    expect(readJsonLines(join(folder, 'requests.jsonl')).at(-1)).toMatchObject({ status: 200, seed: 11 });
  });
});
