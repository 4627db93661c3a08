import { expect, test } from 'vitest';
import {
  byCount,
  byMixture,
  byTemperature,
  modelsAtAllTemperatures,
  pooled,
} from '../../../bench/difftrust/conditions.ts';
import { conditionsTable, gainOf, pairsTable } from '../../../bench/difftrust/difftrust-tables.ts';
import { spread } from '../../../bench/published/growth-chart.ts';
import type { Origin } from '../../../src/core/program.ts';

const MODELS = ['strong', 'weak'];
const TEMPERATURES = [0.2, 0.6, 1];

/** A right and a wrong program; of ten samples of a cell the strong model has nine right, the weak one six. */
function task(at: number) {
  const cells = MODELS.flatMap((model) => TEMPERATURES.map((t) => ({ model, id: `${model}/${t}` })));
  const of = (isRight: boolean): Origin[] =>
    cells.flatMap(({ model, id }) =>
      Array.from({ length: 10 }, (_, sample) => ({ variantId: id, sample })).filter(
        ({ sample }) => sample < (model === 'strong' ? 9 : 6) === isRight,
      ),
    );
  const candidate = (id: string, origins: Origin[]) => ({ id, weight: origins.length, origins });
  return pooled({
    taskId: `t/${at}`,
    passed: new Set(['right']),
    matrix: {
      taskId: `t/${at}`,
      candidates: [candidate('right', of(true)), candidate('wrong', of(false))],
      tests: ['a', 'b'].map((id) => ({ id, weight: 1, origins: [{ variantId: 'tests', sample: 0 }] })),
      verdicts: [
        ['pass', 'pass'],
        ['fail', 'pass'],
      ],
    } as never,
  });
}
const pools = Array.from({ length: 6 }, (_, at) => task(at));

test('all programs of a cell are one exact draw; fewer are drawn, and cells that are too small have no row', () => {
  const { conditions } = byCount(pools, [5, 10, 20], 4);
  expect(conditions.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'strong 5',
    'strong 10',
    'weak 5',
    'weak 10',
  ]);
  const all = conditions[3];
  expect(all?.tasks.every(({ mean, drawVariance }) => mean.random === 0.6 && drawVariance === 0)).toBe(true);
  // Every rule finds the program that passes both tests.
  expect(all?.tasks.every(({ mean }) => mean.evidence === 1 && mean['any right'] === 1)).toBe(true);
  expect(all && gainOf(all).estimate.value).toBeCloseTo(0.4);
});

test('temperatures are mixed at equal count and compared with each alone', () => {
  expect(modelsAtAllTemperatures(pools)).toEqual(MODELS);
  const family = byTemperature(pools, MODELS, 9, 2);
  expect(family.conditions.map(({ name }) => name)).toEqual([
    ...['temperature 0.2', 'temperature 0.6', 'temperature 1', 'three temperatures'],
  ]);
  expect(family.pairs).toHaveLength(3);
  expect(pairsTable('pairs', 'Pairs', family).rows.map((row) => row[3])).toEqual(['6', '6', '6']);
});

test('mixed models are compared with their mean and with the best of them, which is named as known afterwards', () => {
  const family = byMixture(pools, MODELS, [10], 3);
  const names = family.conditions.map(({ name }) => name);
  expect(names[1]).toMatch(/^best model afterwards \((strong|weak)\)$/);
  const blind = family.conditions.map(({ tasks }) => tasks.reduce((sum, { mean }) => sum + mean.random, 0) / 6);
  expect(blind[0]).toBeCloseTo(0.75);
  expect(blind[2]).toBeGreaterThan(0.6);
  expect(blind[2]).toBeLessThan(0.9);
  const table = conditionsTable('id', 'Caption', 'Note.', family);
  for (const row of table.rows) expect(row).toHaveLength(table.head.length);
});

test('names at the ends of lines are pushed apart to both sides, in their order; where there is room they stay', () => {
  expect(spread([10, 12, 50, 11], 16)).toEqual([-5, 27, 50, 11]);
  expect(spread([30, 100, 60], 16)).toEqual([30, 100, 60]);
});
