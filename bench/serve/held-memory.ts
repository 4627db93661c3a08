import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Memory of the processes of one kind. */
export interface Held {
  /** Proportional set, MiB, of all processes of one kind. */
  readonly mib: number;
  readonly processes: number;
}

/** A process and all that it started, by what they are. */
export function family(pid: number): ReadonlyMap<string, Held> {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const all = rows.map((row) => {
    const [, id, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return { id: Number(id), parent: Number(parent), args };
  });
  const found = new Set([pid]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { id, parent } of all) if (found.has(parent)) found.add(id);
  }
  const kinds = new Map<string, Held>();
  for (const { id, parent, args } of all.filter((one) => found.has(one.id))) {
    const program = args.split(' ')[0]?.split('/').at(-1) ?? '';
    const kind = !program.startsWith('node')
      ? `sandbox (${program})`
      : id === pid
        ? 'supervisor'
        : parent === pid
          ? 'server'
          : 'reader of replies';
    const { mib = 0, processes = 0 } = kinds.get(kind) ?? {};
    kinds.set(kind, { mib: mib + proportionalMib(id), processes: processes + 1 });
  }
  return kinds;
}

function proportionalMib(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Of all kinds together. */
export const totalOf = (kinds: ReadonlyMap<string, Held>) => ({
  mib: [...kinds.values()].reduce((sum, { mib }) => sum + mib, 0),
  processes: [...kinds.values()].reduce((sum, { processes }) => sum + processes, 0),
});
