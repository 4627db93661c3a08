import type { ExecutedTask } from '../../src/app/selection/matrix-file.ts';
import { executedPools } from './execute-pools.ts';
import { executedFolder } from './executed-folder.ts';
import { SOURCES } from './pool.ts';

/** Flags of every bench on the regimes, for `parseArgs`. */
export const REGIME_OPTIONS = {
  sources: { type: 'string', default: SOURCES.join() },
  levels: { type: 'string' },
  tasks: { type: 'string' },
  without: { type: 'string', default: '' },
  cache: { type: 'string' },
  sandbox: { type: 'string', default: 'auto' },
  draws: { type: 'string', default: '2' },
} as const;

interface RegimeValues {
  readonly sources: string;
  /** Of HardEval's prompts; the others have none. */
  readonly levels?: string | undefined;
  /** So many tasks of a source, drawn by a seed, as `hardeval=40,difftrust=20`; all of those that are not named. */
  readonly tasks?: string | undefined;
  /** Ids of HardEval's tasks that are left out, by commas. */
  readonly without?: string;
  readonly cache?: string | undefined;
  readonly sandbox: string;
}

function tasksOf(source: string, said = ''): { readonly tasks?: number } {
  const own = said.split(',').find((part) => part.startsWith(`${source}=`));
  return own === undefined ? {} : { tasks: Number(own.slice(source.length + 1)) };
}

/** The sources that were asked for, each with its executed tasks. */
export async function* executedSources<Source extends (typeof SOURCES)[number]>({
  sources,
  levels,
  tasks,
  without = '',
  cache,
  sandbox,
}: RegimeValues): AsyncGenerator<readonly [Source, readonly ExecutedTask[]]> {
  const folder = executedFolder(cache);
  const left = without.split(',').filter((id) => id !== '');
  for (const source of sources.split(',') as Source[]) {
    const options = {
      ...(levels !== undefined && source === 'hardeval' ? { levels: levels.split(',').map(Number) } : {}),
      ...(left.length > 0 && source === 'hardeval' ? { without: left } : {}),
      ...tasksOf(source, tasks),
    };
    yield [source, await executedPools(source, folder, sandbox, options)];
  }
}
