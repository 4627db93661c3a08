import { describe, expect, test } from 'vitest';
import { mergeRatings, type Rating } from '../../src/labels/ratings.ts';

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
