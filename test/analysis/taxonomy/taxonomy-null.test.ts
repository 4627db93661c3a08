import { describe, expect, test } from 'vitest';
import { taxonomyCells } from '../../../src/analysis/taxonomy/taxonomy.ts';
import { createRng } from '../../../src/core/random.ts';
import { type SimulatedStudy, simulateStudy } from './simulated-study.ts';

const rng = createRng(99).fork('taxonomy-null');
const study: SimulatedStudy = {
  tasks: 60,
  mutators: 8,
  originalSamples: 10,
  variantSamples: 2,
  mean: 0.4,
  jitter: 0,
  effect: 0,
};

const effectsOf = (change: Partial<SimulatedStudy>, at: number) =>
  (taxonomyCells([simulateStudy({ ...study, ...change }, rng.fork(JSON.stringify(change), at))], 2)[0] ?? []).filter(
    ({ effect }) => effect === 'helps' || effect === 'harms',
  );

const count = (studies: number, of: (at: number) => boolean) =>
  Array.from({ length: studies }, (_, at) => of(at)).filter(Boolean).length;

describe('a study without any true effect', () => {
  // 5 of 40 would be 2.6 standard errors above 5 %.
  test.each([{}, { jitter: 0.2 }, { originalSamples: 1, variantSamples: 1 }])(
    '%o: claims hardly anything',
    (change) => {
      expect(count(40, (at) => effectsOf(change, at).length > 0)).toBeLessThan(5);
    },
  );
});

test('a planted harm of 40 points is found, and is not blamed on the others', () => {
  const change = { effect: -0.4, mean: 0.7, variantSamples: 5 };
  const found = count(10, (at) =>
    effectsOf(change, at).some(({ mutator, effect }) => mutator === 'mutator-0' && effect === 'harms'),
  );
  expect(found).toBeGreaterThanOrEqual(9);
  expect(count(10, (at) => effectsOf(change, at).some(({ mutator }) => mutator !== 'mutator-0'))).toBeLessThan(3);
});
