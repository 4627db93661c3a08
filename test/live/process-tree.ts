import { readdirSync, readFileSync } from 'node:fs';

/** Process numbers with the start time of each, so that a number used again is not a survivor. */
export type ProcessSet = ReadonlyMap<number, string>;

interface ProcessEntry {
  /** `Z` and `X`: it has ended, and only its number is left until its parent asks how. */
  readonly state: string;
  readonly parent: number;
  readonly started: string;
}

function entry(pid: number | string): ProcessEntry | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', parent: Number(fields[1]), started: fields[19] ?? '' };
  } catch {
    // It ended meanwhile.
    return null;
  }
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Processes below `root`. */
export function descendants(root: number): ProcessSet {
  const entries = new Map<number, ProcessEntry>();
  for (const pid of allProcesses()) {
    const found = entry(pid);
    if (found) entries.set(pid, found);
  }
  const below = new Map<number, string>();
  for (let before = -1; before < below.size; ) {
    before = below.size;
    for (const [pid, { parent, started }] of entries) {
      if (parent === root || below.has(parent)) below.set(pid, started);
    }
  }
  return below;
}

/** Those that still run. */
export function survivors(processes: ProcessSet): number[] {
  return [...processes].flatMap(([pid, started]) => {
    const found = entry(pid);
    return found?.started === started && !'ZX'.includes(found.state) ? [pid] : [];
  });
}
