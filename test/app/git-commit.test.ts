import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAround, commitOf } from '../../src/app/git-commit.ts';
import { tempDir } from '../fakes/temp-dir.ts';
import { committed } from './patches/patch-files.ts';

/** A checkout with one commit. */
async function checkout() {
  const root = await tempDir();
  const git = committed(root);
  return { root, git, head: git('rev-parse', 'HEAD').trim() };
}

test('of a branch, detached, packed, and of a worktree', async () => {
  const { root, git, head } = await checkout();
  expect(await commitOf(root)).toBe(head);
  git('pack-refs', '--all');
  expect(await commitOf(root)).toBe(head);
  const side = join(await tempDir(), 'side');
  git('worktree', 'add', '-q', '--detach', side);
  git('commit', '-q', '--allow-empty', '-m', 'y');
  expect(await commitOf(side)).toBe(head);
  expect(await commitOf(root)).not.toBe(head);
});

test('around a folder below it, which is none itself', async () => {
  const { root, head } = await checkout();
  const below = join(root, 'a', 'b');
  mkdirSync(below, { recursive: true });
  expect(await commitAround(below)).toBe(head);
  expect(await commitOf(below)).toBeNull();
});

test('none of an empty folder, and of one without commits', async () => {
  const root = await tempDir();
  expect(await commitOf(root)).toBeNull();
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect(await commitOf(root)).toBeNull();
});

test('without running what its configuration names', async () => {
  const { root, git, head } = await checkout();
  git('config', 'core.fsmonitor', `touch ${join(root, 'ran')}; false`);
  git('config', 'core.pager', `touch ${join(root, 'ran')}`);
  expect(await commitOf(root)).toBe(head);
  expect(existsSync(join(root, 'ran'))).toBe(false);
});
