import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MutagreeError } from '../../src/core/errors.ts';
import { applyEdits, composeEdits, type Edit } from '../../src/core/text.ts';

/** Edits that do not overlap: sorted cut points taken two by two. */
function editsFor(text: string): fc.Arbitrary<Edit[]> {
  return fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(text.length), fc.string({ maxLength: 4 })), { maxLength: 4 })
    .map((triples) => {
      const points = triples.flatMap((triple) => triple.slice(0, 2) as number[]).sort((a, b) => a - b);
      return triples.map(([, , replacement], index) => ({
        start: points[2 * index] as number,
        end: points[2 * index + 1] as number,
        replacement,
      }));
    });
}

const textWithEdits = fc
  .string({ maxLength: 20, unit: 'grapheme' })
  .chain((text) => fc.tuple(fc.constant(text), editsFor(text)));

describe('applyEdits', () => {
  test('replaces, inserts and deletes at offsets of the old text', () => {
    const edits = [
      { start: 4, end: 9, replacement: 'slow' },
      { start: 0, end: 4, replacement: '' },
      { start: 13, end: 13, replacement: '!' },
    ];
    expect(applyEdits('the quick fox', edits)).toBe('slow fox!');
  });

  test('insertions at one place keep their order', () => {
    const insert = (replacement: string) => ({ start: 1, end: 1, replacement });
    expect(applyEdits('ab', [insert('1'), insert('2')])).toBe('a12b');
  });

  test('an insertion where a replaced span starts comes before it', () => {
    const edits = [
      { start: 1, end: 2, replacement: 'X' },
      { start: 1, end: 1, replacement: '+' },
    ];
    expect(applyEdits('abc', edits)).toBe('a+Xc');
  });

  const span = (start: number, end: number) => ({ start, end });
  test.each([
    ['overlap', [span(0, 2), span(1, 3)]],
    ['an insertion inside a replaced span', [span(0, 3), span(1, 1)]],
    ['a span behind the end', [span(2, 4)]],
    ['a negative start', [span(-1, 1)]],
    ['an end before its start', [span(2, 1)]],
    ['half an offset', [span(0.5, 1)]],
  ])('refuses %s', (_, spans) => {
    const edits = spans.map((each) => ({ ...each, replacement: 'x' }));
    expect(() => applyEdits('abc', edits)).toThrow(expect.objectContaining({ code: 'edit-invalid' }));
  });

  test('does not depend on the order in which edits that touch nowhere are given', () => {
    fc.assert(
      fc.property(textWithEdits, ([text, edits]) => {
        const apart = edits.filter((edit, at) => at === 0 || edit.start > (edits[at - 1] as Edit).end);
        expect(applyEdits(text, [...apart].reverse())).toBe(applyEdits(text, apart));
      }),
    );
  });
});

test('composeEdits does both at once', () => {
  const twice = textWithEdits.chain(([text, first]) =>
    fc.tuple(fc.constant(text), fc.constant(first), editsFor(applyEdits(text, first))),
  );
  fc.assert(
    fc.property(twice, ([text, first, second]) => {
      const composed = composeEdits(text, first, second);
      expect(applyEdits(text, composed)).toBe(applyEdits(applyEdits(text, first), second));
    }),
  );
});

test('composeEdits refuses a second list that leaves the text in between, or overlaps', () => {
  const edit = (start: number, end: number, replacement: string) => ({ start, end, replacement });
  expect(() => composeEdits('abc', [edit(0, 2, '')], [edit(0, 2, 'x')])).toThrow(MutagreeError);
  expect(() => composeEdits('abc', [], [edit(0, 2, 'x'), edit(1, 3, 'y')])).toThrow(MutagreeError);
});
