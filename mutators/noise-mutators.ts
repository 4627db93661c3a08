import { z } from 'zod';
import type { Edit } from '../src/core/edit.ts';
import type { Citation, Mutator, NoiseSeverity } from '../src/core/mutation.ts';
import type { Prompt } from '../src/core/prompt.ts';
import type { Rng } from '../src/core/random.ts';
import { readData } from '../src/package-root.ts';
import { plainWords } from './parsers/plain-words.ts';
import type { RunningToken } from './parsers/running-text.ts';
import { matchCase, propose, RECODE, refuse } from './proposals.ts';

const NLPERTURBATOR: Citation = { title: 'NLPerturbator', url: 'https://arxiv.org/abs/2406.19783' };

/** A plain word and the plain word after it, separated by one blank; null if there is none. */
interface NoisePlace extends RunningToken {
  readonly next: RunningToken | null;
}

/** The edit of a slip at a place; null if the slip cannot occur there. */
type Slip = (place: NoisePlace, rng: Rng) => Edit | null;

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

/** Neighbouring letters on a QWERTY keyboard. */
const NEIGHBOURS = new Map(
  'a:qs b:vn c:xv d:sf e:wr f:dg g:fh h:gj i:uo j:hk k:jl l:k m:n n:bm o:ip p:o q:w r:et s:ad t:ry u:yi v:cb w:qe x:zc y:tu z:x'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
);

const dropLetter = inWord(() => [1, '']);
const doubleLetter = inWord((word, at) => [1, word.charAt(at).repeat(2)]);
const capitalLetter = inWord((word, at) => [1, word.charAt(at).toUpperCase()]);
const innerBlank = inWord(() => [0, ' ']);
const swapLetters = inWord((word, at) => {
  const [first, second] = [word.charAt(at), word.charAt(at + 1)];
  return at + 2 > word.length - 1 || first === second ? null : [2, second + first];
});
const keyBeside = inWord((word, at, rng) => {
  const keys = NEIGHBOURS.get(word.charAt(at));
  return keys === undefined ? null : [1, keys.charAt(rng.below(keys.length))];
});

/** Other text between a word and the next one. */
const inGap =
  (replacement: string): Slip =>
  ({ end, next }) =>
    next && { start: end, end: next.start, replacement };

const repeatWord: Slip = ({ end, text }) => ({ start: end, end, replacement: ` ${text.toLowerCase()}` });

const swapWords: Slip = ({ start, text, next }) => {
  if (!next || next.text.toLowerCase() === text.toLowerCase()) return null;
  const replacement = `${matchCase(text, next.text.toLowerCase())} ${text.toLowerCase()}`;
  return { start, end: next.end, replacement };
};

/** Omits a word with the blank after it, except at the start of a sentence. */
const omit =
  (words: RegExp): Slip =>
  ({ start, text, next, opens }) =>
    next && !opens && words.test(text) ? { start, end: next.start, replacement: '' } : null;
const dropDeterminer = omit(/^(?:an?|the)$/);
const dropPreposition = omit(/^(?:about|as|at|by|for|in|into|of|on|to|with)$/);

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
/** "returns" -> "return" and back. */
const verbForm = exchange((word) => {
  const stem = [word, word.replace(/s$/, ''), word.replace(/e?s$/, '')].find(isVerb);
  return stem === word ? `${word}${/(?:s|x|ch|sh)$/.test(word) ? 'es' : 's'}` : stem;
});
/** "calculate" -> "calculation" and back. */
const wordClass = exchange((word) =>
  isVerb(word) ? nouns[word] : Object.keys(nouns).find((verb) => nouns[verb] === word),
);

/** One slip for so many places, by severity. */
const PLACES_PER_SLIP: Readonly<Record<NoiseSeverity, number>> = { 1: 24, 2: 12, 3: 6 };

/** Different draws of one prompt. */
const DRAWS = 3;

/** Plain words with their next word. */
function placesOf(prompt: Prompt, entryPoint: string | null): NoisePlace[] {
  const words = plainWords(prompt, entryPoint);
  return words.map((word, index) => {
    const next = words[index + 1];
    return { ...word, next: next && next.start === word.end + 1 && prompt.text[word.end] === ' ' ? next : null };
  });
}

/**
 * Slips of these kinds, in turn, at places that the draw chooses: never in protected text, names, operator or number
 * words, and never two that meet. At least one; severity 3 takes every sixth place.
 */
