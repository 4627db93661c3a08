import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTwoFilesPatch } from 'diff';

export type Files = Readonly<Record<string, string | Buffer>>;

/** A folder that holds these files. */
export function folderOf(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mutagree-patches-')));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Makes the folder a checkout of git with all its files in a commit; the function runs git in it. */
export function committed(root: string) {
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=n@n', ...words], { encoding: 'utf8' });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', 'x');
  return git;
}

/** A change of one file, as git writes it. */
export function diffOf(path: string, before: string, after: string): string {
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, '', '', { context: 3 }).replace(/^=+\n/, '');
}
