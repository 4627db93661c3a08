import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PREFIX = 'mutagree-';
const CONTROLLERS = { memory: 'memory', pids: 'processes' } as const;
const REMOVAL_TRIES = 20;

let opened = 0;

/** File systems of control groups: the unified hierarchy (version 2), and where version 1 counts processes. */
export const HIERARCHIES = { unified: /^cgroup2 /, processes: /^cgroup .*\bpids\b/ };

/** Where a file system is mounted, from the text of `/proc/self/mountinfo`. */
export function mountOf(fileSystem: RegExp, mountInfo: string): string | null {
  const lines = mountInfo.split('\n').map((line) => line.split(' - '));
  return lines.find(([, found = '']) => fileSystem.test(found))?.[0]?.split(' ')[4] ?? null;
}

function findRoot(): string | null {
  try {
    const mountInfo = readFileSync('/proc/self/mountinfo', 'utf8');
    const unified = mountOf(HIERARCHIES.unified, mountInfo);
    return controlGroupLimits(unified).length > 0 ? unified : (mountOf(HIERARCHIES.processes, mountInfo) ?? unified);
  } catch {
    return null;
  }
}

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/** The limits of groups under `root`, in words; empty without control groups. */
export function controlGroupLimits(root: string | null = findRoot()): string[] {
  if (root === null) return [];
  // Only version 1 has this file.
  if (existsSync(join(root, 'cgroup.clone_children'))) return [CONTROLLERS.pids];
  try {
    const enabled = readFileSync(join(root, 'cgroup.subtree_control'), 'utf8').trim().split(/\s+/);
    return Object.entries(CONTROLLERS).flatMap(([name, what]) => (enabled.includes(name) ? [what] : []));
  } catch {
    return [];
  }
}

function sweep(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-')[0] : Number.NaN);
    // A group with processes in it cannot be removed.
    if (pid > 0 && !existsSync(`/proc/${pid}`)) attempt(() => rmdirSync(join(root, name)));
  }
}

/**
 * Makes a group under `root`, with as many of the limits as the system has; null where none can be had, which is no
 * failure: limits of processes and the runner's own accounting hold without it. The file `members` takes the number of a
 * process that joins; `close` removes the group after its processes ended, and never throws: a later run sweeps leftovers.
 */
export function openControlGroup(
  limits: { readonly memoryBytes: number; readonly processes: number },
  root: string | null = findRoot(),
) {
  if (root === null || controlGroupLimits(root).length === 0) return null;
  const folder = join(root, `${PREFIX}${process.pid}-${opened++}`);
  if (!attempt(() => sweep(root)) || !attempt(() => mkdirSync(folder))) return null;
  const set = (file: string, value: number) =>
    existsSync(join(folder, file)) && attempt(() => writeFileSync(join(folder, file), `${value}`));
  const memory = set('memory.max', limits.memoryBytes);
  set('memory.swap.max', 0);
  const processes = set('pids.max', limits.processes);
  const close = async () => {
    for (let tries = 0; tries < REMOVAL_TRIES && existsSync(folder); tries++) {
      if (attempt(() => rmdirSync(folder))) return;
      await sleep(25);
    }
  };
  if (memory || processes) return { members: join(folder, 'cgroup.procs'), close };
  attempt(() => rmdirSync(folder));
  return null;
}

/** A command that joins a group before it starts; a group that cannot be joined does not stop it. */
export function inControlGroup(group: { readonly members: string } | null, command: readonly string[]): string[] {
  if (group === null) return [...command];
  return ['/bin/sh', '-c', '{ echo $$ > "$0"; } 2>/dev/null; exec "$@"', group.members, ...command];
}
