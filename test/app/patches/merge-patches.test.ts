import { expect, test } from 'vitest';
import { mergePatches } from '../../../src/app/patches/apply-patch.ts';
import { diffOf, folderOf } from './patch-files.ts';

const SOURCE = `def f(x):\n    return getattr(x, 'a')\n${'# long\n'.repeat(20_000)}`;

test('patches with the same result are votes: comments and layout of Python do not count', async () => {
  const root = folderOf({ 'a.py': SOURCE, 'notes.txt': 'one\n' });
  const to = (after: string) => diffOf('a.py', SOURCE, SOURCE.replace("    return getattr(x, 'a')", after));
  const patches = {
    plain: to('    return x.a'),
    commented: to('    # the attribute\n    return x.a'),
    other: to('    return x.b'),
    spaced: to('\n    return   x.a'),
    docstring: to('    """The attribute."""\n    return x.a'),
    notes: diffOf('notes.txt', 'one\n', 'one \n'),
    nothing: to("    # why\n    return getattr(x, 'a')"),
    empty: '',
  };
  const given = Object.entries(patches).map(([name, diff]) => ({ name, diff: Buffer.from(diff) }));
  const { trees, refused } = await mergePatches(root, given);
  expect(trees.map((tree) => tree.patches.map(({ name }) => name))).toEqual([
    ['plain', 'commented', 'spaced'],
    ['other'],
    ['docstring'],
    ['notes'],
    ['nothing'],
  ]);
  expect(refused).toEqual([{ name: 'empty', reason: 'the patch is empty' }]);
});
