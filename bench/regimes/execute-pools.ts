import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ExecutedTask } from '../../src/app/selection/matrix-file.ts';
import { readMatrixFile, writeMatrixFile } from '../../src/app/selection/matrix-file.ts';
import { silentProgress } from '../../src/core/progress.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { executeMatrix } from '../../src/pipeline/5-execute-matrix.ts';
import { evaluateOfficially } from '../../src/pipeline/7-evaluate/evaluate-officially.ts';
import { chooseSandbox } from '../../src/sandbox/index.ts';
import { fileRows } from './file-rows.ts';
import { type Pool, type PoolOptions, readPools, type Source, shared } from './pool.ts';

const OFFICIAL: Readonly<Record<Source, string>> = {
  codet: 'codet/tasks.jsonl',
  hardeval: 'formats/humanevalplus.jsonl.gz',
  difftrust: 'formats/humanevalplus.jsonl.gz',
};

/**
 * The pools of a source, executed: tests and probes as columns of one matrix (probes have ids that begin with `p`), with
 * official verdicts. Made once; kept in `folder`.
 */
export async function executedPools(
  source: Source,
  folder: string,
  sandboxName: string,
  options: PoolOptions = {},
): Promise<readonly ExecutedTask[]> {
  mkdirSync(folder, { recursive: true });
  const levels = options.levels ? `-level-${options.levels.join('')}` : '';
  const some = options.tasks === undefined ? '' : `-tasks-${options.tasks}`;
  const without = (options.without ?? []).map((id) => `-without-${id.replaceAll(/\W/g, '-')}`).join('');
  const file = join(folder, `${source}${levels}${some}${without}.jsonl.gz`);
  if (existsSync(file)) return readMatrixFile(file);
  const pools = await readPools(source, options);
  const { plugin } = await chooseSandbox(sandboxName);
  const sandbox = await plugin.open({ jobs: availableParallelism() });
  const { signal } = new AbortController();
  const common = { sandbox, progress: silentProgress, signal };
  const rows = fileRows<never>(join(folder, `${source}-rows.jsonl`)) as never;
  const limits = { timeoutMs: source === 'codet' ? 100 : 200, memoryMib: 512, giveUpAfterTimeouts: 6 };
  const judge = pools.every(({ passed }) => passed) ? null : await officialJudge(source, common, folder);
  const tasks: ExecutedTask[] = [];
  let wallMs = 0;
  try {
    for (const [at, pool] of pools.entries()) {
      const before = process.hrtime.bigint();
      const tests = [...pool.tests, ...pool.probes];
      const matrix = await executeMatrix({ ...pool, tests }, { ...common, limits, rows });
      const { taskId, entryPoint, candidates } = pool;
      const official = pool.passed && officialOf(pool, pool.passed);
      const task = { taskId, entryPoint, candidates, tests, matrix, official };
      // Task by task, so that some are whole when an execution is ended.
      tasks.push(judge ? await judge(task) : task);
      wallMs += Number(process.hrtime.bigint() - before) / 1e6;
      process.stderr.write(
        `${source} ${at + 1}/${pools.length} ${taskId}: ${candidates.length} programs, ${pool.tests.length} tests, ${pool.probes.length} probes, ${(wallMs / 1000).toFixed(0)} s so far\n`,
      );
    }
    await writeMatrixFile(file, tasks);
    return tasks;
  } finally {
    await sandbox.close();
  }
}

const officialOf = ({ candidates }: Pool, passed: ReadonlySet<string>) =>
  candidates.map(({ id }) => ({
    passed: passed.has(id),
    verdict: passed.has(id) ? ('pass' as const) : ('fail' as const),
  }));

/** What says which programs of a task its official tests accept. */
async function officialJudge(
  source: Source,
  common: Pick<Parameters<typeof evaluateOfficially>[2], 'sandbox' | 'progress' | 'signal'>,
  folder: string,
) {
  const dataset = await readDataset(shared(...OFFICIAL[source].split('/')));
  const rows = fileRows<never>(join(folder, `${source}-official.jsonl`)) as never;
  return async (task: ExecutedTask): Promise<ExecutedTask> => {
    const [judged] = await evaluateOfficially([task], dataset.oracles, { ...common, memoryMib: 1024, rows });
    return { ...task, official: judged?.official ?? [] };
  };
}
