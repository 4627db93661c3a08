import { readFileSync } from 'node:fs';
import { fieldsOfStat } from '../../living-process.ts';

/** Linux counts in hundredths of a second, whatever its tick rate. */
const TICK_MS = 10;

/** CPU milliseconds of a process so far; null where the system does not tell. */
export function processCpuMs(pid: number): number | null {
  try {
    const fields = fieldsOfStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
