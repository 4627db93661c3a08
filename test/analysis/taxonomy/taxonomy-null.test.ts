import { expect, test } from 'vitest';
import { taxonomyCells } from '../../../src/analysis/taxonomy/taxonomy.ts';
import { createRng, type Rng } from '../../../src/core/random.ts';
import { DATA_TYPES, STAGES } from '../../../src/core/task.ts';

const MUTATORS = Array.from({ length: 8 }, (_, at) => `mutator-${at}`);

/** A study of 60 tasks of any difficulty, of which `mutator-0` alone changes the chance of a right sample. */
function simulate(rng: Rng, { samples = [10, 2], jitter = 0, effect = 0 }) {
  const [ofOriginal = 1, ofVariant = 1] = samples;
  const outcomes = (count: number, chance: number) => Array.from({ length: count }, () => rng.next() < chance);
  const tasks = Array.from({ length: 60 }, (_, at) => {
    const chance = rng.next();
    // Up or down by the same amount, so that nothing changes on average.
    const room = Math.min(jitter, chance, 1 - chance);
    return {
      taskId: `task/${at}`,
      labels: { stage: rng.pick(STAGES), dataType: rng.pick(DATA_TYPES) },
      original: { variantId: `task/${at}::original`, outcomes: outcomes(ofOriginal, chance) },
      variants: MUTATORS.filter(() => rng.next() < 0.6).map((mutator) => {
        const moved = chance + (rng.next() < 0.5 ? room : -room) + (mutator === 'mutator-0' ? effect : 0);
        const variantId = `task/${at}::${mutator}`;
        return { variantId, mutator, family: 'lexical' as const, outcomes: outcomes(ofVariant, moved) };
      }),
    };
  });
  return { model: 'simulated', temperature: 0.8, runs: [], tasks };
}

/** What is claimed of each of so many studies: the mutators that help or harm. */
const claims = (studies: number, change: Parameters<typeof simulate>[1]) =>
  Array.from({ length: studies }, (_, at) =>
    (taxonomyCells([simulate(createRng(99).fork(JSON.stringify(change), at), change)], 2)[0] ?? []).flatMap(
      ({ mutator, effect }) => (effect === 'helps' || effect === 'harms' ? [`${mutator} ${effect}`] : []),
    ),
  );

// 5 of 40 would be 2.6 standard errors above 5 %.
test.each([{}, { jitter: 0.2 }, { samples: [1, 1] }])(
  'without any true effect, %o: hardly anything is claimed',
  (of) => {
    expect(claims(40, of).filter((claimed) => claimed.length > 0).length).toBeLessThan(5);
  },
);
