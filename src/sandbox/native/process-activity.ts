import { readdirSync, readFileSync } from 'node:fs';
import { fieldsOfStat } from '../../living-process.ts';

/** Of `/proc/PID/stat`: hundredths of a second on every Linux that node runs on. */
const TICK_MS = 10;
/** More than this share of the time on a processor is work; a judge that watches a sleeper takes a few hundredths. */
const MOST_WORK = 0.2;

interface Sample {
  /** Processor time of the processes and of those that they have waited for, in milliseconds; never falls. */
  readonly cpuMs: number;
  /** Whether one of them runs, waits for a processor, or waits for a disk. */
  readonly wantsToRun: boolean;
}

/** The state, and the processor time in ticks, that a text of `/proc/PID/stat` tells. */
export function readStat(text: string): { readonly state: string; readonly ticks: number } {
  const fields = fieldsOfStat(text);
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { state: fields[0] ?? '', ticks };
}

/** A process and all below it; null where it is gone or the kernel does not tell its children. */
function sampleOf(root: number): Sample | null {
  let ticks = 0;
  let wantsToRun = false;
  const pending: (number | string)[] = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    try {
      const stat = readStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
      ticks += stat.ticks;
      wantsToRun ||= stat.state === 'R' || stat.state === 'D';
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').trim();
        if (children !== '') pending.push(...children.split(' '));
      }
    } catch {
      if (pid === root) return null;
      // One that ended meanwhile did something.
      wantsToRun = true;
    }
  }
  return { cpuMs: ticks * TICK_MS, wantsToRun };
}

/**
 * Tells whether a process and all below it sleep. One that waits for a processor on a busy machine does not.
 *
 * @returns a question: whether they have slept since it was asked last. Always false where that cannot be told.
 */
export function watchSleep(pid: number | undefined): () => boolean {
  let before: { readonly at: number; readonly cpuMs: number } | null = null;
  return () => {
    const sample = pid === undefined ? null : sampleOf(pid);
    const last = before;
    const at = performance.now();
    before = sample && { at, cpuMs: sample.cpuMs };
    if (!sample || !last || sample.wantsToRun) return false;
    return sample.cpuMs - last.cpuMs <= (at - last.at) * MOST_WORK;
  };
}
