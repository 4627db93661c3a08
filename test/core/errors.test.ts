import { expect, test } from 'vitest';
import * as errors from '../../src/core/errors.ts';

const { EXIT, MutagreeError } = errors;

test.each([
  [new errors.MutagreeError('x', 'm'), EXIT.bug],
  [new errors.ConfigError('x', 'm'), EXIT.usage],
  [new errors.DatasetError('x', { file: 'f' }, 'm'), EXIT.usage],
  [new errors.SandboxError('x', 'm'), EXIT.infrastructure],
  [new errors.ModelError('x', 'm'), EXIT.infrastructure],
  [new errors.ModelConfigError('x', 'm'), EXIT.usage],
  [new errors.BudgetError('x', 'm'), EXIT.budget],
  [new errors.StoreError('x', 'm'), EXIT.infrastructure],
  [new errors.ThresholdError('x', 'm'), EXIT.threshold],
  [new errors.InterruptedError(), EXIT.interrupted],
])('%s is ours and has its exit code', (error, exitCode) => {
  expect(error).toBeInstanceOf(MutagreeError);
  expect(error).toBeInstanceOf(Error);
  expect(error.exitCode).toBe(exitCode);
  expect(error.code).toMatch(/^[a-z-]+$/);
});

test('scripts rely on these exit codes', () => {
  expect(EXIT).toEqual({ done: 0, bug: 1, usage: 2, threshold: 3, budget: 4, infrastructure: 5, interrupted: 130 });
});

test('the fix and the cause stay with the error', () => {
  const cause = new Error('inner');
  const error = new errors.SandboxError('docker-gone', 'the daemon does not answer', { hint: 'Start it.', cause });
  expect(error).toMatchObject({ code: 'docker-gone', hint: 'Start it.', cause, name: 'SandboxError' });
  expect('cause' in new errors.SandboxError('a', 'b')).toBe(false);
});

test('a dataset error names file, line and field', () => {
  const place = { file: 'tasks.jsonl', line: 17, field: 'entry_point' };
  expect(new errors.DatasetError('x', place, 'is missing').message).toBe(
    'tasks.jsonl line 17: field "entry_point" is missing',
  );
  expect(new errors.DatasetError('x', { file: 'tasks.jsonl' }, 'is empty').message).toBe('tasks.jsonl: is empty');
});
