import type { Reporter } from '../core/reporter.ts';
import { unknownName } from '../core/unknown-name.ts';
import { csvReporter } from './csv-reporter.ts';
import { htmlReporter } from './html-reporter.ts';
import { jsonReporter } from './json-reporter.ts';
import { markdownReporter } from './markdown-reporter.ts';

/** Every reporter, one file each. */
export const reporters: readonly Reporter[] = [htmlReporter, jsonReporter, markdownReporter, csvReporter];

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
