import { expect, test } from 'vitest';
import { renderStudySummary } from '../../src/reporters/terminal-summary.ts';
import { syntheticRun } from '../fakes/run-record.ts';
import { syntheticStudy } from '../fakes/synthetic-study.ts';

test('a study of models looks as it did (golden)', async () => {
  const text = renderStudySummary(syntheticStudy({ models: 3, tasks: 14 }), { color: false });
  await expect(text).toMatchFileSnapshot('../golden/study-summary.txt');
});

test.each([
  { models: 2, repeats: 5 },
  { models: 9, repeats: 1 },
])('$models models with $repeats repeats fit on one screen', (size) => {
  const lines = renderStudySummary(syntheticStudy({ ...size, tasks: 7 }), { color: false }).split('\n');
  expect(lines.length).toBeLessThanOrEqual(25);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
});

test('names cannot steer the terminal', () => {
  const run = syntheticRun({ tasks: 2, hostile: '\u001b]0;owned\u0007\r\n' });
  const text = renderStudySummary({ runs: [run, run] }, { color: false });
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
});
