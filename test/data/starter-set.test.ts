import { expect, test } from 'vitest';
import { DATA_TYPES, ML_TASKS, STAGES } from '../../src/core/task.ts';
import { readJsonLines } from '../datasets/example-files.ts';

interface StarterRecord extends Readonly<Record<'entry_point' | 'test' | 'topic' | 'difficulty', string>> {
  readonly labels: { readonly stage: string; readonly mlTask: string; readonly dataType: string };
}

const records = readJsonLines<StarterRecord>('data/starter/tasks.jsonl');

const count = (holds: (record: StarterRecord) => boolean) => records.filter(holds).length;

test('half of it is general programming, half deep learning, and a third is easy', () => {
  expect(records.length).toBeGreaterThanOrEqual(36);
  expect(count(({ topic }) => topic === 'general')).toBe(records.length / 2);
  expect(count(({ topic }) => topic === 'deep-learning')).toBe(records.length / 2);
  expect(count(({ difficulty }) => difficulty === 'easy')).toBe(16);
  expect(count(({ difficulty }) => difficulty === 'medium')).toBe(records.length - 16);
});

test('labels are exact names, and every name of the three axes is used', () => {
  for (const { labels } of records) {
    expect(STAGES).toContain(labels.stage);
    expect(ML_TASKS).toContain(labels.mlTask);
    expect(DATA_TYPES).toContain(labels.dataType);
  }
  expect(new Set(records.map(({ labels }) => labels.stage))).toEqual(new Set(STAGES));
  expect(new Set(records.map(({ labels }) => labels.mlTask))).toEqual(new Set(ML_TASKS));
  expect(new Set(records.map(({ labels }) => labels.dataType))).toEqual(new Set(DATA_TYPES));
});

test('a task has 5 to 10 official assertions', () => {
  for (const record of records) {
    const assertions = record.test.match(/^ {4}assert /gm)?.length ?? 0;
    expect(assertions, record.entry_point).toBeGreaterThanOrEqual(5);
    expect(assertions, record.entry_point).toBeLessThanOrEqual(10);
  }
});
