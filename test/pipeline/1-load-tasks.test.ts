import { expect, test } from 'vitest';
import type { Task } from '../../src/core/task.ts';
import { selectTasks } from '../../src/pipeline/1-load-tasks.ts';

const task = (id: string, date?: string): Task => ({
  id,
  prompt: { text: id, regions: [{ start: 0, end: id.length, kind: 'prose' }] },
  entryPoint: 'f',
  completesPrompt: false,
  labels: {},
  reservedNames: [],
  ...(date ? { date } : {}),
});
const tasks = [task('a', '2024-01-01'), task('b', '2024-06-30T12:00:00'), task('c'), task('d', '2025-01-01')];
const ids = (selected: readonly Task[]) => selected.map(({ id }) => id);

test('ids, dates and limit select in file order', () => {
  expect(ids(selectTasks(tasks, {}))).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(selectTasks(tasks, { tasks: ['d', 'a'] }))).toEqual(['a', 'd']);
  expect(ids(selectTasks(tasks, { since: '2024-06-30', until: '2024-06-30' }))).toEqual(['b']);
  expect(ids(selectTasks(tasks, { limit: 2 }))).toEqual(['a', 'b']);
});

test('an unknown id is named, with ids that exist', () => {
  expect(() => selectTasks(tasks, { tasks: ['a', 'x'] })).toThrow(/no task "x"/);
  expect(() => selectTasks(tasks, { since: '2030-01-01' })).toThrow(/no task is left/);
});
