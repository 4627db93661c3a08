import { setImmediate } from 'node:timers/promises';
import type { Rng } from '../../src/core/random.ts';
import { cpuMsOf } from './growth.ts';
import { HOSTILE_SHAPES } from './hostile-shapes.ts';
import { REPLY_FUNCTIONS, type ReplyFunction } from './reply-functions.ts';

const SIGNS = [
  ...['\\', '\n', '"""', "'", '(', ')', '```', '\t', '\0', '\ud800', '# ', ':', '    '],
  ...['def f(', 'assert ', '>>> ', '\r\n', '<think>', 'é'],
];

function oneChange(text: string, other: string, rng: Rng): string {
  const at = rng.below(text.length + 1);
  const to = Math.min(text.length, at + rng.below(60));
  const changes = [
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, at) + rng.pick(SIGNS) + text.slice(at),
    () => text.slice(0, to) + text.slice(at),
    () => text.slice(0, at) + other.slice(rng.below(other.length + 1)),
    () => text.slice(0, at) + rng.pick(HOSTILE_SHAPES).write(1 + rng.below(300)) + text.slice(at),
    () => text.slice(at),
  ];
  return rng.pick(changes)();
}

/** A reply that no model wrote: a real one with some stretches cut, doubled, spliced or overwritten. */
export function fuzzReply(seeds: readonly string[], rng: Rng): string {
  let text = rng.pick(seeds);
  for (let changes = 1 + rng.below(6); changes > 0; changes--) text = oneChange(text, rng.pick(seeds), rng);
  return text.slice(0, 20_000);
}

/** What goes wrong as every function reads every text twice: it throws, takes longer than `slowMs` or says something else. */
export async function fuzzReplies(texts: readonly string[], slowMs: number): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts) {
    found.push(...REPLY_FUNCTIONS.flatMap((each) => wrongWith(each, text, slowMs)));
    // Trees of the parser are freed by the event loop alone; without a turn of it 20,000 texts hold 20 GB.
    await setImmediate();
  }
  return found;
}

function wrongWith({ name, read }: ReplyFunction, text: string, slowMs: number): string[] {
  try {
    const said: unknown[] = [];
    const ms = cpuMsOf(() => said.push(read(text)));
    if (ms > slowMs) return [`${name} took ${ms.toFixed(0)} ms: ${text}`];
    return JSON.stringify(said[0]) === JSON.stringify(read(text)) ? [] : [`${name} is not the same twice: ${text}`];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.stack : String(error)}: ${text}`];
  }
}
