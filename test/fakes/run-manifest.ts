import type { RunManifest } from '../../src/records/run-record.ts';
import type { RunStore } from '../../src/records/run-store.ts';
import { openRunDirectory } from '../../src/store/run-directory.ts';

export function runManifest(change: Partial<RunManifest> = {}): RunManifest {
  return {
    schemaVersion: 1,
    status: 'running',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    config: { variants: 2, samples: 1 },
    seed: 0,
    dataset: { name: 'two', format: 'mutagree', sha256: 'a'.repeat(64), tasks: 2 },
    model: { id: 'fake', endpoint: null },
    sandbox: { name: 'fake', detail: 'in memory' },
    versions: { mutagree: '0.0.0' },
    git: null,
    samplesPerArm: 2,
    arms: ['baseline', 'self-agreement', 'mutation-ensemble'],
    scorer: 'codet',
    k: [1],
    stageMs: {},
    ...change,
  };
}

/** What work in a run directory gives, which is closed behind it, however it ends. */
export async function inRun<T>(
  directory: string,
  change: Partial<RunManifest>,
  work: (store: RunStore) => Promise<T>,
): Promise<T> {
  const store = await openRunDirectory(directory, runManifest(change));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
