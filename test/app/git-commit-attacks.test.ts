import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitOf } from '../../src/app/git-commit.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const COMMIT = 'a'.repeat(40);

describe('a checkout that somebody else has made names no commit, and is waited for by nobody', () => {
  test.each<[string, (state: string) => void]>([
    ['its HEAD is a pipe', (state) => execFileSync('mkfifo', [join(state, 'HEAD')])],
    ['its HEAD is a device without an end', (state) => symlinkSync('/dev/zero', join(state, 'HEAD'))],
    ['its HEAD leads out of its folder', (state) => writeFileSync(join(state, 'HEAD'), 'ref: refs/../../outside\n')],
    ['its HEAD is a command', (state) => writeFileSync(join(state, 'HEAD'), 'ref: refs/heads/$(id)\n')],
    [
      'its branches are a list larger than any',
      (state) => {
        writeFileSync(join(state, 'HEAD'), 'ref: refs/heads/main\n');
        writeFileSync(join(state, 'packed-refs'), `${COMMIT} refs/heads/main\n`);
        truncateSync(join(state, 'packed-refs'), 3 * 2 ** 30);
      },
    ],
    [
      'its branch is a folder',
      (state) => {
        writeFileSync(join(state, 'HEAD'), 'ref: refs/heads/main\n');
        mkdirSync(join(state, 'refs/heads/main'), { recursive: true });
      },
    ],
  ])('%s', { skip: process.platform === 'win32', timeout: 10_000 }, async (_, lay) => {
    const root = await tempDir();
    writeFileSync(join(root, 'outside'), COMMIT);
    mkdirSync(join(root, '.git'));
    lay(join(root, '.git'));
    expect(await commitOf(root)).toBeNull();
  });

  test('what its configuration would have git run is not run', async () => {
    const root = await tempDir();
    mkdirSync(join(root, '.git'));
    writeFileSync(join(root, '.git/HEAD'), `${COMMIT}\n`);
    writeFileSync(join(root, '.git/config'), `[core]\n\tfsmonitor = "touch '${join(root, 'ran')}'; false"\n`);
    expect(await commitOf(root)).toBe(COMMIT);
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });
});
