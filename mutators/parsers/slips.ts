import { z } from 'zod';
import type { Rng } from '../../src/core/random.ts';
import { readData } from '../../src/package-root.ts';
import type { Slip } from '../noise-proposals.ts';
import { matchCase } from '../proposals.ts';

/** Shorter words become other words too easily. */
const SHORTEST = 4;

/** A slip at a letter inside a word, neither its first nor its last: other letters in place of so many. */
const inWord =
  (change: (word: string, at: number, rng: Rng) => readonly [letters: number, replacement: string] | null): Slip =>
  ({ start, text }, rng) => {
    if (text.length < SHORTEST) return null;
    const at = 1 + rng.below(text.length - 2);
    const changed = change(text, at, rng);
    return changed && { start: start + at, end: start + at + changed[0], replacement: changed[1] };
  };

export const dropLetter = inWord(() => [1, '']);
export const doubleLetter = inWord((word, at) => [1, word.charAt(at).repeat(2)]);
export const capitalLetter = inWord((word, at) => [1, word.charAt(at).toUpperCase()]);
export const blankInside = inWord(() => [0, ' ']);
export const swapLetters = inWord((word, at) => {
  const [first, second] = [word.charAt(at), word.charAt(at + 1)];
  return at + 2 > word.length - 1 || first === second ? null : [2, second + first];
});

/** Neighbouring letters on a QWERTY keyboard. */
const NEIGHBOURS = new Map(
  'a:qs b:vn c:xv d:sf e:wr f:dg g:fh h:gj i:uo j:hk k:jl l:k m:n n:bm o:ip p:o q:w r:et s:ad t:ry u:yi v:cb w:qe x:zc y:tu z:x'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
);
export const keyBeside = inWord((word, at, rng) => {
  const keys = NEIGHBOURS.get(word.charAt(at));
  return keys === undefined ? null : [1, keys.charAt(rng.below(keys.length))];
});

export const repeatWord: Slip = ({ end, text }) => ({ start: end, end, replacement: ` ${text.toLowerCase()}` });

/** Other text between a word and the next one. */
const inGap =
  (replacement: string): Slip =>
  ({ end, next }) =>
    next && { start: end, end: next.start, replacement };
export const dropBlank = inGap('');
export const doubleBlank = inGap('  ');

export const swapWords: Slip = ({ start, text, next }) => {
  if (!next || next.text.toLowerCase() === text.toLowerCase()) return null;
  const replacement = `${matchCase(text, next.text.toLowerCase())} ${text.toLowerCase()}`;
  return { start, end: next.end, replacement };
};

/** Omits a word with the blank after it, except at the start of a sentence. */
const leftOut =
  (words: RegExp): Slip =>
  ({ start, text, next, opens }) =>
    next && !opens && words.test(text) ? { start, end: next.start, replacement: '' } : null;
export const leaveOutDeterminer = leftOut(/^(?:an?|the)$/);
export const leaveOutPreposition = leftOut(/^(?:about|as|at|by|for|in|into|of|on|to|with)$/);

/** Verbs with their nouns. */
const { nouns } = readData('lexicons/noise-word-classes.json', z.object({ nouns: z.record(z.string(), z.string()) }));
const isVerb = (word: string) => Object.hasOwn(nouns, word);

/** Another word in the place of this one, in its case. */
const exchange =
  (other: (word: string) => string | undefined): Slip =>
  ({ start, end, text }) => {
    const fresh = other(text.toLowerCase());
    return fresh === undefined ? null : { start, end, replacement: matchCase(text, fresh) };
  };
/** "returns" -> "return" and back, for verbs of the list alone. */
export const otherPerson = exchange((word) => {
  const stem = [word, word.replace(/s$/, ''), word.replace(/e?s$/, '')].find(isVerb);
  return stem === word ? `${word}${/(?:s|x|ch|sh)$/.test(word) ? 'es' : 's'}` : stem;
});
/** "calculate" -> "calculation" and back. */
export const otherClass = exchange((word) =>
  isVerb(word) ? nouns[word] : Object.keys(nouns).find((verb) => nouns[verb] === word),
);
