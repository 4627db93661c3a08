import { describe, expect, test } from 'vitest';
import { csvField, csvRow } from '../../../src/reporters/tables/csv.ts';

describe('a field of a table', () => {
  test.each([
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
  ])('is never run by a spreadsheet: %s', (text, field) => {
    expect(csvField(text)).toBe(field);
  });

  test('numbers stay numbers, names stay names', () => {
    expect(csvRow([-1.5, 0, true, null, 'HumanEval/1', 'a,b'])).toBe('-1.5,0,true,,HumanEval/1,"a,b"\r\n');
  });
});
