import { gainScatter } from '../../src/reporters/html/gain-scatter.ts';
import type { Markup } from '../../src/reporters/html/markup.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { growthChart } from '../published/growth-chart.ts';
import type { Family } from './conditions.ts';
import { gainOf } from './difftrust-tables.ts';
import { DEFAULT_RULE, meanOf } from './task-values.ts';

/** Programs of a task in the picture of gains: those that every model has. */
const PICTURED = 10;

/** What selecting gains over a blind program, by how good a blind program is. */
export function gainPicture({ conditions }: Family): Markup | null {
  const points = conditions
    .filter(({ count }) => count === PICTURED)
    .map((condition) => ({
      name: condition.name,
      at: meanOf(condition.tasks.map(({ mean }) => mean.random)),
      gain: gainOf(condition).estimate,
    }));
  return gainScatter(points, {
    axis: 'pass@1 of one program taken blindly',
    caption: `Points gained by selecting among ${PICTURED} programs with the default rule, with 95 % intervals over tasks.`,
  });
}

/** pass@1 of the default rule by number of programs, of the models with the most. */
export function growthPicture({ conditions }: Family): Markup | null {
  const most = Math.max(...conditions.map(({ count }) => count));
  const models = conditions.filter(({ count }) => count === most).map(({ name }) => name);
  const lines = models.map((name) => {
    const own = conditions.filter((condition) => condition.name === name);
    const single = own[0];
    const blind = single ? [{ count: 1, value: meanOf(single.tasks.map(({ mean }) => mean.random)) }] : [];
    const points = own.map(({ count, tasks }) => ({
      count,
      value: meanInterval(tasks.map(({ mean }) => mean[DEFAULT_RULE])).value,
    }));
    return { name, points: [...blind, ...points] };
  });
  return growthChart(lines, {
    axis: 'programs',
    caption: 'pass@1 in percent of the program that the default rule picks, by number of programs; 1 is a blind one.',
  });
}
