import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stillParsesGuard } from '../../mutators/guards/still-parses-guard.ts';
import { applyEdits } from '../../src/core/text.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { isValidPython } from '../../src/python-source/syntax/parse-python.ts';

const TEXTS = [
  'def f(xs):\n    """Sort xs, \\"all\\" of it.\n\n    >>> f([1])\n    """\n',
  "def f(xs):\n    'Sort \\x41 of it'  # a comment\n    return xs\n",
  'def f(xs):\n    f"""Sort {xs} now."""\n',
  'Write a function to sort.\n',
  'if x:\n    y = 1\n',
];

test('agrees with the parser on every edit, whether it looked or not', () => {
  const replacement = fc.oneof(
    fc.constantFrom('', 'word', '"', "'", '\\', '#', '{', '\n', 'zz', '"""'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), fc.nat(80), fc.nat(6), replacement, (text, at, length, fresh) => {
      const start = Math.min(at, text.length);
      const edit = { start, end: Math.min(text.length, start + length), replacement: fresh };
      const mutatedText = applyEdits(text, [edit]);
      const verdict = stillParsesGuard.check({
        prompt: parsePrompt(text, null),
        entryPoint: null,
        reservedNames: new Set(),
        mutator: { name: 'test', family: 'lexical', touches: ['prose'] },
        proposal: { edits: [edit] },
        mutatedText,
      });
      expect(verdict === null).toBe(!isValidPython(text) || isValidPython(mutatedText));
    }),
  );
});
