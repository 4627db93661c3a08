import { expect, test } from 'vitest';
import { mutagreeFormat } from '../../../src/datasets/formats/mutagree-format.ts';
import { examplesOf, loadFrom } from '../example-files.ts';

const [relu, scale] = examplesOf('mutagree');
const load = loadFrom(mutagreeFormat, 'own.jsonl');

test('labels, date and modules to load reach the task', () => {
  const { tasks } = load(relu, scale);
  expect(tasks[0]?.labels).toEqual(relu.labels);
  expect(tasks[1]).toMatchObject({ labels: {}, date: '2025-01-31', preload: ['math'] });
  expect(tasks[0]).not.toHaveProperty('date');
});

test('a record without official tests has no oracle, and keeps the names of its reference', () => {
  const { tasks, oracles } = load(relu, scale);
  expect([oracles.has('own/1'), oracles.has('own/2')]).toEqual([true, false]);
  expect(tasks[1]?.reservedNames).toContain('value');
  expect(() => oracles.open('own/2')).toThrow(expect.objectContaining({ code: 'oracle-missing' }));
});

test('a complete reference stands alone', () => {
  const { test: check } = relu;
  const whole = { ...scale, test: (check as string).replaceAll('candidate', 'f') };
  expect(load(whole).oracles.open('own/2').reference).toBe(scale.reference);
});

test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
  ['an unknown label', { labels: { stage: 'training' } }, /"labels.stage" is "training"; expected one of .*"Training"/],
  ['labels in a list', { labels: [] }, /field "labels" is a list; expected an object/],
  ['an impossible date', { date: '2025-02-30' }, /field "date" is not a date such as 2025-01-31/],
  ['a module that is not text', { preload: ['math', 3] }, /field "preload\[1\]" is a number; expected text/],
])('a record with %s', (_, change, message) => {
  expect(() => load(relu, { ...scale, ...change })).toThrow(message);
});
