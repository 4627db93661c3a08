import { expect, test } from 'vitest';
import { BudgetError, ModelError } from '../../../src/core/errors.ts';
import { createRng } from '../../../src/core/random.ts';
import { type FakeAnswer, type FakeRequest, startFakeEndpoint } from '../../fakes/fake-endpoint.ts';
import { modelRun } from '../../fakes/model-run.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

const price = { inputPerMTok: 3, outputPerMTok: 15, source: 'given' };

interface Bill {
  usd: number;
  calls: number;
}

/** Charges for every call that it begins to work on: also for those that it refuses, breaks off or forgets to count. */
function chargingEndpoint(bill: Bill, seed: number) {
  const rng = createRng(seed).fork('endpoint');
  return startFakeEndpoint((_index, { body }: FakeRequest): FakeAnswer => {
    const bytes = Buffer.byteLength(JSON.stringify(body['messages']));
    const usage = {
      prompt_tokens: Math.ceil(bytes * (0.2 + 0.5 * rng.next())),
      completion_tokens: Math.ceil(Number(body['max_tokens'] ?? body['max_completion_tokens']) * rng.next()),
    };
    const kind = rng.below(40);
    if (kind === 0) return { kind: 'json', status: 429, value: { error: { message: 'slow down' } } };
    bill.calls += 1;
    bill.usd += (usage.prompt_tokens * price.inputPerMTok + usage.completion_tokens * price.outputPerMTok) / 1e6;
    if (kind === 1) return { kind: 'json', status: 500, value: { error: { message: 'broke off' } } };
    if (kind === 2) return { kind: 'drop' };
    const content = '```python\ndef f(x):\n    return sum(x)\n```\nassert f([1]) == 1';
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
    if (kind === 3)
      return { kind: 'json', value: { choices: [{ ...choice, finish_reason: 'content_filter' }], usage } };
    return { kind: 'json', value: { choices: [choice], ...(kind === 4 ? {} : { usage }) } };
  });
}

/** Of a run as `run --max-cost` makes it. */
const settings = { prices: { m: price }, tasks: 2, samples: 2, maxTokens: 60, concurrency: 4, retries: 0 };

// 2 tasks x (2 programs + 2 test replies); a whole run costs about 0.005 USD here.
test('over 50 random budgets an endpoint that charges never gets more, and the run goes on to its end', async () => {
  const rng = createRng(7);
  let stopped = 0;
  for (let round = 0; round < 50; round++) {
    const bill: Bill = { usd: 0, calls: 0 };
    const endpoint = await chargingEndpoint(bill, round);
    const directory = await tempDir();
    let cap = 0.005 * rng.next();
    let finished = false;
    for (let at = 0; at < 60 && !finished; at++) {
      try {
        await modelRun({ ...settings, directory, baseUrl: endpoint.baseUrl, maxCostUsd: cap });
        finished = true;
      } catch (error) {
        if (error instanceof BudgetError) {
          expect(error.exitCode).toBe(4);
          stopped += 1;
          cap += 0.003;
        } else if (!(error instanceof ModelError)) throw error;
      }
      expect(bill.usd).toBeLessThanOrEqual(cap + 1e-12);
    }
    expect(finished).toBe(true);
  }
  expect(stopped).toBeGreaterThan(25);
}, 300_000);
