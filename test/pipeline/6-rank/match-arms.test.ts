import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchArms, spendingOf } from '../../../src/pipeline/6-rank/match-arms.ts';
import type { ArmPlan } from '../../../src/pipeline/plan-samples.ts';

const refs = (variantId: string, count: number) =>
  Array.from({ length: count }, (_, sample) => ({ variantId, sample }));
const plan = (count: number): ArmPlan[] => [
  { arm: 'baseline', samples: refs('o', count) },
  { arm: 'self-agreement', samples: refs('o', count) },
  { arm: 'mutation-ensemble', samples: refs('m', count) },
];

test('the dearer arm gives up samples until it spends no more than the cheaper; baseline pays for no tests', () => {
  const matched = matchArms(plan(4), ({ variantId }) => (variantId === 'o' ? 10 : 15), 0);
  expect(matched.map(({ samples }) => samples.length)).toEqual([4, 4, 2]);
});

test('what writing the variants cost comes off the ensemble', () => {
  const matched = matchArms(plan(4), () => 10, 30);
  expect(matched.map(({ samples }) => samples.length)).toEqual([4, 4, 2]);
});

test('no arm spends more than the measure, unless by its first sample; cutting twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 8, maxLength: 8 }),
      fc.nat(50),
      (costs, writing) => {
        const spent = ({ variantId, sample }: { variantId: string; sample: number }) =>
          costs[(variantId === 'o' ? 0 : 4) + sample] ?? 0;
        const total = (arm: ArmPlan) =>
          arm.samples.reduce((sum, ref) => sum + 2 * spent(ref), arm.arm === 'mutation-ensemble' ? writing : 0);
        const selecting = plan(4).slice(1);
        const budget = Math.min(...selecting.map(total));
        const matched = matchArms(selecting, spent, writing);
        for (const arm of matched)
          if (arm.samples.length > 1) expect(total(arm)).toBeLessThanOrEqual(budget * (1 + 1e-9));
        expect(matched.some((arm, at) => arm.samples.length === selecting[at]?.samples.length)).toBe(true);
      },
    ),
  );
});

test('spending is in tokens and needs their counts', () => {
  const reply = (usage: { inputTokens: number; outputTokens: number } | null) => ({
    key: 'k',
    model: 'm',
    taskId: 't',
    variantId: 'o',
    purpose: 'program' as const,
    request: { messages: [], temperature: 0, topP: 1, maxTokens: 1, sample: 0 },
    reply: { status: 'completed' as const, text: '', usage },
    replayed: false,
  });
  const counted = reply({ inputTokens: 100, outputTokens: 10 });
  const ref = { variantId: 'o', sample: 0 };
  expect(spendingOf([counted]).spent(ref, 'program')).toBe(110);
  expect(spendingOf([{ ...counted, purpose: 'mutation' }]).writing).toBe(110);
  expect(() => spendingOf([reply(null)])).toThrow(/counted no tokens/);
});
