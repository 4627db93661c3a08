import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { mcnemarPower, smallestDetectable } from '../../src/statistics/power.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';
import { type PairedCounts, stratifiedExactTest } from '../../src/statistics/stratified-exact-test.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('signFlipTest', () => {
  /** Every assignment of signs, one after the other. */
  function enumerate(differences: readonly number[]): number {
    const observed = Math.abs(sum(differences));
    const ways = 2 ** differences.length;
    let asFar = 0;
    for (let mask = 0; mask < ways; mask++) {
      const flipped = sum(differences.map((difference, at) => ((mask >> at) & 1 ? -difference : difference)));
      if (Math.abs(flipped) >= observed - 1e-9) asFar++;
    }
    return asFar / ways;
  }

  test('agrees with the enumeration where the sizes share a unit', () => {
    for (const parts of [1, 3, 7, 12]) {
      const share = fc.integer({ min: -parts, max: parts }).map((part) => part / parts);
      fc.assert(
        fc.property(fc.array(share, { minLength: 1, maxLength: 9 }), (differences) => {
          expect(signFlipTest(differences)).toBeCloseTo(enumerate(differences), 10);
        }),
      );
    }
  });

  test('a unit of a thousandth is still found; sizes without one are told apart to a 4096th of their sum', () => {
    const fine = [0.001, 0.999, -0.998, 0.5];
    expect(signFlipTest(fine)).toBeCloseTo(enumerate(fine), 10);
    const odd = [Math.SQRT2 / 2, -Math.E / 9, Math.PI / 7, Math.sqrt(3) / 5, -Math.sqrt(7) / 11];
    expect(signFlipTest(odd)).toBeCloseTo(enumerate(odd), 10);
  });
});

test('stratifiedExactTest: agrees with the enumeration, with unequal numbers of samples', () => {
  /** Every choice of which of a task's samples are the variants', one after the other. */
  function rightCounts({ original, variant }: PairedCounts): number[] {
    const samples = original.samples + variant.samples;
    const right = original.right + variant.right;
    const masks = Array.from({ length: 2 ** samples }, (_, mask) => mask);
    const bits = (mask: number, until: number) => sum(Array.from({ length: until }, (_, at) => (mask >> at) & 1));
    return masks.filter((mask) => bits(mask, samples) === variant.samples).map((mask) => bits(mask, right));
  }

  function enumerate(tasks: readonly PairedCounts[]): number {
    const totals = tasks.reduce<number[]>(
      (before, task) => {
        const counts = rightCounts(task);
        return before.flatMap((total) => counts.map((count) => total + count));
      },
      [0],
    );
    const observed = sum(tasks.map(({ variant }) => variant.right));
    const share = (holds: (total: number) => boolean) => totals.filter(holds).length / totals.length;
    return Math.min(
      1,
      2 *
        Math.min(
          share((total) => total <= observed),
          share((total) => total >= observed),
        ),
    );
  }

  const counts = fc
    .integer({ min: 1, max: 3 })
    .chain((samples) => fc.integer({ min: 0, max: samples }).map((right) => ({ samples, right })));
  const paired = fc.record({ original: counts, variant: counts });
  fc.assert(
    fc.property(fc.array(paired, { minLength: 1, maxLength: 3 }), (tasks) => {
      expect(stratifiedExactTest(tasks)).toBeCloseTo(enumerate(tasks), 10);
    }),
  );
});

describe('mcnemarPower', () => {
  /** Summed over every outcome of the tasks: so many won, so many lost, the others alike. */
  function enumerate(tasks: number, discordant: number, difference: number, alpha: number): number {
    const [won, lost] = [(discordant + difference) / 2, (discordant - difference) / 2];
    const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
    let power = 0;
    for (let wins = 0; wins <= tasks; wins++) {
      for (let losses = 0; wins + losses <= tasks; losses++) {
        if (mcnemarExact({ onlyFirst: wins, onlySecond: losses }) > alpha) continue;
        const alike = tasks - wins - losses;
        const ways = factorial(tasks) / (factorial(wins) * factorial(losses) * factorial(alike));
        power += ways * won ** wins * lost ** losses * (1 - discordant) ** alike;
      }
    }
    return power;
  }

  test.each([
    [12, 0.4, 0.2, 0.05],
    [12, 0.4, -0.2, 0.05],
    [10, 1, 0.6, 0.05],
    [10, 1, 1, 0.05],
    [9, 0.5, 0.5, 0.2],
    [8, 0.9, 0, 0.3],
    [10, 0, 0, 0.05],
  ])('%i tasks, %d of them discordant, difference %d, level %d', (tasks, discordant, difference, alpha) => {
    const expected = enumerate(tasks, discordant, Math.abs(difference), alpha);
    expect(mcnemarPower({ tasks, discordant, alpha }, difference)).toBeCloseTo(expected, 10);
  });

  test('five wins of five are found at a level of exactly 1/16, and not below it', () => {
    expect(mcnemarPower({ tasks: 5, discordant: 1, alpha: 0.0625 }, 1)).toBeCloseTo(1, 12);
    expect(mcnemarPower({ tasks: 5, discordant: 1, alpha: 0.0624 }, 1)).toBe(0);
  });

  test('at a level of 1 every outcome is a finding', () => {
    expect(mcnemarPower({ tasks: 6, discordant: 0.5, alpha: 1 }, 0.1)).toBeCloseTo(1, 10);
  });

  test('the smallest detectable difference is where the enumerated power passes what was wanted', () => {
    const plan = { tasks: 14, discordant: 0.8, alpha: 0.1, power: 0.6 };
    const found = smallestDetectable(plan) ?? Number.NaN;
    expect(enumerate(14, 0.8, found, 0.1)).toBeGreaterThanOrEqual(0.6);
    expect(enumerate(14, 0.8, found - 0.0006, 0.1)).toBeLessThan(0.6);
  });
});
