import type { Rng } from '../../src/core/random.ts';
import { cpuMsOf } from './growth.ts';
import { HOSTILE_SHAPES } from './hostile-shapes.ts';
import { REPLY_FUNCTIONS } from './reply-functions.ts';

const SIGNS = [
  '\\',
  '\n',
  '"""',
  "'",
  '(',
  ')',
  '```',
  '\t',
  '\0',
  '\ud800',
  '# ',
  ':',
  '    ',
  'def f(',
  'assert ',
  '>>> ',
  '\r\n',
  '<think>',
  'é',
];

function oneChange(text: string, other: string, rng: Rng): string {
  const at = rng.below(text.length + 1);
  const to = Math.min(text.length, at + rng.below(60));
  switch (rng.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + rng.pick(SIGNS) + text.slice(at);
    case 2:
      return text.slice(0, to) + text.slice(at);
    case 3:
      return text.slice(0, at) + other.slice(rng.below(other.length + 1));
    case 4:
      return text.slice(0, at) + rng.pick(HOSTILE_SHAPES).write(1 + rng.below(300)) + text.slice(at);
    default:
      return text.slice(at);
  }
}

/** A reply that no model wrote: a real one with some stretches cut, doubled, spliced or overwritten. */
export function fuzzReply(seeds: readonly string[], rng: Rng): string {
  let text = rng.pick(seeds);
  for (let changes = 1 + rng.below(6); changes > 0; changes--) text = oneChange(text, rng.pick(seeds), rng);
  return text.slice(0, 20_000);
}

export interface ReplyFault {
  readonly what: string;
  readonly text: string;
}

/** Reads every text by every function, twice: what throws, takes longer than `slowMs` or says something else then. */
export function fuzzReplies(
  texts: Iterable<string>,
  slowMs: number,
): { faults: ReplyFault[]; read: number; slowestMs: number } {
  const faults: ReplyFault[] = [];
  let slowestMs = 0;
  let read = 0;
  for (const text of texts) {
    read += 1;
    for (const { name, read: readText } of REPLY_FUNCTIONS) {
      try {
        let first: unknown;
        const ms = cpuMsOf(() => {
          first = readText(text);
        });
        slowestMs = Math.max(slowestMs, ms);
        if (ms > slowMs) faults.push({ what: `${name} took ${ms.toFixed(0)} ms`, text });
        if (JSON.stringify(first) !== JSON.stringify(readText(text)))
          faults.push({ what: `${name} is not the same twice`, text });
      } catch (error) {
        faults.push({ what: `${name}: ${error instanceof Error ? error.stack : String(error)}`, text });
      }
    }
  }
  return { faults, read, slowestMs };
}
