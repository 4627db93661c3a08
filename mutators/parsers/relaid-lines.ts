import type { Span } from '../../src/core/span.ts';
import type { ProtectedSpan } from './protected-spans.ts';

/** Stands for a blank inside a protected span while a sentence is put together anew. */
const TIED = '\u0001';

/**
 * A part of the prompt on one line, its protected blanks tied so that no line break can fall on them; null where a
 * protected span goes over a line end.
 */
export function flatText(text: string, { start, end }: Span, atomic: readonly ProtectedSpan[]): string | null {
  let flat = '';
  let at = start;
  for (const hole of atomic) {
    if (hole.end <= start || hole.start >= end) continue;
    const inside = text.slice(hole.start, hole.end);
    if (inside.includes('\n') || hole.start < at || hole.end > end) return null;
    flat += text.slice(at, hole.start).replace(LINE_END, ' ') + inside.replaceAll(' ', TIED);
    at = hole.end;
  }
  return flat + text.slice(at, end).replace(LINE_END, ' ');
}

const LINE_END = /[^\S\n]*\n[^\S\n]*/g;

/** `flat` (see `flatText`) as plain text on one line. */
function untied(flat: string): string {
  return flat.replaceAll(TIED, ' ');
}

/**
 * New words over the line ends of the old ones: as many lines, broken at about the same columns and indented as before.
 * Null where there are fewer gaps than line ends.
 */
export function relayLines(old: string, flat: string): string | null {
  const breaks = [...old.matchAll(LINE_END)];
  if (breaks.length === 0) return untied(flat);
  const gaps = Array.from(flat.matchAll(/ +/g), ({ index, 0: { length } }) => ({ index, length }));
  const scale = flat.length / old.replace(LINE_END, ' ').length;
  let result = '';
  let at = 0;
  let gap = 0;
  let removed = 0;
  for (const [order, line] of breaks.entries()) {
    const target = (line.index - removed) * scale;
    removed += line[0].length - 1;
    const latest = gaps.length - (breaks.length - order);
    if (gap > latest) return null;
    while (gap < latest && distance(gaps[gap + 1], target) <= distance(gaps[gap], target)) gap += 1;
    const { index, length } = gaps[gap] as { index: number; length: number };
    result += flat.slice(at, index) + line[0];
    at = index + length;
    gap += 1;
  }
  return untied(result + flat.slice(at));
}

function distance(gap: { index: number } | undefined, target: number): number {
  return Math.abs((gap?.index ?? Number.POSITIVE_INFINITY) - target);
}
