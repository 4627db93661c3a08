import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitAround, commitOf } from '../../src/app/git-commit.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const COMMIT = 'a1'.repeat(20);

async function checkout(head: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await tempDir();
  for (const [name, text] of Object.entries({ HEAD: head, ...files })) {
    await mkdir(join(root, '.git', name, '..'), { recursive: true });
    await writeFile(join(root, '.git', name), text);
  }
  return root;
}

describe('the commit of a checkout', () => {
  test.each<[string, string, Record<string, string>, string | null]>([
    ['detached', `${COMMIT}\n`, {}, COMMIT],
    ['of SHA-256', `${'b2'.repeat(32)}\n`, {}, 'b2'.repeat(32)],
    ['of a branch', 'ref: refs/heads/main\n', { 'refs/heads/main': `${COMMIT}\n` }, COMMIT],
    ['packed', 'ref: refs/heads/a/b\n', { 'packed-refs': `# pack-refs\n${COMMIT} refs/heads/a/b\n` }, COMMIT],
    ['of a branch without commits', 'ref: refs/heads/main\n', {}, null],
    ['of another name in the list', 'ref: refs/heads/b\n', { 'packed-refs': `${COMMIT} refs/heads/ab\n` }, null],
    ['that leads out of the repository', 'ref: refs/../../secret\n', {}, null],
    ['that is any text', 'password\n', {}, null],
    ['of a branch that is any text', 'ref: refs/heads/main\n', { 'refs/heads/main': 'password\n' }, null],
  ])('%s', async (_, head, files, expected) => {
    expect(await commitOf(await checkout(head, files))).toBe(expected);
  });

  test('of a worktree, whose branches lie in the first checkout', async () => {
    const main = await checkout('ref: refs/heads/main\n', {
      'refs/heads/side': `${COMMIT}\n`,
      'worktrees/side/HEAD': 'ref: refs/heads/side\n',
      'worktrees/side/commondir': '../..\n',
    });
    const side = await tempDir();
    await writeFile(join(side, '.git'), `gitdir: ${join(main, '.git', 'worktrees', 'side')}\n`);
    expect(await commitOf(side)).toBe(COMMIT);
  });

  test('is found from a folder below, and nothing where there is none', async () => {
    const root = await checkout(COMMIT);
    await mkdir(join(root, 'a', 'b'), { recursive: true });
    expect(await commitAround(join(root, 'a', 'b'))).toBe(COMMIT);
    expect(await commitOf(await tempDir())).toBeNull();
  });

  test('a HEAD that is no file, or has no end, is not waited for', async () => {
    const root = await checkout('x');
    await rm(join(root, '.git', 'HEAD'));
    await symlink('/dev/zero', join(root, '.git', 'HEAD'));
    expect(await commitOf(root)).toBeNull();
  });
});

const hasGit = (() => {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasGit)('is what git says, and nothing runs that the configuration of the checkout names', async () => {
  const root = await tempDir();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  git('init', '-q');
  git(...who, 'commit', '-q', '--allow-empty', '-m', 'one');
  const commit = git('rev-parse', 'HEAD');
  git('config', 'core.fsmonitor', `touch ${join(root, 'ran')}; false`);
  expect(await commitAround(root)).toBe(commit);
  expect(existsSync(join(root, 'ran'))).toBe(false);
});
