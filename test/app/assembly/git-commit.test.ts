import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitOf } from '../../../src/app/assembly/git-commit.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

const OF_OURS = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'core.fsmonitor=false'];
const git = (folder: string, ...words: string[]) =>
  execFileSync('git', ['-C', folder, ...OF_OURS, ...words], { encoding: 'utf8', stdio: 'pipe' }).trim();

async function repository(): Promise<string> {
  const folder = await tempDir();
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'one');
  return folder;
}

describe('the commit of a folder', () => {
  test('on a branch, packed, detached, in a folder below, in another work tree', async () => {
    const folder = await repository();
    const commit = git(folder, 'rev-parse', 'HEAD');
    expect(await commitOf(folder, { above: false })).toBe(commit);
    await mkdir(join(folder, 'a/b'), { recursive: true });
    expect(await commitOf(join(folder, 'a/b'), { above: true })).toBe(commit);
    expect(await commitOf(join(folder, 'a/b'), { above: false })).toBeNull();
    git(folder, 'pack-refs', '--all');
    expect(await commitOf(folder, { above: false })).toBe(commit);
    const other = join(await tempDir(), 'tree');
    git(folder, 'worktree', 'add', '-q', '-b', 'other', other);
    expect(await commitOf(other, { above: false })).toBe(commit);
    git(folder, 'checkout', '-q', '--detach');
    expect(await commitOf(folder, { above: false })).toBe(commit);
  });

  test("nothing that the folder's own configuration says is run", async () => {
    const folder = await repository();
    const mark = join(await tempDir(), 'ran');
    git(folder, 'config', 'core.fsmonitor', `touch ${mark}; false`);
    const { beginManifest } = await import('../../../src/app/assembly/manifest.ts');
    const before = process.cwd();
    process.chdir(folder);
    try {
      const config = { arms: [], variants: 1, samples: 1, model: 'm', seed: 1, k: [1] };
      const parts = { config, prices: {}, dataset: {}, tasks: 1, sandbox: { name: 'fake', detail: '' } };
      const { git: found } = await beginManifest(parts as unknown as Parameters<typeof beginManifest>[0]);
      expect(found?.commit).toMatch(/^[0-9a-f]{40}$/);
    } finally {
      process.chdir(before);
    }
    expect(existsSync(mark)).toBe(false);
  });

  test.each([
    ['a branch that leads out of the repository', 'ref: refs/../../secret'],
    ['a text', 'x'.repeat(40)],
    ['a long text', 'a'.repeat(100_000)],
  ])('%s is none', async (_, head) => {
    const folder = await repository();
    await writeFile(join(folder, 'secret'), `${'a'.repeat(40)}\n`);
    await writeFile(join(folder, '.git/HEAD'), head);
    expect(await commitOf(folder, { above: false })).toBeNull();
  });
});
