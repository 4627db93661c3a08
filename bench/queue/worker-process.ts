import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../src/package-root.ts';

const GROUPS = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

/** A control group of version 1 for CPU time, and for a share of a core. */
export class CpuGroup {
  readonly #folders: readonly string[];

  /** @param cores how much of the machine its processes have together; all of it by default */
  constructor(name: string, cores?: number) {
    this.#folders = ['cpuacct', 'cpu'].map((controller) =>
      join(GROUPS, controller, `mutagree-bench-${process.pid}-${name}`),
    );
    if (!existsSync(join(GROUPS, 'cpuacct'))) throw new Error('control groups of version 1 are needed');
    for (const folder of this.#folders) mkdirSync(folder, { recursive: true });
    if (cores === undefined) return;
    writeFileSync(join(this.#folders[1] as string, 'cpu.cfs_period_us'), `${PERIOD_US}`);
    writeFileSync(join(this.#folders[1] as string, 'cpu.cfs_quota_us'), `${Math.round(cores * PERIOD_US)}`);
  }

  /** For `sh -c`: enters the group. */
  get entering(): string {
    return this.#folders.map((folder) => `echo $$ > ${folder}/cgroup.procs; `).join('');
  }

  enter(pid: number): void {
    for (const folder of this.#folders) writeFileSync(join(folder, 'cgroup.procs'), `${pid}`);
  }

  /** Back to where every process begins, so that the group can be removed. */
  leave(pid: number): void {
    for (const controller of ['cpuacct', 'cpu']) writeFileSync(join(GROUPS, controller, 'cgroup.procs'), `${pid}`);
  }

  /** CPU milliseconds of all that was ever in it. */
  get cpuMs(): number {
    return Number(readFileSync(join(this.#folders[0] as string, 'cpuacct.usage'), 'utf8')) / 1e6;
  }

  async close(): Promise<void> {
    for (const folder of this.#folders) {
      for (let tries = 0; tries < 20; tries++) {
        try {
          rmdirSync(folder);
          break;
        } catch {
          await sleep(100);
        }
      }
    }
  }
}

/** A `mutagree worker` in a process and a control group of its own. */
export interface WorkerProcess {
  readonly group: CpuGroup;
  /** Of node itself and its supervisor, in MiB; null once it has ended. */
  rssMib(): number | null;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface Wanted {
  readonly url: string;
  readonly name: string;
  readonly sandbox: string;
  readonly jobs: number;
  readonly cores?: number;
  readonly env: Readonly<Record<string, string>>;
}

function rssOf(pid: number): number {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Starts one, and waits until it takes jobs. */
export async function startWorker({ url, name, sandbox, jobs, cores, env }: Wanted): Promise<WorkerProcess> {
  const group = new CpuGroup(name, cores);
  const main = join(packageRoot(), 'dist/src/cli/main.js');
  const argv = [process.execPath, main, 'worker', '--queue', url, '--sandbox', sandbox, '--jobs', `${jobs}`, '--json'];
  const child: ChildProcess = spawn('sh', ['-c', `${group.entering}exec "$@"`, 'sh', ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  const pid = child.pid as number;
  return {
    group,
    rssMib: () =>
      child.exitCode === null ? rssOf(pid) + childrenOf(pid).reduce((sum, each) => sum + rssOf(each), 0) : null,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
    },
  };
}
