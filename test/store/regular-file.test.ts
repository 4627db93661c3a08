import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isDirectoryHeld } from '../../src/store/directory-lock.ts';
import { readLog } from '../../src/store/load-run.ts';
import { readManifest } from '../../src/store/run-directory.ts';
import { readStudyManifest } from '../../src/store/study-directory.ts';
import { readServedFile, reportOf } from '../../src/view/view-server.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { suiteDir } from '../fakes/temp-dir.ts';

const root = suiteDir();

function folderWithPipe(file: string): string {
  const folder = mkdtempSync(join(root, 'run-'));
  if (file !== 'manifest.json') writeFileSync(join(folder, 'manifest.json'), JSON.stringify(runManifest()));
  execFileSync('mkfifo', [join(folder, file)]);
  return folder;
}

/** What each of five readers at once says: Node has four threads for files. */
async function outcomes(read: () => Promise<unknown>): Promise<readonly string[]> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, 5000, 'waits').unref());
  const one = () =>
    Promise.race([
      read().then(
        () => 'read',
        () => 'refused',
      ),
      late,
    ]);
  return [...new Set(await Promise.all([one(), one(), one(), one(), one()]))];
}

describe.skipIf(process.platform === 'win32')(
  'a pipe in the place of a file of a run directory is not waited for',
  () => {
    test.each([
      ['manifest.json', (folder: string) => readManifest(folder), 'refused'],
      ['study.json', (folder: string) => readStudyManifest(folder), 'refused'],
      ['replies.jsonl', (folder: string) => readLog(folder, 'replies'), 'refused'],
      ['replies.jsonl', (folder: string) => reportOf(folder), 'refused'],
      ['report.md', (folder: string) => readServedFile(folder, 'report.md'), 'read'],
      ['run.lock', (folder: string) => isDirectoryHeld(folder), 'read'],
    ])('%s', async (file, read, expected) => {
      const folder = folderWithPipe(file);
      expect(await outcomes(() => read(folder))).toEqual([expected]);
    });
  },
);
