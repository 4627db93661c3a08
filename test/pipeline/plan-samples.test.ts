import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MutatorFamily, Variant } from '../../src/core/mutation.ts';
import { chooseVariants, planArms } from '../../src/pipeline/plan-samples.ts';
import { samplingPlan } from '../fakes/model-run.ts';

function variants(mutators: readonly string[]): Variant[] {
  const mutant = (mutator: string, index: number): Variant => ({
    id: `t::${mutator}::s0.${index}`,
    taskId: 't',
    prompt: `${mutator} ${index}`,
    mutation: { mutator, family: 'lexical', preserves: 'exact-meaning', seed: 0, edits: [], renames: {} },
  });
  return [{ id: 't::original', taskId: 't', prompt: 'p', mutation: null }, ...mutators.map(mutant)];
}

test('chooseVariants: keeps the original first and serves every mutator before one is served twice', () => {
  const all = variants(['a', 'a', 'a', 'b', 'c']);
  const [original, ...others] = chooseVariants(all, 4, 1);
  expect(original?.mutation).toBeNull();
  expect(others.map(({ mutation }) => mutation?.mutator).toSorted()).toEqual(['a', 'b', 'c']);
});

describe('chooseVariants, balanced by family', () => {
  const ofFamilies = (families: readonly MutatorFamily[]): Variant[] =>
    variants(families.map((family, index) => `${family}-${index}`)).map((variant, index) =>
      variant.mutation && index > 0
        ? { ...variant, mutation: { ...variant.mutation, family: families[index - 1] as MutatorFamily } }
        : variant,
    );
  const counts = (chosen: readonly Variant[]) => {
    const found: Record<string, number> = {};
    for (const { mutation } of chosen) if (mutation) found[mutation.family] = (found[mutation.family] ?? 0) + 1;
    return found;
  };

  test('the families take turns', () => {
    const all = ofFamilies([...Array(9).fill('layout'), 'lexical', 'lexical', 'naming', 'naming']);
    expect(counts(chooseVariants(all, 7, 3))).toEqual({ layout: 2, lexical: 2, naming: 2 });
  });

  test('none has more than half where there are others, however few', () => {
    const all = ofFamilies([...Array(9).fill('layout'), 'lexical', 'naming']);
    expect(counts(chooseVariants(all, 10, 3))).toEqual({ layout: 2, lexical: 1, naming: 1 });
    expect(counts(chooseVariants(ofFamilies(Array(9).fill('layout')), 6, 3))).toEqual({ layout: 5 });
  });
});

describe('planArms', () => {
  test('every arm has the same number of samples, none twice, whatever the numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 11 }),
        (count, samples, mutants) => {
          const chosen = chooseVariants(variants(Array.from({ length: mutants }, (_, i) => `m${i}`)), count, 0);
          for (const { samples: refs } of planArms(chosen, samplingPlan({ variants: count, samples }))) {
            expect(refs).toHaveLength(count * samples);
            expect(new Set(refs.map((ref) => JSON.stringify(ref))).size).toBe(count * samples);
          }
        },
      ),
    );
  });

  test('the single-prompt arms take the original alone, the ensemble deals in turn and includes it', () => {
    const [baseline, self, ensemble] = planArms(variants(['a', 'b']), samplingPlan({ variants: 3 }));
    expect(baseline?.samples).toEqual(self?.samples);
    expect(new Set(self?.samples.map((ref) => ref.variantId))).toEqual(new Set(['t::original']));
    expect(ensemble?.samples.map((ref) => ref.sample)).toEqual([0, 0, 0, 1, 1, 1]);
    expect(ensemble?.samples[0]?.variantId).toBe('t::original');
  });
});
