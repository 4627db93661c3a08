import type { Rng } from '../../src/core/random.ts';
import type { Edit, Span } from '../../src/core/text.ts';
import { matchCase } from '../proposals.ts';

/** Neighbouring letters on a QWERTY keyboard. */
const NEIGHBOURS: Readonly<Record<string, string>> = Object.fromEntries(
  'a:qs b:vn c:xv d:sf e:wr f:dg g:fh h:gj i:uo j:hk k:jl l:k m:n n:bm o:ip p:o q:w r:et s:ad t:ry u:yi v:cb w:qe x:zc y:tu z:x'
    .split(' ')
    .map((pair) => [pair[0] as string, pair.slice(2)]),
);

/** A word that a slip can hit. */
type Word = Span & { readonly text: string };

/** Shorter words become other words too easily. */
const SHORTEST = 4;

/** An index inside the word: neither its first nor its last letter; null where the word is too short. */
function inside({ text }: Word, rng: Rng): number | null {
  return text.length < SHORTEST ? null : 1 + rng.below(text.length - 2);
}

const edit = ({ start }: Word, from: number, to: number, replacement: string): Edit => ({
  start: start + from,
  end: start + to,
  replacement,
});

export function dropLetter(word: Word, rng: Rng): Edit | null {
  const at = inside(word, rng);
  return at === null ? null : edit(word, at, at + 1, '');
}

export function doubleLetter(word: Word, rng: Rng): Edit | null {
  const at = inside(word, rng);
  return at === null ? null : edit(word, at, at + 1, (word.text[at] as string).repeat(2));
}

export function swapLetters(word: Word, rng: Rng): Edit | null {
  const at = inside(word, rng);
  if (at === null || at + 2 > word.text.length - 1) return null;
  const [first, second] = word.text.slice(at, at + 2);
  return first === second || !first || !second ? null : edit(word, at, at + 2, second + first);
}

export function keyBeside(word: Word, rng: Rng): Edit | null {
  const at = inside(word, rng);
  const keys = at === null ? undefined : NEIGHBOURS[word.text[at] as string];
  return at === null || !keys ? null : edit(word, at, at + 1, keys[rng.below(keys.length)] as string);
}

export function capitalLetter(word: Word, rng: Rng): Edit | null {
  const at = inside(word, rng);
  return at === null ? null : edit(word, at, at + 1, (word.text[at] as string).toUpperCase());
}

export function blankInside(word: Word, rng: Rng): Edit | null {
  const at = inside(word, rng);
  return at === null ? null : edit(word, at, at, ' ');
}

export function repeatWord({ end, text }: Word): Edit {
  return { start: end, end, replacement: ` ${text.toLowerCase()}` };
}

/** A word and the next one. */
type Pair = Word & { readonly next: Word | null };

export function dropBlank({ end, next }: Pair): Edit | null {
  return next ? { start: end, end: next.start, replacement: '' } : null;
}

export function doubleBlank({ end, next }: Pair): Edit | null {
  return next ? { start: end, end: next.start, replacement: '  ' } : null;
}

export function swapWords({ start, text, next }: Pair): Edit | null {
  if (!next || next.text.toLowerCase() === text.toLowerCase()) return null;
  const replacement = `${matchCase(text, next.text.toLowerCase())} ${text.toLowerCase()}`;
  return { start, end: next.end, replacement };
}

/** Omits a word with the blank after it, except at the start of a sentence. */
function leftOut(words: RegExp): (place: Pair & { readonly opens: boolean }) => Edit | null {
  return ({ start, text, next, opens }) =>
    next && !opens && words.test(text) ? { start, end: next.start, replacement: '' } : null;
}

export const leaveOutDeterminer = leftOut(/^(?:an?|the)$/);
export const leaveOutPreposition = leftOut(/^(?:about|as|at|by|for|in|into|of|on|to|with)$/);
