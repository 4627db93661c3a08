import type { Reporter } from '../core/reporter.ts';
import { unknownName } from '../core/unknown-name.ts';
import { csvReporter } from './csv-reporter.ts';
import { csvTablesReporter } from './csv-tables-reporter.ts';
import { htmlReporter } from './html-reporter.ts';
import { jsonReporter } from './json-reporter.ts';
import { latexReporter } from './latex-reporter.ts';
import { leaderboardEvalplusReporter } from './leaderboard-evalplus-reporter.ts';
import { leaderboardHumanEvalReporter } from './leaderboard-human-eval-reporter.ts';
import { markdownReporter } from './markdown-reporter.ts';
import { markdownTablesReporter } from './markdown-tables-reporter.ts';

/** Every reporter, one file each. */
export const reporters: readonly Reporter[] = [
  htmlReporter,
  jsonReporter,
  markdownReporter,
  csvReporter,
  markdownTablesReporter,
  csvTablesReporter,
  latexReporter,
  leaderboardEvalplusReporter,
  leaderboardHumanEvalReporter,
];

/** @throws ConfigError `unknown-reporter`, with the nearest name. */
export function findReporter(name: string): Reporter {
  const reporter = reporters.find((candidate) => candidate.name === name);
  if (reporter) return reporter;
  throw unknownName(
    'reporter',
    name,
    reporters.map((known) => known.name),
  );
}
