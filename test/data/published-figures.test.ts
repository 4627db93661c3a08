import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { figuresOf } from '../docs/figure-sections.ts';

const published = join(packageRoot(), 'reports', 'published');

/** Figures of a page that its tables do not hold, after the command or the sum that they come from. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'starter-smollm2-135m': [
    'report.md, exact McNemar of the arms, calibration errors and what chance gives: 0.38 18.2 16.4 17.6 16.7',
  ],
  approaches: ['the sizes of the models: 1.5 0.5', 'the first 28 tasks, by 3cd526b7: 78.2 76.4'],
  'approaches-mbpp': [
    'the size of the model: 1.5',
    'reports/published/approaches, the first 28 tasks: 78.2 76.4',
    'the first 36 tasks, by e9784979: 2.4 8.4 3.0 65.8 68.2',
    'half the sums of both sets, 2.9 - 1.3 and -0.1 - 2.3: 0.8 1.2',
    'the report of run on the published files: 55.6 12.7 5.8 19.0 0.0002',
  ],
  'thesis-pairs': ['the version of a model: 2.5', 'rounded in the text, 0.0502: 0.05'],
  difftrust: [
    'settings, namely temperatures, and the version of a model: 0.2 0.6 1.0 3.5',
    'p values, rounded in the text, of 0.0626, 0.0742, 0.0768, 0.0763 and 0.0856: 0.06 0.07 0.08 0.09',
    'the level of a finding: 0.05',
    'reports/published/hardeval: 2.9',
  ],
  hardeval: [
    'the version of a model, and the limit of a cell in seconds: 3.5 0.2',
    'bound of p values, rounded: 0.0001',
    'an earlier count of the same files, ../shared/strong: 2.8',
    'the best single wording less several, of tables.md: 4.4',
    'verdicts of the original prompts, counted in ../shared/strong/hardeval-…: 60.2 60.0 29.8 54.6',
  ],
};

describe.each(Object.keys(ELSEWHERE))('the published page %s', (name) => {
  const folder = join(published, name);
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  const tables = new Set(figuresOf(readFileSync(join(folder, 'tables.md'), 'utf8').replaceAll('\\', '')));
  const elsewhere = new Set((ELSEWHERE[name] ?? []).flatMap((line) => line.split(': ')[1]?.split(' ') ?? []));

  test('has no decimal figure that is neither in its tables nor from a command that this test names', () => {
    const untraced = figuresOf(page).filter((figure) => !tables.has(figure) && !elsewhere.has(figure));
    expect([...new Set(untraced)]).toEqual([]);
  });

  test('leads only to files that are there', () => {
    for (const [, path = ''] of page.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(existsSync(join(folder, path)), path).toBe(true);
    }
  });
});
