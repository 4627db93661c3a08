import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** An empty folder that is gone after the test. */
export async function tempDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'mutagree-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** A place in such a folder, where nothing is. */
export const tempPath = async (name: string) => join(await tempDir(), name);

/** An empty folder that is gone after the tests of this file or block. */
export function suiteDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mutagree-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
