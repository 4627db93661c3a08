import { readFileSync } from 'node:fs';

/** The fields of a text of `/proc/PID/stat` from the state on, which is the third there. */
export function fieldsOfStat(text: string): readonly string[] {
  // The second field is the program's name, which may contain anything.
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** The state of a process, and its start in clock ticks since boot. */
interface ProcessStat {
  readonly state: string;
  readonly started: string;
}

/** Null where there is no such process, and where the system does not tell; Linux does. */
function statOf(pid: number): ProcessStat | null {
  try {
    const fields = fieldsOfStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/**
 * States of a process that has ended, even if its exit code was never fetched: in a container without an init it never
 * is.
 */
const ENDED = new Set(['Z', 'X', 'x']);

/**
 * The start time of a process of this machine, which distinguishes it from a later one with the same number; null if
 * unknown.
 */
export function startOfProcess(pid: number): string | null {
  return statOf(pid)?.started ?? null;
}

/**
 * Whether a process of this machine runs.
 *
 * @param started of `startOfProcess`; null for any process of that number
 */
export function isProcessAlive(pid: number, started: string | null = null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's, which it need not stay.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = statOf(pid);
  if (!stat) return true;
  return !ENDED.has(stat.state) && (started === null || started === stat.started);
}
