import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../../src/core/errors.ts';
import { readLog } from '../../src/store/load-run.ts';
import { openRunDirectory } from '../../src/store/run-directory.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { tempDir } from '../fakes/temp-dir.ts';

function mount(directory: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function smallDisk(options: string): Promise<string | null> {
  const directory = join(await tempDir(), 'disk');
  mkdirSync(directory);
  if (!mount(directory, options)) return null;
  onTestFinished(() => void execFileSync('umount', [directory]));
  return directory;
}

const mayMount = process.getuid?.() === 0 && process.platform === 'linux';
if (!mayMount) console.warn('skipped: a full disk is tried on a small tmpfs, which takes root on Linux to mount');

const reply = (index: number) => ({
  key: `k${index}`,
  model: 'm',
  taskId: 't',
  variantId: 'v',
  purpose: 'program' as const,
  request: { messages: [], temperature: 0, topP: 1, maxTokens: 1, sample: index },
  reply: { status: 'completed' as const, text: 'x'.repeat(3000), usage: null },
  replayed: false,
});

describe.skipIf(!mayMount)('a disk that fills up', () => {
  test('is one clear error; every reply that was said to be stored is there, and the run goes on with space', async () => {
    const disk = await smallDisk('size=96k');
    expect(disk).not.toBeNull();
    const out = join(disk ?? '', 'run');
    const store = await openRunDirectory(out, runManifest());
    let stored = 0;
    let failure: unknown = null;
    for (let index = 0; index < 100 && !failure; index++) {
      await store
        .log('replies')
        .append(reply(index))
        .then(
          () => stored++,
          (error: unknown) => {
            failure = error;
          },
        );
    }
    expect(failure).toBeInstanceOf(StoreError);
    expect((failure as StoreError).message).toMatch(/disk is full/);
    expect((failure as StoreError).exitCode).toBe(5);
    await store.close();
    expect(await readLog(out, 'replies')).toHaveLength(stored);

    execFileSync('mount', ['-o', 'remount,size=1m', disk ?? '']);
    const again = await openRunDirectory(out, runManifest());
    await again.log('replies').append(reply(500));
    await again.close();
    expect(await readLog(out, 'replies')).toHaveLength(stored + 1);
  });

  test('a read-only disk is one clear error', async () => {
    const disk = await smallDisk('size=96k,ro');
    await expect(openRunDirectory(join(disk ?? '', 'run'), runManifest())).rejects.toThrow(/read-only/);
  });
});
