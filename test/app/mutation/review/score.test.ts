import { describe, expect, test } from 'vitest';
import { type KeyLine, parseJudgements, scoreReadings } from '../../../../src/app/mutation/review/score.ts';

const line = (item: number, mutator: string, planted: string | null = null): KeyLine => ({
  item,
  mutator,
  planted,
  set: 'MBPP',
  task: `${item}`,
});
const KEY = [line(1, 'lex-a'), line(2, 'lex-a'), line(3, 'lex-b'), line(4, 'none', 'lost-negation')];
const judge = (...answers: readonly string[]) =>
  parseJudgements(answers.map((answer, index) => `${index + 1}\t${answer}`).join('\n'), 'judgement');

describe('scoreReadings', () => {
  test('an item is right only where both judges say so', () => {
    const score = scoreReadings([
      {
        sheet: '1',
        key: KEY,
        judgements: {
          ann: judge('yes\tyes\t', 'no\tyes\tlost a word', 'yes\tyes\t', 'no\tyes\tnot is gone'),
          bob: judge('yes\tno\tstiff', 'yes\tyes\t', 'yes\tyes\t', 'no\tyes\t'),
        },
      },
    ]);
    expect(score.planted.ann).toMatchObject({ n: 1, count: 1 });
    expect(score.mutators.map(({ mutator, n, kept, fluent }) => [mutator, n, kept.count, fluent.count])).toEqual([
      ['lex-a', 2, 1, 1],
      ['lex-b', 1, 1, 1],
    ]);
    expect(score.overall).toMatchObject({ n: 3, kept: { count: 2 }, fluent: { count: 2 } });
    expect(score.wrong.map(({ item, fault, judges, reasons }) => [item, fault, judges, reasons])).toEqual([
      [2, 'meaning', ['ann'], ['lost a word']],
      [1, 'fluency', ['bob'], ['stiff']],
    ]);
  });

  test('a sheet whose planted mutant one judge missed does not count, nor does one with fewer judges than it needs', () => {
    const blind = judge('yes\tyes', 'yes\tyes', 'yes\tyes', 'yes\tyes');
    const seeing = judge('yes\tyes', 'yes\tyes', 'yes\tyes', 'no\tyes');
    const score = scoreReadings(
      [
        { sheet: '1', key: KEY, judgements: { ann: seeing, bob: blind } },
        { sheet: '2', key: KEY, judgements: { ann: seeing } },
      ],
      2,
    );
    expect(score.sheets.map(({ counts }) => counts)).toEqual([false, false]);
    expect(score.overall.n).toBe(0);
    expect(score.planted.ann).toMatchObject({ n: 2, count: 2 });
    expect(score.planted.bob).toMatchObject({ n: 1, count: 0 });
  });

  test('an item that a judge left out is an error', () => {
    const sheet = { sheet: '1', key: KEY, judgements: { ann: judge('yes\tyes') } };
    expect(() => scoreReadings([sheet])).toThrow('ann left out item 2, 3, 4');
  });
});

test('a line that is not a judgement is named', () => {
  expect(() => parseJudgements('1\tyes\tyes\n2\tmaybe\tyes\n', 'judgement-ann-1.tsv')).toThrow(
    'judgement-ann-1.tsv line 2',
  );
});
