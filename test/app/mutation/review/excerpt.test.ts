import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf } from '../../../../src/app/mutation/review/excerpt.ts';
import { applyEdits } from '../../../../src/core/edit.ts';

const paragraphs = Array.from({ length: 12 }, (_, index) => `Paragraph ${index} ${'says the same again '.repeat(10)}.`);
const text = paragraphs.join('\n\n');

test('shows the changed paragraph, its neighbours and the first one', () => {
  const start = text.indexOf('Paragraph 7');
  const edit = { start, end: start + 9, replacement: 'Section' };
  const { before, after } = excerptOf(text, [edit]);
  expect(before.match(/Paragraph \d+/g)).toEqual(['Paragraph 0', 'Paragraph 6', 'Paragraph 7', 'Paragraph 8']);
  expect(after).toBe(before.replace('Paragraph 7', 'Section 7'));
  expect(before.match(/\[…\]/g)).toHaveLength(2);
});

test('a short prompt is shown whole', () => {
  expect(excerptOf('Sort it.', [{ start: 0, end: 4, replacement: 'Order' }])).toEqual({
    before: 'Sort it.',
    after: 'Order it.',
  });
});

test('every change is in the excerpt', () => {
  fc.assert(
    fc.property(fc.nat(text.length - 20), fc.nat(400), fc.string({ maxLength: 5 }), (start, length, replacement) => {
      const edit = { start, end: Math.min(text.length, start + length), replacement: `<${replacement}>` };
      const { before, after } = excerptOf(text, [edit]);
      const [prefix = ''] = before.split('[…]');
      expect(text).toContain(prefix);
      expect(after).toContain(edit.replacement);
      expect(after.length - before.length).toBe(applyEdits(text, [edit]).length - text.length);
    }),
    { seed: 1 },
  );
});
