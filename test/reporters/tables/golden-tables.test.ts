import { expect, test } from 'vitest';
import { latexReporter } from '../../../src/reporters/latex-reporter.ts';
import { leaderboardEvalplusReporter } from '../../../src/reporters/leaderboard-evalplus-reporter.ts';
import { leaderboardHumanEvalReporter } from '../../../src/reporters/leaderboard-human-eval-reporter.ts';
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
