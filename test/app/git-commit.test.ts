import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
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
    ['that is a command', 'ref: refs/heads/$(id)\n', {}, null],
    ['of a branch that is a folder', 'ref: refs/heads/main\n', { 'refs/heads/main/x': '' }, null],
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

  test.skipIf(process.platform === 'win32').each<[string, (state: string) => void]>([
    ['a HEAD that is a pipe', (state) => execFileSync('mkfifo', [join(state, 'HEAD')])],
    ['a HEAD without an end', (state) => symlinkSync('/dev/zero', join(state, 'HEAD'))],
    [
      'a list of branches larger than any',
      (state) => {
        writeFileSync(join(state, 'HEAD'), 'ref: refs/heads/main\n');
        writeFileSync(join(state, 'packed-refs'), `${COMMIT} refs/heads/main\n`);
        truncateSync(join(state, 'packed-refs'), 3 * 2 ** 30);
      },
    ],
  ])(
    '%s is not waited for',
    async (_, lay) => {
      const root = await checkout('x');
      rmSync(join(root, '.git', 'HEAD'));
      lay(join(root, '.git'));
      expect(await commitOf(root)).toBeNull();
    },
    10_000,
  );
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
