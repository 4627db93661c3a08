import { expect, test } from 'vitest';
import { studySettings } from '../../src/app/settings/config.ts';
import { withProgress } from '../../src/cli/io.ts';
import { parserOf } from '../../src/cli/verb.ts';

test('what is printed ends the line of progress first', () => {
  const shown: string[] = [];
  const io = withProgress({
    stdout: (text) => void shown.push(text),
    stderr: (text) => void shown.push(text),
    env: {},
    stderrIsTerminal: true,
    stdoutIsTerminal: true,
    signal: new AbortController().signal,
  });
  io.use.onEvent?.({ kind: 'stage', stage: 'solve', total: 4 });
  io.use.onEvent?.({ kind: 'warning', text: 'careful' });
  io.use.onEvent?.({ kind: 'advance', steps: 1 });
  io.stderr('error: the key is wrong\n');
  const text = shown.join('');
  expect(text).toMatch(/careful/);
  expect(text).toMatch(/solve: 1\/4 in \d+ ms\nerror: the key is wrong\n$/);
});

test('a count is any whole number as JavaScript reads it; a file has a dot or a slash in its path', () => {
  const read = (text: string) => parserOf(studySettings.samples)?.(text, undefined);
  expect(read('1e1')).toBe(10);
  expect(read('samples.jsonl')).toBe('samples.jsonl');
  for (const text of ['many', '1.5', '0', '']) expect(() => read(text)).toThrow(/number|at least 1/);
});
