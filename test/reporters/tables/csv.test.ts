import { describe, expect, test } from 'vitest';
import { csvField, csvRow } from '../../../src/reporters/tables/csv.ts';

describe('a field of a table', () => {
  test.each([
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\t\'=1"'],
  ])('is never run by a spreadsheet: %s', (text, field) => {
    expect(csvField(text)).toBe(field);
  });

  test.each(['m;=1+1', 'm;@SUM(A1)', 'm\t=1+1', ' =1+1', '\n=1+1', 'm,-1', '＝1+1', '＋1', '－1', '＠A1', '"=1'])(
    'is never run where another character separates cells: %j',
    (text) => {
      for (const piece of csvField(text)
        .replace(/^"|"$/g, '')
        .split(/[;,\t|\n]/))
        expect(piece.trim()).not.toMatch(/^[=+\-@＝＋－＠]/);
    },
  );

  test('numbers stay numbers, names stay names', () => {
    expect(csvRow([-1.5, 0, true, null, 'HumanEval/1', 'a,b'])).toBe('-1.5,0,true,,HumanEval/1,"a,b"\r\n');
  });
});