const atSeverity = (slips: readonly Slip[], severity: NoiseSeverity): Mutator['propose'] =>
  function* proposeNoise({ prompt, entryPoint }, rng) {
    const places = placesOf(prompt, entryPoint);
    const count = Math.max(1, Math.round(places.length / PLACES_PER_SLIP[severity]));
    let found = false;
    for (let draw = 0; draw < DRAWS; draw++) {
      const own = rng.fork('noise', draw);
      const edits: Edit[] = [];
      for (const place of own.shuffle(places)) {
        if (edits.length >= count) break;
        const edit = (slips[edits.length % slips.length] as Slip)(place, own);
        if (!edit || edits.some(({ start, end }) => edit.start <= end + 1 && start <= edit.end + 1)) continue;
        edits.push(edit);
      }
      if (edits.length === 0) continue;
      found = true;
      yield propose(edits.sort((a, b) => a.start - b.start));
    }
    if (!found) yield refuse('no-place-for-it');
  };

/** A mutator that types as people do; after NLPerturbator. */
function noise(
  name: string,
  summary: string,
  [before, after]: readonly [string, string],
  slips: readonly Slip[],
  rest: Pick<Mutator, 'declares'> = {},
): Mutator {
  return {
    ...{ name: `noise-${name}`, family: 'noise', summary, example: { before, after } },
    ...{ touches: ['prose'], preserves: 'noise', ...rest, source: NLPERTURBATOR },
    propose: atSeverity(slips, 1),
    atSeverity: (severity) => atSeverity(slips, severity),
  };
}

const BLANKS = { declares: ['layout-white-space'] } as const;
const dropBlank = inGap('');
const doubleBlank = inGap('  ');

/** Kinds of slips, three mixtures, and one of them as an adversarial rewording. */
export const noiseMutators: readonly Mutator[] = [
  noise('capital-letter', 'A capital inside a word.', ['Sort the list.', 'Sort the liSt.'], [capitalLetter]),
  noise('double-blank', 'Two blanks between words.', ['Sort the list.', 'Sort  the list.'], [doubleBlank], BLANKS),
  noise('double-letter', 'A letter typed twice.', ['Sort the list.', 'Sort the lisst.'], [doubleLetter]),
  noise('drop-blank', 'A blank between words left out.', ['Sort the list.', 'Sort thelist.'], [dropBlank], BLANKS),
  noise('drop-determiner', 'An article left out.', ['Sort the list.', 'Sort list.'], [dropDeterminer]),
  noise('drop-letter', 'A letter left out.', ['Sort the list.', 'Sort the lst.'], [dropLetter]),
  noise('drop-preposition', 'A preposition left out.', ['The sum of lists.', 'The sum lists.'], [dropPreposition]),
  noise('inner-blank', 'A blank inside a word.', ['Sort the list.', 'Sort the li st.'], [innerBlank], BLANKS),
  noise('key-beside', 'A letter from the next key.', ['Sort the list.', 'Sort the lust.'], [keyBeside]),
  noise(
    'mixed-omission',
    'Articles and prepositions left out.',
    ['The sum of the lists of it.', 'Sum the lists of it.'],
    [dropDeterminer, dropPreposition],
  ),
  noise(
    'mixed-spacing',
    'Blanks too many and too few.',
    ['Sort the long list.', 'Sort  the longlist.'],
    [dropBlank, doubleBlank, innerBlank],
    BLANKS,
  ),
  noise(
    'mixed-typing',
    'Typing errors of several kinds.',
    ['Sort the long list.', 'Srot the lomg list.'],
    [swapLetters, keyBeside, dropLetter],
  ),
  noise('repeat-word', 'A word written twice.', ['Sort the list.', 'Sort the list list.'], [repeatWord]),
  noise('swap-letters', 'Two letters in each other’s place.', ['Sort the list.', 'Sort the lsit.'], [swapLetters]),
  noise('swap-words', 'Two words in each other’s place.', ['Sort the long list.', 'Sort the list long.'], [swapWords]),
  noise('verb-form', 'A verb in another person.', ['It returns the list.', 'It return the list.'], [verbForm]),
  noise(
    'word-class',
    'A verb where a noun belongs, or the other way round.',
    ['Calculate the sum.', 'Calculation the sum.'],
    [wordClass],
  ),
  // ReCode's butterfingers hit examples, numbers and names as well.
  {
    name: 'lex-typo',
    family: 'lexical',
    summary: 'Typing errors in a few plain words of the running text.',
    example: { before: 'Write a function to sort strings.', after: 'Write a fucntion to sort strings.' },
    touches: ['prose'],
    preserves: 'adversarial',
    source: RECODE,
    propose: atSeverity([swapLetters, dropLetter, doubleLetter, keyBeside], 1),
  },
];
