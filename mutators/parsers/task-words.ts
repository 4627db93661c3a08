import { z } from 'zod';
import { loadLexicon } from './lexicon.ts';
import { baseOf } from './verb-forms.ts';

const words = z.array(z.string());
const lists = loadLexicon('task-name-words', z.object({ skip: words, stop: words, joints: words, loose: words }));
const SKIP: ReadonlySet<string> = new Set(lists.skip);
const STOP: ReadonlySet<string> = new Set(lists.stop);

/** Words that join parts of a phrase; it may be cut before them. */
export const JOINTS: ReadonlySet<string> = new Set(lists.joints);
/** Words that a phrase cannot end with. */
const DANGLING: ReadonlySet<string> = new Set([...lists.joints, ...lists.loose]);

/** Longest phrase, in words. */
const MOST_WORDS = 9;
/** Longest subject that "check if SUBJECT is ..." is cut to, in words. */
const LONGEST_SUBJECT = 3;

/**
 * The verb with the plain words behind it, as far as they make a phrase; null without any.
 *
 * @param bases base forms of verbs that may follow "and".
 */
export function nameablePhrase(
  verb: string,
  rest: string,
  bases: ReadonlyMap<string, string>,
): readonly string[] | null {
  const { found, complete } = plainWords(rest, bases);
  if (JOINTS.has(found[0] ?? '') && !/^(?:if|whether|that|how|what|out|over|up|between)$/.test(found[0] ?? ''))
    return null;
  const phrase = [verb, ...found];
  if (isConditional(phrase)) return complete && !DANGLING.has(phrase.at(-1) ?? '') ? phrase : subjectOf(phrase);
  return trimmed(complete ? phrase : withoutOpenVerb(phrase));
}

/** "range that includes", "bounds defined": a verb whose object the phrase does not reach says nothing. */
function withoutOpenVerb(phrase: readonly string[]): readonly string[] {
  const [before = '', last = ''] = phrase.slice(-2);
  const isOpen = /^(?:that|which)$/.test(before)
    ? baseOf(last, 'third') !== null
    : /ed$/.test(last) && baseOf(last, 'participle') !== null;
  return isOpen && phrase.length > 2 ? phrase.slice(0, -1) : phrase;
}

/** The phrase and what is left of it when it is cut before ever earlier joints, longest first. */
export function shorterPhrases(phrase: readonly string[]): readonly (readonly string[])[] {
  if (isConditional(phrase)) return [phrase, subjectOf(phrase) ?? []].filter(({ length }) => length > 1);
  const cuts = phrase.flatMap((word, at) => (at > 1 && isCut(word) ? [at] : []));
  const shorter = cuts.reverse().map((at) => trimmed(withoutOpenVerb(phrase.slice(0, at))) ?? []);
  const [verb = '', ...object] = [phrase, ...shorter].findLast(({ length }) => length > 1) ?? [];
  // "find the fixed point": where even this is too long, `fixed_point` says it too.
  const bare = PLAIN_VERB.test(verb) ? [object] : [];
  return [phrase, ...shorter, ...bare].filter(({ length }) => length > 1);
}

/** Verbs that say no more than that there is a result. */
const PLAIN_VERB = /^(?:find|calculate|compute|get|return|determine)$/;

function isConditional([, second = '']: readonly string[]): boolean {
  return /^(?:if|whether|that)$/.test(second);
}

/** "check if string is ..." -> `check string`: half of a condition would be another one. */
function subjectOf([verb = '', , ...condition]: readonly string[]): readonly string[] | null {
  const nouns = condition.filter((word) => !/^(?:all|any|each|every|both)$/.test(word));
  const end = nouns.findIndex((word) => DANGLING.has(word) && !/^(?:one|two|three|first|last)$/.test(word));
  const subject = end < 0 ? nouns : nouns.slice(0, end);
  const asking = verb === 'find' || verb === 'return' || verb === 'get' ? 'check' : verb;
  return subject.length > 0 && subject.length <= LONGEST_SUBJECT ? trimmed([asking, ...subject]) : null;
}

function trimmed(phrase: readonly string[]): readonly string[] | null {
  const end = phrase.findLastIndex((word) => !DANGLING.has(word));
  return end > 0 ? phrase.slice(0, end + 1) : null;
}

/** Plain words up to the first thing that is none; complete where the clause ends with them. */
function plainWords(rest: string, bases: ReadonlyMap<string, string>): { found: string[]; complete: boolean } {
  const found: string[] = [];
  let before = '';
  for (const { 0: token, index } of rest.matchAll(/[\p{L}\p{N}_]+(?:[-–’'.][\p{L}\p{N}_]+)*|\S/gu)) {
    if (/^[.?!;]$/.test(token)) return { found: withoutOrNot(found), complete: true };
    if (token === ',' && LISTS_MORE.test(rest.slice(index))) return { found: beforeLastCut(found), complete: false };
    const isLetter = /^[b-zB-Z]$/.test(token) || (token === 'a' && ARTICLE.test(before));
    before = token;
    if (isLetter && JOINTS.has(found.at(-1) ?? '')) return { found: beforeLastCut(found, 0), complete: false };
    if (isLetter) continue;
    const word = token
      .toLowerCase()
      .replace(/['’]s$/, '')
      .replace(/^([a-z])['’-]th$/, '$1th');
    if (
      !/^(?:\d(?:d|st|nd|rd|th)|[a-z]+(?:[-–][a-z]+)*)$/.test(word) ||
      /\p{Ll}\p{Lu}/u.test(token) ||
      STOP.has(word)
    ) {
      // A name or number may be the very thing that the words before it describe.
      return { found: NAMES_SOMETHING.test(token) ? beforeLastCut(found, 0) : found, complete: false };
    }
    if (SKIP.has(word)) continue;
    const base = found.at(-1) === 'and' ? bases.get(word) : undefined;
    found.push(...(base ?? word).split(/[-–]/));
    if (found.length >= MOST_WORDS) return { found: beforeLastCut(found), complete: false };
  }
  return { found: withoutOrNot(found), complete: true };
}

const ARTICLE = /^(?:an?|the)$/;
/** What a code name, a number or a mark of code begins with; STOP words and brackets do not. */
const NAMES_SOMETHING = /[\p{N}_`]|\p{Ll}\p{Lu}|\./u;

/** What shows behind a comma that an enumeration goes on: ", lowercase, special", ", digits and". */
const LISTS_MORE = /^,\s?(?:(?!and\b|then\b|return)[\p{L}-]+\s?){1,3}(?:,|\band\b|\bor\b)/u;

/** "check whether it is even or not" asks what "check whether it is even" asks. */
function withoutOrNot(found: string[]): string[] {
  return found.at(-1) === 'not' && found.at(-2) === 'or' ? found.slice(0, -2) : found;
}

/** A phrase that goes on is cut before its last joint, so that no half of a thing is named. */
function beforeLastCut(found: string[], least = found.length): string[] {
  const at = found.findLastIndex(isCut);
  return found.slice(0, at > 0 ? at : least);
}

/** A cut before "and" would leave out one of two things. */
function isCut(word: string): boolean {
  return JOINTS.has(word) && word !== 'and' && word !== 'or';
}
