import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatModel } from '../../src/core/chat.ts';
import { BudgetError, EXIT, ModelError } from '../../src/core/errors.ts';
import { costOf, type TokenPrices, worstCase } from '../../src/core/token-cost.ts';
import { createBudget, withBudget } from '../../src/model/account.ts';
import { chatRequest, never } from '../fakes/fake-model.ts';

const prices: TokenPrices = { inputPerMTok: 2, outputPerMTok: 10 };
const request = (content: string, maxTokens: number) =>
  chatRequest({ messages: [{ role: 'user', content }], maxTokens });

/** An endpoint that charges: what each call costs is up to it, within what the request allows. */
function chargingModel(share: (call: number) => number, fails: (call: number) => boolean = () => false) {
  const bill = { usd: 0, calls: 0 };
  const model: ChatModel = {
    id: 'm',
    complete: async (asked) => {
      const call = bill.calls++;
      await new Promise((resolve) => setImmediate(resolve));
      const { inputTokens, outputTokens } = worstCase(asked);
      const usage = {
        inputTokens: Math.floor(inputTokens * share(call)),
        outputTokens: Math.floor(outputTokens * share(call)),
      };
      bill.usd += costOf(usage, prices);
      if (fails(call)) throw new ModelError('model-connection-lost', 'charged all the same', { retryable: true });
      return { status: 'completed', text: '', usage: call % 3 === 0 ? null : usage };
    },
  };
  return { model, bill };
}

test('stops before the first call that could exceed the cap', async () => {
  const { model, bill } = chargingModel(() => 1);
  const one = costOf(worstCase(request('hello', 100)), prices);
  const capped = withBudget(model, [createBudget({ maxCostUsd: one * 2.5 })], prices);
  await capped.complete(request('hello', 100), never);
  await capped.complete(request('hello', 100), never);
  await expect(capped.complete(request('hello', 100), never)).rejects.toMatchObject({
    code: 'budget-reached',
    exitCode: EXIT.budget,
    hint: expect.stringContaining('--max-cost'),
  });
  expect(bill.calls).toBe(2);
});

test('counts what earlier sessions spent, and is shared between models', async () => {
  const { model } = chargingModel(() => 1);
  const one = costOf(worstCase(request('x', 10)), prices);
  const budget = createBudget({ maxCostUsd: one * 2.5, spentUsd: one });
  await withBudget(model, [budget], prices).complete(request('x', 10), never);
  await expect(withBudget(model, [budget], prices).complete(request('x', 10), never)).rejects.toBeInstanceOf(
    BudgetError,
  );
});

test('waits for calls under way that may give some back, instead of ending early', async () => {
  const { model, bill } = chargingModel((call) => (call % 3 === 0 ? 1 : 0.01));
  const one = costOf(worstCase(request('hello', 100)), prices);
  const capped = withBudget(model, [createBudget({ maxCostUsd: one * 2.05 })], prices);
  await Promise.all([1, 2, 3].map(() => capped.complete(request('hello', 100), never)));
  expect(bill.calls).toBe(3);
});

test('one that waits ends when its run is interrupted', async () => {
  const one = costOf(worstCase(request('hello', 100)), prices);
  const stuck: ChatModel = { id: 'm', complete: () => new Promise(() => {}) };
  const capped = withBudget(stuck, [createBudget({ maxCostUsd: one * 1.5 })], prices);
  const abort = new AbortController();
  void capped.complete(request('hello', 100), never);
  const waiting = capped.complete(request('hello', 100), abort.signal);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'interrupted' });
});

test('draws on every cap, and gives back to one what another refused', async () => {
  const { model } = chargingModel(() => 1);
  const one = costOf(worstCase(request('x', 10)), prices);
  const wide = createBudget({ maxCostUsd: one * 10 });
  const narrow = createBudget({ maxCostUsd: one * 1.5 });
  const capped = withBudget(model, [wide, narrow], prices);
  await capped.complete(request('x', 10), never);
  await expect(capped.complete(request('x', 10), never)).rejects.toMatchObject({ code: 'budget-reached' });
  expect(wide.spentUsd).toBeCloseTo(one, 12);
});

test.each([
  ['model-rate-limited', 0],
  ['model-unreachable', 0],
  ['model-server-error', 1],
  ['model-timeout', 1],
])('a call that ends in %s counts %i times its worst case', async (code, times) => {
  const one = costOf(worstCase(request('x', 10)), prices);
  const budget = createBudget({ maxCostUsd: one * 10 });
  const failing: ChatModel = { id: 'm', complete: () => Promise.reject(new ModelError(code, 'no')) };
  await expect(withBudget(failing, [budget], prices).complete(request('x', 10), never)).rejects.toThrow();
  expect(budget.spentUsd).toBeCloseTo(times * one, 12);
});

test('never exceeds the cap, whatever calls cost and however many are under way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ content: fc.string({ maxLength: 80 }), maxTokens: fc.nat(300) }), { maxLength: 40 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 }),
      fc.double({ min: 0, max: 0.02, noNaN: true }),
      fc.integer({ min: 2, max: 9 }),
      async (calls, shares, cap, failEvery) => {
        const { model, bill } = chargingModel(
          (call) => shares[call % shares.length] as number,
          (call) => call % failEvery === 1,
        );
        const capped = withBudget(model, [createBudget({ maxCostUsd: cap })], prices);
        const outcomes = await Promise.allSettled(
          calls.map(({ content, maxTokens }) => capped.complete(request(content, maxTokens), never)),
        );
        expect(bill.usd).toBeLessThanOrEqual(cap + 1e-12);
        const stopped = outcomes.filter((o) => o.status === 'rejected' && o.reason instanceof BudgetError).length;
        expect(bill.calls + stopped).toBe(calls.length);
      },
    ),
    { numRuns: 150 },
  );
});
