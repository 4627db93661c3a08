import { expect, test } from 'vitest';
import { jsonRecords } from '../../../src/datasets/reading/json-records.ts';
import { respell } from '../../../src/datasets/reading/json-source.ts';

const recordOf = (text: string) => jsonRecords([`[${text}]`], 'tasks.json')[0] as { value: object; text: string };

test('fields that did not change are spelled as in the file', () => {
  const text = '{"a": [1.0, 12345678901234567890], "prompt": "old", "b": {"n": NaN},\r\n "c": "x\\u00e9, ]"}';
  const { value } = recordOf(text);
  expect(respell(text, { ...value }, { ...value, prompt: 'new', extra: 1 })).toBe(
    '{"a": [1.0, 12345678901234567890], "prompt": "new", "b": {"n": NaN}, "c": "x\\u00e9, ]", "extra": 1}',
  );
});

test("Python's NaN and Infinity are read where JSON has none, and left alone in texts", () => {
  expect(recordOf('{"a": [NaN, -Infinity], "b": "NaN \\" Infinity"}').value).toEqual({
    a: [null, null],
    b: 'NaN " Infinity',
  });
});
