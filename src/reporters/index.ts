import type { Reporter } from '../records/study.ts';
import { csvReporter } from './csv-reporter.ts';
import { htmlReporter } from './html-reporter.ts';
import { jsonReporter } from './json-reporter.ts';
import { latexReporter } from './latex-reporter.ts';
import { leaderboardDlBenchReporter } from './leaderboard-dl-bench-reporter.ts';
import { leaderboardEvalplusReporter } from './leaderboard-evalplus-reporter.ts';
import { leaderboardHumanEvalReporter } from './leaderboard-human-eval-reporter.ts';
import { markdownReporter } from './markdown-reporter.ts';

/** Every reporter, one file each. */
export const reporters: readonly Reporter[] = [
  htmlReporter,
  jsonReporter,
  markdownReporter,
  csvReporter,
  latexReporter,
  leaderboardDlBenchReporter,
  leaderboardEvalplusReporter,
  leaderboardHumanEvalReporter,
];
