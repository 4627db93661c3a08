import { expect, test } from 'vitest';
import { mutators } from '../../mutators/index.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { outcomesOf } from './prompts.ts';

const all: readonly Mutator[] = mutators;
const ofFamily = (holds: (mutator: Mutator) => boolean, text: string, entryPoint: string | null = null) =>
  all.filter(holds).flatMap((mutator) => outcomesOf(mutator, text, entryPoint).texts);

test.each([
  '    raise TypeError(\n        "Argument should be a whole number"\n    )\n',
  '    if not isinstance(\n        angle, (int, float)\n    ):\n',
  '    points = torch.cat(\n        [first, second],\n    )\n',
  '    names = [\n        "one",\n    ]\n',
])('no mutator reaches %j among sentences, without a fence', (statement) => {
  const text = `Rotate the image by the angle, and check it.\n\n${statement}\nReturn the rotated image of the same size.`;
  const holds = ({ name, family }: Mutator) => family !== 'naming' && name !== 'fmt-newlines';
  for (const after of ofFamily(holds, text)) expect(after).toContain(statement);
});

test('a bracket that never closes makes no statement', () => {
  const text = 'value(s are added here.\n\nReturn the sum of them.';
  const after = ofFamily(({ name }) => name === 'gram-active-passive', text).join();
  expect(after).toContain('The sum of them should be returned.');
});

test('"List" with a name behind it is a noun where a verb follows', () => {
  const text = 'def f(a, b):\n    """Build a table.\n\n    List \'a\' sets the DataFrame\'s row indices.\n    """\n';
  const after = ofFamily(({ family }) => family === 'grammatical', text, 'f').join();
  expect(after).not.toMatch(/(?:should|to|you|please) list 'a' sets/i);
});
