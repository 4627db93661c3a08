import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { isValidPython } from '../../../src/python-source/syntax/parse-python.ts';
import { MAX_DEPTH, parsePython } from '../../../src/python-source/syntax/python-tree.ts';
import { compilesInPython, sharedRecords } from '../shared-data.ts';

// Whole data sets: quick on an idle machine, but a loaded one must not fail them.
vi.setConfig({ testTimeout: 180_000 });

const VALID = [
  '',
  'x = 1\n',
  'def f(a, /, b: int = 1, *c, d, **e) -> int:\n    return a\n',
  'if x:\n    pass\nelse:\n\ty = 1\n',
  'x = 1; y = 2\n',
  'class A(B, metaclass=C):\n    x: int = 1\n',
  'try:\n    a\nexcept (A, B) as e:\n    raise C from e\nfinally:\n    b\n',
  'x = [\n1,\n2,\n]\n',
  'x = 1 + \\\n    2\n',
  'print("a", file=f)\n',
  'async def f():\n    await g()\n',
  'match = 1\nprint(match)\n',
  'f"{a!r:>{w}} {b=}"\n',
  '@a.b(c)\ndef f(): pass\n',
  'for x in y:\n    if x: break\nelse:\n    z\n',
  '"""doc"""\nfrom __future__ import annotations\n',
  'if True:\n    x = 1\n  # a comment may stand anywhere\n    y = 2\n',
  'x = """a\nb"""\n',
  'assert f(1) == 2, "message"\n',
  'lambda x, *y, z=1: x\n',
  'def f(**kw: int): pass\n',
];

const INVALID = [
  'def f():\n',
  'def f():\n    # only a comment\n',
  'def f(:\n    pass\n',
  'return 1\n',
  'class A:\n    return 1\n',
  'yield 1\n',
  'print "a"\n',
  'exec "a"\n',
  'def f((a, b)): pass\n',
  'def f(a=1, b): pass\n',
  'def f(a, a): pass\n',
  'f(a=1, 2)\n',
  'assert a, b, c\n',
  'f(a=1, a=2)\n',
  'x = 1\n    y = 2\n',
  'if x:\n        a\n    b\n',
  'if x:\n\ta\n        b\n',
  'return ()import sys\n',
  'assert\n    f(1) == 2\n',
  'x = 1 y = 2\n',
  'assert pass\n',
  'x\u00a0= 1\n',
  'x = 1\0\n',
  'x = 1\nfrom __future__ import annotations\n',
  'This is prose.\n',
];

describe('isValidPython', () => {
  test.each(VALID)('accepts %j', (code) => expect(isValidPython(code)).toBe(true));
  test.each(INVALID)('refuses %j', (code) => expect(isValidPython(code)).toBe(false));

  test('the two lists are right: Python agrees', ({ skip }) => {
    const verdicts = compilesInPython([...VALID, ...INVALID], skip);
    const wrong = [...VALID, ...INVALID].filter((_, index) => verdicts[index] !== index < VALID.length);
    expect(wrong).toEqual([]);
  });

  test('agrees with Python on generated programs and tests', ({ skip }) => {
    const solutions = sharedRecords<{ prompt: string; samples: string[] }>('codet/solutions.jsonl', skip);
    const tests = sharedRecords<{ samples: string[] }>('codet/tests.jsonl', skip);
    const texts = [
      ...solutions.flatMap(({ prompt, samples }) => samples.slice(0, 6).map((sample) => prompt + sample)),
      ...tests.flatMap(({ samples }) =>
        samples.slice(0, 2).flatMap((sample) => `assert ${sample}`.split(/(?=assert )/)),
      ),
    ];
    const verdicts = compilesInPython(texts, skip);
    const wrong = texts.filter((text, index) => isValidPython(text) !== verdicts[index]);
    expect(wrong).toEqual([]);
    expect(verdicts.filter((valid) => !valid).length).toBeGreaterThan(50);
  });
});

describe('parsePython', () => {
  test('offsets are UTF-16 code units', () => {
    const code = 'x = "é😀"\ndef f(a):\n    return a\n';
    expect(parsePython(code).root.children[1]?.text).toBe('def f(a):\n    return a');
  });

  test('reads a text of a megabyte, surrogate pairs at any place included', () => {
    for (const line of [`x = f(1, "${'é😀'.repeat(600)}")\n`, `xy = f(1, "${'é😀😀'.repeat(400)}")\n`]) {
      const tree = parsePython(line.repeat(Math.ceil(1_000_000 / line.length)));
      expect(tree.hasError).toBe(false);
      expect(tree.root.end).toBe(tree.text.length);
    }
  });

  test.each(['('.repeat(20_000), `${'1+'.repeat(20_000)}1`, 'if x:\n'.repeat(3000), '-'.repeat(50_000)])(
    'survives deep nesting (%#)',
    (code) => {
      let deepest = 0;
      parsePython(code).root.visit((node) => {
        let depth = 0;
        for (let at = node.parent; at; at = at.parent) depth++;
        deepest = Math.max(deepest, depth);
        return depth < 1;
      });
      expect(deepest).toBeLessThanOrEqual(MAX_DEPTH);
      expect(isValidPython(code)).toBe(false);
    },
  );

  test('never throws, and leaves cover no text twice', () => {
    const pieces = 'def f(x):\n|    return x\n|(|)|"""|\'|é|😀|\ud800|\t| if |:|\n|\\|f"{|}';
    const piece = fc.constantFrom(...pieces.split('|'));
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const code = pieces.join('');
        isValidPython(code);
        let at = 0;
        parsePython(code).root.visit((node) => {
          if (node.children.length > 0) return true;
          expect(node.start).toBeGreaterThanOrEqual(at);
          at = node.end;
          return true;
        });
        expect(at).toBeLessThanOrEqual(code.length);
      }),
    );
  });
});
