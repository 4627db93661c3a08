import type { ExecutedTask } from '../../src/app/selection/matrix-file.ts';
import { executedPools } from './execute-pools.ts';
import { executedFolder } from './executed-folder.ts';
import { SOURCES } from './pool.ts';

/** Flags of every bench on the regimes, for `parseArgs`. */
export const REGIME_OPTIONS = {
  sources: { type: 'string', default: SOURCES.join() },
  levels: { type: 'string' },
  tasks: { type: 'string' },
  cache: { type: 'string' },
  sandbox: { type: 'string', default: 'auto' },
  draws: { type: 'string', default: '2' },
} as const;

interface RegimeValues {
  readonly sources: string;
  /** Of HardEval's prompts; the others have none. */
  readonly levels?: string | undefined;
  /** So many tasks of each source, drawn by a seed; all of them without it. */
  readonly tasks?: string | undefined;
  readonly cache?: string | undefined;
  readonly sandbox: string;
}

/** The sources that were asked for, each with its executed tasks. */
export async function* executedSources<Source extends (typeof SOURCES)[number]>({
  sources,
  levels,
  tasks,
  cache,
  sandbox,
}: RegimeValues): AsyncGenerator<readonly [Source, readonly ExecutedTask[]]> {
  const folder = executedFolder(cache);
  for (const source of sources.split(',') as Source[]) {
    const options = {
      ...(levels !== undefined && source === 'hardeval' ? { levels: levels.split(',').map(Number) } : {}),
      ...(tasks !== undefined ? { tasks: Number(tasks) } : {}),
    };
    yield [source, await executedPools(source, folder, sandbox, options)];
  }
}
