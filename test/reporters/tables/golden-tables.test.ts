import { expect, test } from 'vitest';
import type { PublishedOutcome } from '../../../src/analysis/comparison/outcome-comparison.ts';
import { latexReporter } from '../../../src/reporters/latex-reporter.ts';
import { leaderboardEvalplusReporter } from '../../../src/reporters/leaderboard-evalplus-reporter.ts';
import { leaderboardHumanEvalReporter } from '../../../src/reporters/leaderboard-human-eval-reporter.ts';
import { markdownTable } from '../../../src/reporters/tables/markdown.ts';
import { outcomeTables } from '../../../src/reporters/tables/outcome-tables.ts';
import { syntheticStudy } from '../../fakes/synthetic-study.ts';

const study = syntheticStudy({ models: 2, tasks: 3, samples: 2, dated: true });
/** Of the format that holds the tables of report.md again. */
const HEAD_LINES = 40;

test.each([leaderboardEvalplusReporter, leaderboardHumanEvalReporter])('golden file of $file', async (reporter) => {
  await expect(reporter.render(study)).toMatchFileSnapshot(`../../golden/tables/${reporter.file}`);
});

test('head of tables.tex', async () => {
  const lines = latexReporter.render(study).split('\n');
  expect(lines.length).toBeGreaterThan(HEAD_LINES);
  await expect(lines.slice(0, HEAD_LINES).join('\n')).toMatchFileSnapshot('../../golden/tables/tables.tex');
});

test('published outcomes: a prompting that solves more is told apart from one that does not', () => {
  const outcomes = ['zero-shot', 'three-shot'].flatMap((prompting) =>
    Array.from({ length: 40 }, (_, at): PublishedOutcome => {
      const passed = at < 10 || (prompting === 'three-shot' && at < 24);
      return { taskId: `${at}`, model: 'm', prompting, passed, status: passed ? 'pass' : 'fail', labels: {} };
    }),
  );
  const text = outcomeTables(outcomes, 0).map(markdownTable).join('\n');
  // 14 disagreements, all one way: 2 * 0.5^14; the only comparison, so that Holm changes nothing.
  expect(text).toMatch(/three-shot \| zero-shot \| m \| 40 \| \+35\.0 .* \| 14 : 0 \| 0\.0001 \| 0\.0001 \|/);
});
