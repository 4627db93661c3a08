import { expect, test } from 'vitest';
import { advanced, endLine, progressLine, type StageState } from '../../src/reporters/progress-line.ts';
import { terminalProgress } from '../../src/reporters/terminal-progress.ts';

test('a line has count, rate, time left and money', () => {
  const state = { stage: 'execute', total: 132, done: 66, startedAt: 0, spentUsd: 0.0123 };
  expect(progressLine(state, 22_000)).toBe('execute: 66/132, 3.0/s, 22.0 s left, 0.012 USD so far');
  expect(progressLine({ ...state, total: null, spentUsd: 0 }, 22_000)).toBe('execute: 66, 3.0/s');
  expect(endLine({ ...state, done: 132 }, 22_000)).toBe('execute: 132 in 22.0 s');
  expect(endLine(state, 22_000)).toBe('execute: 66/132 in 22.0 s');
});

test('the time left is that of the last minute, not of the mean since the start', () => {
  const begun: StageState = { stage: 'execute', total: 1100, done: 0, startedAt: 0, spentUsd: 0 };
  // A thousand quick steps in ten seconds, then one in ten seconds.
  let state = begun;
  let now = 0;
  const step = (steps: number, ms: number) => {
    now += ms;
    state = advanced(state, steps, now);
  };
  while (state.done < 1000) step(10, 100);
  expect(progressLine(state, now)).toBe('execute: 1000/1100, 100/s, 1.0 s left');
  while (state.done < 1010) step(1, 10_000);
  expect(progressLine(state, now)).toBe('execute: 1010/1100, 0.1/s, 15 min 0 s left');
  expect(progressLine(state, now + 30_000)).toMatch(/execute: 1010\/1100, 0\.\d\/s, (2\d|3\d) min/);
  expect(progressLine(state, now + 70_000)).toBe('execute: 1010/1100, none in the last minute');
  // A minute's marks are all that is kept.
  expect(state.marks?.length).toBeLessThan(10);
});

test('without a terminal: plain lines, no control characters', () => {
  const out: string[] = [];
  const progress = terminalProgress({ write: (text) => void out.push(text), isTerminal: false });
  progress.start('mutate', 2);
  progress.advance(2);
  progress.note('a note');
  progress.start('execute', 1);
  progress.finish();
  expect(out.join('')).toMatch(/^a note\nmutate: 2 in \d+ ms\nexecute: 0\/1 in \d+ ms\n$/);
});
