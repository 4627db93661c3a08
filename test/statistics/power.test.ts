import { expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { mcnemarPower, smallestDetectable } from '../../src/statistics/power.ts';

test('the power is that of simulated studies', () => {
  const rng = createRng(3);
  const [tasks, discordant, difference] = [80, 0.25, 0.15];
  let found = 0;
  for (let study = 0; study < 4000; study++) {
    const pairs = { onlyFirst: 0, onlySecond: 0 };
    for (let task = 0; task < tasks; task++) {
      const draw = rng.next();
      if (draw < (discordant + difference) / 2) pairs.onlyFirst += 1;
      else if (draw < discordant) pairs.onlySecond += 1;
    }
    if (mcnemarExact(pairs) <= 0.05) found += 1;
  }
  // Three standard errors of 4,000 studies are at most 0.024.
  expect(Math.abs(found / 4000 - mcnemarPower({ tasks, discordant }, difference))).toBeLessThan(0.024);
});

test('without a difference the test keeps its level; more tasks and fewer disagreements show less', () => {
  expect(mcnemarPower({ tasks: 100, discordant: 0.2 }, 0)).toBeLessThanOrEqual(0.05);
  const at = (tasks: number, discordant: number) => smallestDetectable({ tasks, discordant }) ?? 1;
  expect(at(400, 0.2)).toBeLessThan(at(100, 0.2));
  expect(at(400, 0.1)).toBeLessThan(at(400, 0.3));
  expect(smallestDetectable({ tasks: 20, discordant: 0.05 })).toBeNull();
  const smallest = at(164, 0.2);
  expect(mcnemarPower({ tasks: 164, discordant: 0.2 }, smallest)).toBeGreaterThanOrEqual(0.8);
  expect(mcnemarPower({ tasks: 164, discordant: 0.2 }, smallest - 0.002)).toBeLessThan(0.8);
  expect(smallestDetectable({ tasks: 164, discordant: 0.2, alpha: 0.01 })).toBeGreaterThan(smallest);
}, 60_000);
