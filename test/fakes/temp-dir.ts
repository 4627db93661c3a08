import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is gone after the test. */
export async function tempDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'mutagree-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
