import { describe, expect, test } from 'vitest';
import { appsFormat } from '../../../src/datasets/formats/apps-format.ts';
import { parseJsonObject } from '../../../src/datasets/reading/json-records.ts';

const BIG = `1${'0'.repeat(320)}`;
const CALLS = `{"fn_name": "f", "inputs": [[${BIG}, 2.0], [NaN, 2]], "outputs": [[1e3], [-Infinity]]}`;

const testsOf = (record: string) =>
  appsFormat
    .load([parseJsonObject(record, 'apps.jsonl', 1)])
    .oracles.open('1')
    .tests.map(({ body }) => body);

describe.each([
  ['as text of JSON', JSON.stringify(CALLS)],
  ['as an object', CALLS],
])('"input_output" %s', (_, field) => {
  test('keeps the numbers of calls as the file spells them', () => {
    expect(testsOf(`{"problem_id": 1, "question": "q", "input_output": ${field}}`)).toMatchObject([
      { inputs: `[[${BIG},2.0]]`, expected: [{ text: '[[1e3]]' }, { text: '[1e3]' }] },
      { inputs: '[[NaN,2]]', expected: [{ text: '[[-Infinity]]' }, { text: '[-Infinity]' }] },
    ]);
  });
});
