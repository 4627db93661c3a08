import { expect, test } from 'vitest';
import { type Need, skippedSummary } from './skipped-tests.ts';

const need = (name: string, isMissing = true): Need => ({
  name,
  hint: `install ${name}`,
  mentioned: new RegExp(name, 'i'),
  isMissing: () => isMissing,
});
const needs = [need('bubblewrap'), need('docker'), need('chromium', false)];
const skipped = (name: string, source = '') => ({ name, source });

test('counts what tests were skipped for in three lines, the commonest first', () => {
  const tests = [
    skipped('a docker test', 'bubblewrap too'),
    ...Array.from({ length: 3 }, (_, at) => skipped(`test ${at}`, 'needs bubblewrap')),
    skipped('chromium is here, so it was something else'),
  ];
  expect(skippedSummary(tests, needs)).toBe(
    '5 tests were skipped: 3 need bubblewrap, 1 docker, 1 another system, user or setting (their files say which).\n' +
      'To run them: install bubblewrap; install docker.\n' +
      'All others ran; nothing that was skipped counts as passed.\n',
  );
});
