import type { Markup } from '../../src/reporters/html/markup.ts';
import { gainScatter } from '../published/gain-scatter.ts';
import { growthChart } from '../published/growth-chart.ts';
import type { Family } from './conditions.ts';
import { gainOf } from './difftrust-tables.ts';
import { type Column, DEFAULT_RULE, meanOf } from './task-values.ts';

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

/** Tasks that every one of these has: a line must not rise because a task drops out. */
function commonTasks(conditions: Family['conditions']): ReadonlySet<string> {
  const [first, ...others] = conditions.map(({ tasks }) => tasks.map(({ taskId }) => taskId));
  return new Set(first?.filter((taskId) => others.every((own) => own.includes(taskId))));
}

/** pass@1 of the default rule by number of programs, of the models with the most, over the tasks that have them. */
export function growthPicture({ conditions }: Family): Markup | null {
  const most = Math.max(...conditions.map(({ count }) => count));
  const models = conditions.filter(({ count }) => count === most).map(({ name }) => name);
  const lines = models.map((name) => {
    const own = conditions.filter((condition) => condition.name === name);
    const common = commonTasks(own);
    const means = (tasks: (typeof own)[number]['tasks'], column: Column) =>
      meanOf(tasks.filter(({ taskId }) => common.has(taskId)).map(({ mean }) => mean[column]));
    const single = own[0];
    const blind = single ? [{ count: 1, value: means(single.tasks, 'random') }] : [];
    const points = own.map(({ count, tasks }) => ({ count, value: means(tasks, DEFAULT_RULE) }));
    return { name, points: [...blind, ...points] };
  });
  return growthChart(lines, {
    axis: 'programs',
    caption:
      'pass@1 in percent of the program that the default rule picks, by number of programs, over the tasks that have the most; 1 is a blind one.',
  });
}
