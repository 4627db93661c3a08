import { readdirSync, readFileSync } from 'node:fs';

const RUNNER = /\/(?:runner\/main|entry\/entry)\.py/;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}

/** The given process and everything below it, and runners in containers, which are a daemon's children. */
export function processesOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = read(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    parents.set(Number(name), Number(fields[1] ?? -1));
  }
  const inContainer = [...parents.keys()].filter(
    (pid) => RUNNER.test(read(`/proc/${pid}/cmdline`)) && read(`/proc/${pid}/cgroup`).includes('docker'),
  );
  const found = new Set([root, ...inContainer]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Memory in KiB, pages shared by n processes counted as an n-th in each of them; 0 of a process that ended. */
export function proportionalKib(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}
