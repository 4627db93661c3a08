import { describe, expect, test } from 'vitest';
import { activePassiveMutator } from '../../mutators/grammatical/active-passive-mutator.ts';
import { mutators } from '../../mutators/index.ts';
import { typoMutator } from '../../mutators/lexical/typo-mutator.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { isRefusal } from '../../src/core/mutation.ts';
import { createRng } from '../../src/core/random.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { outcomesOf } from './prompts.ts';

const all: readonly Mutator[] = mutators;

/** Statements that stand among sentences, without a fence. */
const STATEMENTS = [
  '    raise TypeError(\n        "Argument should be a whole number"\n    )\n',
  '    if not isinstance(\n        angle, (int, float)\n    ):\n',
  '    points = torch.cat(\n        [first, second],\n    )\n',
  '    names = [\n        "one",\n    ]\n',
];

describe('unfenced code', () => {
  test.each(STATEMENTS)('no mutator reaches %j', (statement) => {
    const text = `Rotate the image by the angle, and check it.\n\n${statement}\nReturn the rotated image of the same size.`;
    for (const mutator of all.filter(({ name, family }) => family !== 'naming' && name !== 'fmt-newlines')) {
      for (const after of outcomesOf(mutator, text).texts) expect(after, mutator.name).toContain(statement);
    }
  });

  test('a bracket that never closes makes no statement', () => {
    const text = 'value(s are added here.\n\nReturn the sum of them.';
    expect(outcomesOf(activePassiveMutator, text).texts.join()).toContain('The sum of them should be returned.');
  });
});

describe('lex-typo hits no name', () => {
  const hitIn = (text: string) => {
    const hit = new Set<string>();
    const input = { prompt: parsePrompt(text, null), entryPoint: null, reservedNames: new Set<string>() };
    for (let seed = 0; seed < 40; seed++) {
      for (const outcome of typoMutator.propose(input, createRng(seed))) {
        if (isRefusal(outcome)) continue;
        for (const { start, end } of outcome.edits) hit.add(text.slice(start, end));
      }
    }
    return hit;
  };

  test.each([
    ['a module of a list', 'Measure the memory.\n\nRequirements:\n- psutil\n- random\n- statistics\n', 'psutil'],
    ['an everyday module alone on its line', 'Measure the memory.\n\nRequirements:\n- psutil\n- random\n', 'random'],
    ['a class in a sentence', 'Draw the diagram of the points with Voronoi and label it.', 'Voronoi'],
    [
      'an imported name',
      'Draw the frame.\n```python\nfrom tools import sketch\n```\nThe sketch has a title.',
      'sketch',
    ],
    ['a name of an example', 'Count words.\n>>> total = count("a b")\n2\nThe total is a number.', 'total'],
  ])('%s', (_what, text, name) => {
    const hit = hitIn(text);
    expect(hit.size).toBeGreaterThan(0);
    expect([...hit]).not.toContain(name);
  });
});

test('"List" with a name behind it is a noun where a verb follows', () => {
  const text = `def f(a, b):
    """Build a table.

    List 'a' sets the DataFrame's row indices.
    """
`;
  for (const mutator of all.filter(({ family }) => family === 'grammatical')) {
    for (const after of outcomesOf(mutator, text, 'f').texts) {
      expect(after, mutator.name).not.toMatch(/(?:should|to|you|please) list 'a' sets/i);
    }
  }
});
