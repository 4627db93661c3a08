import type { Edit } from '../../src/core/edit.ts';
import type { Span } from '../../src/core/span.ts';
import type { RewriteToken } from './rewrite-tokens.ts';

/** A run of tokens of one text. */
interface Run {
  readonly text: string;
  readonly tokens: readonly RewriteToken[];
  readonly first: number;
  readonly count: number;
}

/**
 * The edits that put the tokens of `added` in the place of those of `removed`. Line breaks and kept blocks stay as they
 * are, spread over the new words as they were over the old; no edit crosses one.
 */
export function layOut(removed: Run & { readonly blocks: readonly Span[] }, added: Run): Edit[] {
  const gaps = gapsOf(removed);
  const fixed = gaps.flatMap((gap, index) => (isFixed(gap, removed) ? [{ ...gap, index }] : []));
  if (added.count === 0 && isLeadIn(removed, gaps.at(-1) as Span)) return [];
  const joints = jointsOf(removed, added, gaps);
  const places = placesOf(removed, added, fixed, joints);
  const parts: string[] = [];
  let part = '';
  for (let joint = 0; joint <= added.count; joint++) {
    const breaks = places.filter((place) => place === joint).length;
    for (let index = 0; index < breaks; index++) {
      parts.push(part);
      part = '';
    }
    // White space where a kept line break stands is dropped.
    if (breaks === 0) part += joints[joint];
    if (joint < added.count) part += wordAt(added, joint);
  }
  parts.push(part);
  return parts.flatMap((replacement, index) => {
    const start = index === 0 ? (gaps[0] as Span).start : (fixed[index - 1] as Span).end;
    const end = index === fixed.length ? (gaps.at(-1) as Span).end : (fixed[index] as Span).start;
    return replacement === removed.text.slice(start, end) ? [] : [trimmed(removed.text, start, end, replacement)];
  });
}

function wordAt({ text, tokens, first }: Run, at: number): string {
  const token = tokens[first + at] as RewriteToken;
  return text.slice(token.start, token.end).replace(/\s+/g, ' ');
}

/** What stands before each token of a run and behind the last. */
function gapsOf({ text, tokens, first, count }: Run): Span[] {
  return Array.from({ length: count + 1 }, (_, index) => ({
    start: tokens[first + index - 1]?.end ?? 0,
    end: tokens[first + index]?.start ?? text.length,
  }));
}

/** A gap with a line break, a tab or a kept block, or one at the text's border. */
function isFixed({ start, end }: Span, { text, blocks }: { text: string; blocks: readonly Span[] }): boolean {
  if (/[\t\r\n\v\f]/.test(text.slice(start, end)) || start === 0 || end === text.length) return true;
  return blocks.some((block) => start <= block.start && block.end <= end);
}

/** "starting with:" in front of a kept block: a rewrite that moved the block dropped it, and the block did not move. */
function isLeadIn({ tokens, first, count, blocks }: Run & { blocks: readonly Span[] }, behind: Span): boolean {
  const leads = blocks.some((block) => behind.start <= block.start && block.end <= behind.end);
  return leads && count > 0 && tokens[first + count - 1]?.text === ':';
}

/** The white space before each added word and behind the last: the rewrite's, as one blank, or the prompt's. */
function jointsOf(removed: Run, added: Run, gaps: readonly Span[]): string[] {
  const joints: string[] = gapsOf(added).map(({ start, end }) => (end > start ? ' ' : ''));
  if (added.count === 0) {
    const between = gapsOf(added)[0] as Span;
    return [between.end > between.start ? ' ' : ''];
  }
  const keep = (joint: number, gap: Span | undefined) => {
    const old = gap ? removed.text.slice(gap.start, gap.end) : '';
    if (old !== '' && joints[joint] !== '') joints[joint] = old;
  };
  if (removed.count > 0) {
    keep(0, gaps[0]);
    keep(added.count, gaps.at(-1));
  }
  return joints;
}

/** In which joint of the new words each fixed gap goes. */
function placesOf(
  removed: Run,
  added: Run,
  fixed: readonly (Span & { readonly index: number })[],
  joints: readonly string[],
): number[] {
  let least = 0;
  return fixed.map(({ start, end, index }) => {
    const atBorder = start === 0 ? 0 : end === removed.text.length ? added.count : null;
    const wanted =
      atBorder ?? (removed.count === 0 ? insertionSide(added) : Math.round((index * added.count) / removed.count));
    let place = Math.max(least, wanted);
    // No line begins with a comma that belongs to the word before.
    while (atBorder === null && place < added.count && joints[place] === '') place += 1;
    least = place;
    return place;
  });
}

/** Whether words inserted at a line break end the line before it (behind them) or begin the next one (before them). */
function insertionSide(added: Run): number {
  const gaps = gapsOf(added);
  const textOf = (gap: Span | undefined) => (gap ? added.text.slice(gap.start, gap.end) : '');
  const front = textOf(gaps[0]);
  const back = textOf(gaps.at(-1));
  if (front === '' || back.includes('\n')) return added.count;
  if (back === '' || front.includes('\n')) return 0;
  return /[.,:;?!]$/.test(added.tokens[added.first + added.count - 1]?.text ?? '') ? added.count : 0;
}

/** Without the white space that old and new have in common. */
function trimmed(text: string, start: number, end: number, replacement: string): Edit {
  let from = start;
  let to = end;
  let value = replacement;
  while (from < to && value !== '' && /\s/.test(value[0] as string) && value[0] === text[from]) {
    from += 1;
    value = value.slice(1);
  }
  while (to > from && value !== '' && /\s/.test(value.at(-1) as string) && value.at(-1) === text[to - 1]) {
    to -= 1;
    value = value.slice(0, -1);
  }
  return { start: from, end: to, replacement: value };
}
