import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanRewrite, markedText } from '../../../mutators/rewriting/clean-rewrite.ts';
import { rewriteEdits } from '../../../mutators/rewriting/rewrite-edits.ts';
import { applyEdits } from '../../../src/core/text.ts';
import { parsePrompt } from '../../../src/python-source/prompts/parse-prompt.ts';

const inputOf = (text: string, entryPoint: string | null = null) => ({
  prompt: parsePrompt(text, entryPoint),
  entryPoint,
  reservedNames: new Set<string>(),
});
const rewritten = (text: string, by: string, entryPoint: string | null = null) =>
  applyEdits(text, rewriteEdits(inputOf(text, entryPoint), by));

describe('rewriteEdits', () => {
  test('white space alone is not an edit', () => {
    const text = 'Sum the list.\n\n    Return `0`  for none.\n';
    expect(rewriteEdits(inputOf(text), 'Sum the list. Return `0` for none.')).toEqual([]);
  });

  test('only the words that differ are replaced, each on its line', () => {
    const text = 'Return the sum\nof the list.';
    expect(rewriteEdits(inputOf(text), 'Give the total of the list.')).toEqual([
      { start: 0, end: 6, replacement: 'Give' },
      { start: 11, end: 14, replacement: 'total' },
    ]);
  });

  test('words stay on their lines, those of another line in front of it', () => {
    expect(rewritten('Sort it.\nReturn it.', 'Sort it.\nThen return it.')).toBe('Sort it.\nThen return it.');
    expect(rewritten('Take the list\nand sort it.', 'Take the list, and sort it.')).toBe(
      'Take the list,\nand sort it.',
    );
  });

  const code = 'Sort it.\nYou should write code starting with:\n```\nimport os\ndef f(x):\n```';

  test('a block that the rewrite moves or flattens stays where it was', () => {
    const moved = 'You should write code starting with:\n```\nimport os\ndef f(x):\n```\nOrder it.';
    expect(rewritten(code, moved, 'f')).toContain('```\nimport os\ndef f(x):\n```');
    expect(rewritten(code, code.replace('Sort', 'Order').replaceAll('\n', ' '), 'f')).toBe(
      code.replace('Sort', 'Order'),
    );
  });

  test('a block that the rewrite changes is changed, for the guards to see', () => {
    expect(rewritten(code, code.replace('import os', 'import io'), 'f')).toContain('import io');
  });

  test('a protected span is replaced whole or not at all', () => {
    const text = 'Read `a b c` with np.load(x, 1) and stop.';
    const spans = ['`a b c`', 'np.load(x, 1)'].map((part) => ({ start: text.indexOf(part), length: part.length }));
    for (const edit of rewriteEdits(inputOf(text), 'Read `a z c` with np.load(x, 2) and stop.')) {
      for (const { start, length } of spans) {
        const apart = edit.end <= start || edit.start >= start + length;
        expect(apart || (edit.start <= start && edit.end >= start + length)).toBe(true);
      }
    }
  });

  test('whatever the two texts are, the words of the outcome are those of the rewrite', () => {
    const words = fc.array(fc.constantFrom('sort', 'the', 'list', 'a', '.', ',', 'of', '\n', '\n\n', '  ', 'new'), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(words, words, (before, after) => {
        const text = before.join(' ');
        const by = after.join(' ');
        const bare = (value: string) =>
          value
            .replace(/\s+/g, ' ')
            .replace(/ (?=[.,])/g, '')
            .trim();
        const result = rewritten(text, by);
        expect(bare(result)).toBe(bare(by));
        expect(result.replace(/[^\n]/g, '')).toBe(text.replace(/[^\n]/g, ''));
      }),
    );
  });
});

describe('reading a reply', () => {
  test('the text between the last markers counts; none, or an empty one, is null', () => {
    expect(markedText('I will use <rewritten>…</rewritten>.\n<rewritten>Sort.</rewritten>')).toBe('Sort.');
    expect(markedText('<rewritten>Sort.')).toBeNull();
    expect(markedText('<rewritten> </rewritten>')).toBeNull();
  });

  test.each([
    ['a preface', 'Sort it.', 'Sure, here is the text:\n\nOrder it.', '\nOrder it.'],
    [
      'no preface where the prompt has it',
      'Here is a list:\nSort it.',
      'Here is a list:\nOrder it.',
      'Here is a list:\nOrder it.',
    ],
    ['a fence around all', 'Sort it.', '```\nOrder it.\n```', 'Order it.\n'],
    ['an open fence in front', 'Sort:\n```\nx\n```', '```\nOrder:\n```\nx\n```', 'Order:\n```\nx\n```'],
    ['the language of a fence', 'Sort:\n```\nx\n```', 'Order:\n```python\nx\n```', 'Order:\n```\nx\n```'],
    ['blanks as HTML', 'Sort it.', '&nbsp;Order it.', ' Order it.'],
  ])('%s', (_what, prompt, reply, expected) => {
    expect(cleanRewrite(prompt, reply)).toBe(expected);
  });
});
