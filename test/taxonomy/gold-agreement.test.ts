import { expect, it } from 'vitest';
import { bugDistribution } from '../../src/taxonomy/bug-classifier.ts';
import type { BugLabel } from '../../src/taxonomy/bug-kinds.ts';
import { goldAgreement } from '../../src/taxonomy/gold-agreement.ts';

const ranked = (...labels: BugLabel[]) => ({
  labels: labels.map((label, at) => ({ label, name: '', score: 1 / (1 + at) })),
  evidence: [{ label: labels[0] ?? 1, text: 'a clue' }],
});
const gold = (label: BugLabel, secondLabel: BugLabel | null = null) => ({ label, secondLabel });

it('counts the second label as right, and computes kappa on the first', () => {
  const pairs = [
    { gold: gold(1, 6), ranked: ranked(6, 2) },
    { gold: gold(1), ranked: ranked(1, 2) },
    { gold: gold(6), ranked: ranked(1, 6) },
    { gold: gold(6), ranked: ranked(6, 1) },
  ];
  // Half agree on the first label; chance is a half, too.
  const decided = { n: 4, right: 0.75 };
  expect(goldAgreement(pairs)).toEqual({ n: 4, top1: 0.75, top2: 1, kappa: 0, decided });
});

it('counts kinds and sub-kinds by the first label', () => {
  const first = { label: 8 as const, name: '', score: 1, subKind: 'Incorrect API Usage' };
  const { evidence } = ranked(8);
  const { failures, undecided, kinds } = bugDistribution([{ labels: [first], evidence }, ranked(8), ranked(1)]);
  expect(undecided).toBe(0);
  expect(failures).toBe(3);
  expect(kinds[7]).toMatchObject({ label: 8, count: 2 });
  expect(kinds[7]?.subKinds).toContainEqual({ name: 'Incorrect API Usage', count: 1 });
});

it('counts what nothing speaks for, and a tie, under no kind', () => {
  const tie = { ...ranked(1, 2), labels: ranked(1, 2).labels.map((label) => ({ ...label, score: 0.5 })) };
  const { failures, undecided, kinds } = bugDistribution([{ ...ranked(1, 2), evidence: [] }, tie, ranked(2, 1)]);
  expect({ failures, undecided }).toEqual({ failures: 3, undecided: 2 });
  expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(1);
});
