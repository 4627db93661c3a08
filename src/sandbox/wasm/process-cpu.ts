import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever its tick rate. */
const TICK_MS = 10;

/** CPU milliseconds of a process so far; null where the system does not tell. */
export function processCpuMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
