import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyPatch, writePatch } from '../../../src/app/patches/apply-patch.ts';
import { committed, diffOf, type Files, folderOf } from './patch-files.ts';

const SOURCE = 'def f(x):\n    # one\n    return x\n\n\ndef g():\n    return 2\n';
const FIXED = SOURCE.replace('return x', 'return x + 1');
const apply = (root: string, diff: string) => applyPatch(root, { name: 'p', diff: Buffer.from(diff) });

/** Contents by path; null for a file that is deleted. */
async function changed(root: string, diff: string): Promise<Record<string, string | null>> {
  const applied = await apply(root, diff);
  if ('reason' in applied) throw new Error(applied.reason);
  return Object.fromEntries([...applied.files].map(([path, { content }]) => [path, content?.toString() ?? null]));
}

/** What git itself writes for a change. */
function gitDiff(before: Files, change: (root: string) => void): { readonly root: string; readonly diff: string } {
  const root = folderOf(before);
  const git = committed(root);
  change(root);
  git('add', '-A');
  const diff = git('diff', '--cached', '--binary', '-M');
  git('reset', '-q', '--hard');
  return { root, diff };
}

describe('what applies', () => {
  test('a change, with the tree as it was', async () => {
    const root = folderOf({ 'pkg/a.py': SOURCE });
    expect(await changed(root, diffOf('pkg/a.py', SOURCE, FIXED))).toEqual({ 'pkg/a.py': FIXED });
    expect(readFileSync(join(root, 'pkg/a.py'), 'utf8')).toBe(SOURCE);
  });

  test.each([
    ['without the end of its last line', (diff: string) => diff.trimEnd()],
    ['with CRLF', (diff: string) => diff.replaceAll('\n', '\r\n')],
    ['with wrong counts of lines', (diff: string) => diff.replace(/^@@ .* @@$/m, '@@ -1,99 +1,98 @@')],
    ['without the context after the change', (diff: string) => diff.replace(/(\n\+ [^\n]*\n)[\s\S]*$/, '$1')],
    ['within a block of Markdown', (diff: string) => `The fix:\n\n\`\`\`diff\n${diff}\`\`\`\n`],
    ['without the first folder', (diff: string) => diff.replace(/ [ab]\//g, ' ')],
    ['from a larger repository', (diff: string) => diff.replace(/ ([ab])\//g, ' $1/packages/one/')],
    ['with absolute names', (diff: string) => diff.replace(/ [ab]\//g, ' /testbed/')],
    ['without places', (diff: string) => diff.replace(/^@@ .* @@$/m, '@@')],
    [
      'with wrong counts in a block of Markdown',
      (diff: string) => `\`\`\`diff\n${diff.replace(/^@@ .* @@$/m, '@@ -1,9 +1,8 @@')}\`\`\`\nIt works now.\n`,
    ],
    [
      'with wrong counts and the signature of an e-mail',
      (diff: string) => `${diff.replace(/^@@ .* @@$/m, '@@ -1,9 +1,8 @@')}-- \n2.39.2\n`,
    ],
    [
      'with times behind the names',
      (diff: string) => diff.replace(/^(--- .*?|\+\+\+ .*?)\t?$/gm, '$1\t2026-01-01 00:00:00'),
    ],
  ])('%s', async (_, spoil) => {
    const root = folderOf({ 'pkg/a.py': SOURCE });
    expect(await changed(root, spoil(diffOf('pkg/a.py', SOURCE, FIXED)))).toEqual({ 'pkg/a.py': FIXED });
  });

  test('to several files with wrong counts', async () => {
    const root = folderOf({ 'pkg/a.py': SOURCE, 'b.py': SOURCE });
    const diff = diffOf('pkg/a.py', SOURCE, FIXED) + diffOf('b.py', SOURCE, FIXED);
    const wrong = diff.replace(/^@@ .* @@$/gm, '@@ -1,99 +1,98 @@');
    expect(await changed(root, wrong)).toEqual({ 'pkg/a.py': FIXED, 'b.py': FIXED });
  });

  test('a new file without the first folder, in a folder that is there', async () => {
    const root = folderOf({ 'pkg/a.py': SOURCE });
    const diff = '--- /dev/null\n+++ pkg/new.py\n@@ -0,0 +1 @@\n+x = 1\n';
    expect(await changed(root, diff)).toEqual({ 'pkg/new.py': 'x = 1\n' });
  });

  test('a change of permissions alone', async () => {
    const { root, diff } = gitDiff({ 'run.sh': 'true\n' }, (at) => chmodSync(join(at, 'run.sh'), 0o755));
    const applied = await apply(root, diff);
    expect('files' in applied ? applied.files.get('run.sh')?.mode : applied.reason).toBe(0o755);
  });

  test('to a file with CRLF', async () => {
    const root = folderOf({ 'pkg/a.py': SOURCE.replaceAll('\n', '\r\n') });
    const { 'pkg/a.py': after } = await changed(root, diffOf('pkg/a.py', SOURCE, FIXED));
    expect(after?.replaceAll('\r\n', '\n')).toBe(FIXED);
    expect(after).toBe(FIXED.replaceAll('\n', '\r\n'));
  });

  test('renames, deletions, new files in new folders, binary files and names in quotes', async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    const { root, diff } = gitDiff(
      { 'old name.py': SOURCE, 'gone.py': 'x = 1\n', 'é.py': 'y = 1\n', 'd.bin': bytes },
      (at) => {
        execFileSync('git', ['-C', at, 'mv', 'old name.py', 'new.py']);
        execFileSync('git', ['-C', at, 'rm', '-q', 'gone.py']);
        mkdirSync(join(at, 'deep/er'), { recursive: true });
        writeFileSync(join(at, 'deep/er/z.py'), 'z = 1\n');
        writeFileSync(join(at, 'é.py'), 'y = 2\n');
        writeFileSync(join(at, 'd.bin'), Buffer.from([3, 0, 4]));
      },
    );
    expect(await changed(root, diff)).toEqual({
      'old name.py': null,
      'new.py': SOURCE,
      'gone.py': null,
      'deep/er/z.py': 'z = 1\n',
      'é.py': 'y = 2\n',
      'd.bin': Buffer.from([3, 0, 4]).toString(),
    });
  });
});

describe('what does not', () => {
  const root = folderOf({ 'pkg/a.py': SOURCE });
  symlinkSync('/etc', join(root, 'link'));
  symlinkSync('pkg/a.py', join(root, 'alias.py'));
  const added = (path: string) => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x = 1\n`;
  const linked =
    'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n';
  test.each([
    ['nothing', '\n', 'the patch is empty'],
    ['prose', 'Here is the fix.', /No valid patches/],
    ['another file', diffOf('pkg/b.py', SOURCE, FIXED), 'pkg/b.py: No such file or directory'],
    [
      'another text',
      diffOf('pkg/a.py', SOURCE.replace('one', 'two'), FIXED.replace('one', 'two')),
      /patch failed: pkg\/a.py/,
    ],
    ['a path that leads out', added('../out.py'), /invalid path|outside|patch/],
    ['a path behind a link', added('link/new.py'), 'link/new.py lies behind a link that leads out of the tree'],
    ['a file that is a link', diffOf('alias.py', SOURCE, FIXED), 'alias.py: No such file or directory'],
    ['a new file that is there', added('pkg/a.py'), 'pkg/a.py: already exists'],
    ['a file below a file', added('pkg/a.py/b.py'), 'pkg/a.py is no folder'],
    ['a file in place of a folder', added('pkg'), 'pkg is a folder'],
    [
      'a submodule',
      `diff --git a/s b/s\nnew file mode 160000\n--- /dev/null\n+++ b/s\n@@ -0,0 +1 @@\n+Subproject commit ${'1'.repeat(40)}\n`,
      'the patch changes no file',
    ],
    ['a link', linked, 'l would be a symbolic link'],
    ["git's own folder", added('.git/config'), /invalid path/],
  ])('%s', async (_, diff, reason) => {
    const applied = await apply(root, diff);
    expect('reason' in applied ? applied.reason : [...applied.files.keys()]).toMatch(reason);
  });
});

test('the pick is written with its permissions; not at all if the tree has changed in between', async () => {
  const { root, diff } = gitDiff({ 'a.py': SOURCE, 'gone.py': 'x = 1\n' }, (at) => {
    writeFileSync(join(at, 'a.py'), FIXED);
    execFileSync('git', ['-C', at, 'rm', '-q', 'gone.py']);
    writeFileSync(join(at, 'run.sh'), 'true\n', { mode: 0o755 });
  });
  const applied = await apply(root, diff);
  if ('reason' in applied) throw new Error(applied.reason);
  await writePatch(root, applied.files);
  expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe(FIXED);
  expect(execFileSync('ls', ['-l', root], { encoding: 'utf8' })).toMatch(/-rwx.*run\.sh/);
  expect(() => readFileSync(join(root, 'gone.py'))).toThrow('ENOENT');
  writeFileSync(join(root, 'run.sh'), 'false\n');
  await expect(writePatch(root, applied.files)).rejects.toMatchObject({ code: 'tree-changed' });
});
