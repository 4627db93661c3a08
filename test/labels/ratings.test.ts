import { describe, expect, test } from 'vitest';
import { codebookSchema, mergeRatings, type Rating, readRatings } from '../../src/labels/ratings.ts';

const LABELS = ['a', 'b', 'c', 'd'];

const sheet = (rater: string, labels: readonly (readonly string[])[]): readonly Rating[] =>
  labels.map((given, at) => ({ id: `item ${at}`, rater, labels: given, note: '' }));

describe('the majority', () => {
  const sheets = [
    sheet('ada', [['a'], ['a'], ['a'], [], ['a', 'b']]),
    sheet('ben', [['a'], ['a'], ['b'], [], ['b']]),
    sheet('cleo', [['a'], ['b'], ['c'], [], ['b', 'c']]),
  ];

  test('is what more than half gave; without one there is a conflict', () => {
    expect(mergeRatings(sheets.flat(), LABELS).map(({ labels, status }) => [status, ...labels])).toEqual([
      ['unanimous', 'a'],
      ['majority', 'a'],
      ['conflict'],
      ['unlabelled'],
      ['majority', 'b'],
    ]);
  });

  test('of two raters needs both', () => {
    expect(mergeRatings(sheets.slice(0, 2).flat(), LABELS)[2]?.status).toBe('conflict');
  });
});

test('a cell without a label is no decision, also where labels have no codes', () => {
  const labels = [{ name: 'Alpha' }, { name: 'Beta', code: 7 }];
  const codebook = codebookSchema.parse({ name: 'x', title: 'x', question: 'x', several: true, labels });
  const cells = ['', ' ; ', 'beta;', '7', 'ALPHA; 7'];
  const records = cells.map((cell, at) => ({ value: { id: String(at), labels: cell }, file: 'ada.csv', line: at + 2 }));
  const read = readRatings(records, codebook, () => 'ada').map((rating) => rating.labels);
  expect(read).toEqual([[], [], ['Beta'], ['Beta'], ['Alpha', 'Beta']]);
});
