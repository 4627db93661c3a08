import { describe, expect, it } from 'vitest';
import { bugDistribution } from '../../src/taxonomy/bug-distribution.ts';
import type { BugLabel } from '../../src/taxonomy/bug-kinds.ts';
import { goldAgreement } from '../../src/taxonomy/gold-agreement.ts';

const ranked = (...labels: BugLabel[]) => ({ labels: labels.map((label) => ({ label, name: '', score: 0 })) });
const gold = (label: BugLabel, secondLabel: BugLabel | null = null) => ({ label, secondLabel });

describe('agreement with given labels', () => {
  it('counts the second label as right, and computes kappa on the first', () => {
    const pairs = [
      { gold: gold(1, 6), ranked: ranked(6, 2) },
      { gold: gold(1), ranked: ranked(1, 2) },
      { gold: gold(6), ranked: ranked(1, 6) },
      { gold: gold(6), ranked: ranked(6, 1) },
    ];
    // Half agree on the first label; chance is a half, too.
    expect(goldAgreement(pairs)).toEqual({ n: 4, top1: 0.75, top2: 1, kappa: 0 });
  });

  it('counts kinds and sub-kinds by the first label', () => {
    const first = { label: 8 as const, name: '', score: 1, subKind: 'Incorrect API Usage' };
    const { failures, kinds } = bugDistribution([{ labels: [first] }, ranked(8), ranked(1)]);
    expect(failures).toBe(3);
    expect(kinds[7]).toMatchObject({ label: 8, count: 2 });
    expect(kinds[7]?.subKinds).toContainEqual({ name: 'Incorrect API Usage', count: 1 });
  });
});
