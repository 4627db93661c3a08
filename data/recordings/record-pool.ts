/**
 * Records a pool for a study of approaches: of each task, samples of the original prompt and of each mutator's variant,
 * and test replies asked with the original prompt, which all arms share. What it writes is what `mutagree run --samples
 * DIR/programs.jsonl --tests DIR/tests.jsonl` reads. Stop it at any time; the same command goes on where it was.
 *
 * npx tsx data/recordings/record-pool.ts --dataset FILE --model ID --base-url http://127.0.0.1:8099/v1 --out DIR
 *   [--mutators app-plan,app-twice] [--samples 8] [--variant-samples 2] [--test-samples 4] [--first 0] [--count 41]
 *
 * The requests are those of `run` with zero-shot prompting and assertions. All samples of a prompt are asked for at
 * once, and the prompts of a task follow each other, so that an endpoint which keeps prefixes reads the task once. Tokens
 * are counted by the endpoint's `/tokenize` (llama.cpp).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import type { ChatMessage } from '../../src/core/chat.ts';
import type { Variant } from '../../src/core/mutation.ts';
import type { Task } from '../../src/core/task.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { promptingInput, toRequest } from '../../src/pipeline/ask-model.ts';
import type { SamplingPlan } from '../../src/pipeline/deps.ts';
import { assertionsTestStyle } from '../../src/prompting/assertions-test-style.ts';
import { zeroShotPrompting } from '../../src/prompting/zero-shot-prompting.ts';
import { openLog } from '../../src/store/jsonl-log.ts';
import { type PoolRecord, poolKey, poolRecord } from './pool-record.ts';

const { values } = parseArgs({
  options: {
    dataset: { type: 'string' },
    model: { type: 'string' },
    'base-url': { type: 'string' },
    out: { type: 'string' },
    mutators: { type: 'string', default: 'app-twice,app-simplest,app-edge-cases,app-plan' },
    samples: { type: 'string', default: '8' },
    'variant-samples': { type: 'string', default: '2' },
    'test-samples': { type: 'string', default: '4' },
    'max-tokens': { type: 'string', default: '700' },
    first: { type: 'string', default: '0' },
    count: { type: 'string', default: '1000' },
    'tasks-at-once': { type: 'string', default: '7' },
  },
});
const { dataset, model: id, out, 'base-url': baseUrl } = values;
if (!dataset || !id || !out || !baseUrl) throw new Error('--dataset, --model, --base-url and --out are needed');

const plan: SamplingPlan = {
  seed: 0,
  temperature: 0.8,
  topP: 0.95,
  maxTokens: Number(values['max-tokens']),
  testsPerSample: 5,
  variants: 1,
  samples: 1,
  arms: [],
};
const model = createOpenAiModel({ model: id, baseUrl, apiKey: 'none', timeoutMs: 3_600_000 });
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

/** Tokens of a text by the model's own tokenizer; null where the endpoint has none to ask. */
async function tokensOf(content: string): Promise<number | null> {
  const ask = () => fetch(new URL('/tokenize', baseUrl), { method: 'POST', body: JSON.stringify({ content }) });
  // A connection that was kept open while the endpoint was busy may be closed by now.
  const response = await ask().catch(ask);
  return response.ok ? ((await response.json()) as { tokens: unknown[] }).tokens.length : null;
}

mkdirSync(out, { recursive: true });
const open = (name: string) => openLog(join(out, name), { schema: poolRecord, keyOf: poolKey });
const logs = { program: await open('programs.jsonl'), tests: await open('tests.jsonl') };

/** All missing samples of one prompt, at once. */
async function askFor(task: Task, variant: Variant, purpose: PoolRecord['purpose'], count: number): Promise<void> {
  const name = purpose === 'tests' ? {} : { variant: variant.mutation?.mutator ?? 'original' };
  const subject = { task_id: task.id, ...name, purpose };
  const missing = Array.from({ length: count }, (_, sample) => sample).filter(
    (sample) => !logs[purpose].get(poolKey({ ...subject, sample })),
  );
  const input = promptingInput(task, variant, []);
  const messages: readonly ChatMessage[] =
    purpose === 'program'
      ? zeroShotPrompting.programMessages(input, [])
      : assertionsTestStyle.testMessages({ ...input, testsPerSample: plan.testsPerSample });
  const requests = missing.map((sample) => toRequest(messages, { variantId: variant.id, sample }, purpose, plan));
  const replies = await Promise.all(requests.map((request) => model.complete(request, stop.signal)));
  const promptTokens = await tokensOf(messages.map(({ content }) => content).join('\n'));
  for (const [at, { text, status }] of replies.entries()) {
    const sample = missing[at] ?? 0;
    const tokens = { prompt: promptTokens, reply: await tokensOf(text) };
    await logs[purpose].append({ ...subject, model: model.id, sample, status, reply: text, tokens });
  }
}

const { tasks } = await readDataset(dataset);
const first = Number(values.first);
const chosen = tasks.slice(first, first + Number(values.count));
const mutators = selectMutators(values.mutators);
const limit = pLimit(Number(values['tasks-at-once']));
let done = 0;
await Promise.all(
  chosen.map((task) =>
    limit(async () => {
      if (stop.signal.aborted) return;
      const { variants } = mutatePrompts(task, { mutators, guards, seed: plan.seed, perMutator: 1 });
      for (const variant of variants) {
        const count = variant.mutation === null ? values.samples : values['variant-samples'];
        await askFor(task, variant, 'program', Number(count));
      }
      const [original] = variants;
      if (original) await askFor(task, original, 'tests', Number(values['test-samples']));
      done += 1;
      process.stderr.write(`${new Date().toISOString()} ${done}/${chosen.length} ${task.id}\n`);
    }),
  ),
).catch((error: unknown) => {
  if (!stop.signal.aborted) throw error;
});
await Promise.all(Object.values(logs).map((log) => log.close()));
