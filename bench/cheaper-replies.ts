/**
 * What a study costs by plain calls, with several samples per call (`n`), and by batch: calls, tokens and money of the
 * demo's study, as a metering endpoint counts them that answers with the demo's recorded replies and their recorded token
 * counts. It pays a prompt once whatever `n` is, and has prefixes of 16 tokens cached. Ends with 1 where the run's own
 * account is not what the endpoint charged, or where a way changes a pick.
 *
 *   npx tsx bench/cheaper-replies.ts [--limit TASKS]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../src/app/run-study.ts';
import { costOf } from '../src/core/token-cost.ts';
import { table } from '../src/reporters/columns.ts';
import { count } from '../src/reporters/figures.ts';
import { readLog } from '../src/store/load-run.ts';
import { type MeteredSample, startBatchEndpoint } from '../test/fakes/batch-endpoint.ts';

const RECORDING = 'data/recordings/starter-smollm2-135m';
/** USD per million tokens: gpt-4o-mini's list prices. */
const PRICE = { input: 0.15, output: 0.6, cachedInput: 0.075 };
const prices = { inputPerMTok: PRICE.input, outputPerMTok: PRICE.output, cachedInputPerMTok: PRICE.cachedInput };
const { values } = parseArgs({ options: { limit: { type: 'string' } } });

/** The recorded samples of each question, in order of sample; a question is what is asked, whatever the seed. */
const recorded = new Map<string, (MeteredSample & { readonly seed: number | undefined })[]>();
for (const { request, reply } of await readLog(RECORDING, 'replies')) {
  const question = JSON.stringify(request.messages);
  const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {};
  const finishReason = reply.status === 'truncated' ? 'length' : 'stop';
  const sample = { text: reply.text, inputTokens, outputTokens, finishReason, seed: request.seed };
  recorded.set(question, [...(recorded.get(question) ?? []), sample]);
}

function answer(body: Readonly<Record<string, unknown>>, wanted: number): readonly MeteredSample[] {
  const messages = (body['messages'] as { role: string; content: string }[]).map(({ role, content }) => ({
    role,
    content,
  }));
  const samples = recorded.get(JSON.stringify(messages)) ?? [];
  const from = samples.findIndex(({ seed }) => seed === body['seed']);
  if (from < 0) throw new Error('nothing of this kind is recorded');
  return samples.slice(from, from + wanted);
}

const folder = mkdtempSync(join(tmpdir(), 'mutagree-cheaper-'));

async function study(name: string, settings: { readonly batch?: boolean; readonly samplesPerCall?: number }) {
  const endpoint = await startBatchEndpoint({ answer });
  const { runs } = await run({
    ...{ dataset: 'starter', model: 'smollm2-135m-instruct', baseUrl: endpoint.baseUrl, variantsFrom: RECORDING },
    ...{ variants: 6, samples: 1, temperature: 0.6, topP: 0.95, maxTokens: 160 },
    prices: { 'smollm2-135m-instruct': PRICE },
    ...(values.limit === undefined ? {} : { limit: Number(values.limit) }),
    out: join(folder, name),
    ...settings,
  });
  await endpoint.close();
  const [{ cost, record }] = runs;
  const { single, batched } = endpoint;
  const usage = ({ inputTokens, cachedInputTokens, outputTokens }: typeof single) => ({
    inputTokens,
    cachedInputTokens,
    outputTokens,
  });
  const charged = costOf(usage(single), prices) + costOf(usage(batched), prices, { batch: true });
  return {
    name,
    calls: single.calls,
    lines: batched.calls,
    inputTokens: single.inputTokens + batched.inputTokens,
    cached: single.cachedInputTokens + batched.cachedInputTokens,
    outputTokens: single.outputTokens + batched.outputTokens,
    charged,
    accounted: cost.total.paid.usd ?? Number.NaN,
    replies: record.replies.length,
    picks: JSON.stringify(record.rankings.map(({ taskId, arm, pickedId }) => [taskId, arm, pickedId]).sort()),
  };
}

const ways = [
  await study('plain calls', {}),
  await study('6 samples per call', { samplesPerCall: 6 }),
  await study('batch', { batch: true }),
];
rmSync(folder, { recursive: true, force: true });
const [plain] = ways;
const share = (value: number, of: number) => `${((100 * value) / of).toFixed(1)} %`;
console.log(
  table([
    [
      '',
      'replies',
      'calls',
      'in batches',
      'tokens in',
      'of them cached',
      'tokens out',
      'USD',
      'of plain',
      'account says',
    ],
    ...ways.map((way) => [
      way.name,
      ...[way.replies, way.calls, way.lines, way.inputTokens, way.cached, way.outputTokens].map((value) =>
        count(value),
      ),
      way.charged.toFixed(4),
      share(way.charged, plain?.charged ?? 1),
      way.accounted.toFixed(4),
    ]),
  ]),
);
const wrong = ways.filter(({ charged, accounted }) => Math.abs(charged - accounted) > 1e-9).map(({ name }) => name);
const changed = ways.filter(({ picks }) => picks !== plain?.picks).map(({ name }) => name);
if (wrong.length > 0) console.log(`The account differs from the bill: ${wrong.join(', ')}`);
if (changed.length > 0) console.log(`Picks differ from those of plain calls: ${changed.join(', ')}`);
process.exitCode = wrong.length + changed.length > 0 ? 1 : 0;
