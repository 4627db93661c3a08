import { expect, test } from 'vitest';
import { mcnemarPower, smallestDetectable } from '../../src/statistics/power.ts';

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
