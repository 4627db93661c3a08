import type { GateResult } from '../analysis/comparison/regression-gate.ts';
import { percent, plural, points, pointsWithInterval } from './figures.ts';

const MOST_NAMED = 10;

const named = (tasks: readonly string[]): string =>
  `${plural(tasks.length, 'task')} (${tasks.slice(0, MOST_NAMED).join(', ')}${tasks.length > MOST_NAMED ? ', …' : ''})`;

/** The result of a gate as Markdown for a comment on a pull request. */
export function gateMarkdown(gates: readonly GateResult[], drop: number): string {
  return gates
    .map(({ model, measure, arm, tasks, first, second, difference, smallestDrop, flaky, worse }) => {
      const flakyLines = (['first', 'second'] as const).flatMap((side) =>
        flaky[side].length > 0 ? [`- Flaky within the ${side}: ${named(flaky[side])}`] : [],
      );
      return [
        `### ${worse ? 'Worse' : 'Not shown to be worse'}: ${model.first} → ${model.second}`,
        '',
        '| measure | tasks | base | new | difference, 95 % |',
        '| --- | --: | --: | --: | --: |',
        `| ${arm === null ? measure : `${measure} of ${arm}`} | ${tasks} | ${percent(first)} | ${percent(second)} | ${pointsWithInterval(difference)} |`,
        '',
        `- Fails at a drop of ${points(drop)} or more whose interval leaves out zero.`,
        `- The smallest drop that so many tasks find in four of five comparisons: ${points(smallestDrop)}`,
        ...flakyLines,
        '',
      ].join('\n');
    })
    .join('\n');
}
