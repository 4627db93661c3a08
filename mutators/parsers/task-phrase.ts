import { z } from 'zod';
import type { MutationInput } from '../../src/core/mutation.ts';
import { loadLexicon } from './lexicon.ts';
import { proseSentences } from './prose-sentences.ts';
import { JOINTS, nameablePhrase } from './task-words.ts';

const words = z.array(z.string());
const lists = loadLexicon('task-name-words', z.object({ write: words, program: words, verbs: words, aside: words }));
const imperative = loadLexicon('imperative-verbs', z.object({ do: words, mixed: words }));
const ASIDE: ReadonlySet<string> = new Set(lists.aside);
const PROGRAM: ReadonlySet<string> = new Set(lists.program);
/** Also common nouns, so that an article or the like must follow. */
const MIXED: ReadonlySet<string> = new Set([...imperative.mixed, ...lists.verbs]);
const VERBS: ReadonlySet<string> = new Set([...imperative.do, ...lists.verbs].filter((verb) => !ASIDE.has(verb)));
/** Base forms by their third person: "returns" -> "return". */
const THIRD_PERSON: ReadonlyMap<string, string> = new Map([...VERBS].map((verb) => [thirdPerson(verb), verb]));

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** What may stand before the verb of a request, which follows in its base form. */
interface Opening {
  readonly pattern: RegExp;
  /** Whether any word behind it is a verb. */
  readonly sure: boolean;
}

const asked = `\\b(?:${lists.write.join('|')})\\b.{0,60}?\\b(?:${lists.program.join('|')})\\b`;
/** "called X", "`X`", "X()". */
const called = String.raw`(?:,? (?:(?:called|named) )?[\x60'"*]*\w+[\x60'"*]*(?:\(\))?,?)`;
const OPENINGS: readonly Opening[] = [
  { pattern: new RegExp(`${asked}${called}? (?:to|(?:that|which) (?:will|should)) `, 'i'), sure: true },
  { pattern: /\b(?:(?:task|goal|job) is to|(?:need|have|are asked|want) to) /i, sure: true },
  { pattern: /\b(?:function|program|method)(?: that| which)? (?:should|must|will) (?:then )?/i, sure: false },
  { pattern: /^["'*\s]*(?:Given|For|From|In|Out)\b.{0,200}?, (?:please )?/i, sure: false },
  { pattern: /^["'*\s]*(?:please )?/i, sure: false },
];
/** What may stand before a clause that tells in the third person what the function does. */
const STATED = new RegExp(
  `\\b(?:${lists.program.join('|')})\\b.{0,60}? (?:that|which) |\\b(?:this|the) function `,
  'i',
);
/** A verb of such a clause stands behind one of these, or first. */
const BEFORE_STATED = /(?:^|,|\b(?:that|which|and|then|it|also|function|optionally|automatically)) $/i;

/** A request stands at the beginning; what later sentences ask for is a detail. */
const MOST_SENTENCES = 4;

/**
 * The words of the prompt's own request, verb first and lower case: "Write a function to find the shared elements from
 * two lists" gives `find shared elements from two lists`. The first request that says more than a verb and one word
 * wins, else the first. Null where none is found.
 */
export function taskPhrase({ prompt, entryPoint }: MutationInput): readonly string[] | null {
  let short: readonly string[] | null = null;
  const sentences = proseSentences(prompt, entryPoint).filter(({ block }) => block.kind !== 'field');
  for (const [at, sentence] of sentences.slice(0, MOST_SENTENCES).entries()) {
    for (const phrase of phrasesOf(sentence.textOf(sentence).replace(/\s+/g, ' '), at)) {
      if (phrase.length > 2) return phrase;
      short ??= phrase;
    }
  }
  return short;
}

function* phrasesOf(sentence: string, at: number): Iterable<readonly string[]> {
  // "If the list is empty, return None" and "Return None if it is empty" are cases of a request, not the request.
  if (at > 0 && /^["'*\s]*(?:if|when|otherwise|note)\b|\b(?:if|when|otherwise) (?!and only)/i.test(sentence)) {
    if (!/\b(?:check|determine|true|verify|whether)\b/i.test(sentence)) return;
  }
  for (const { pattern, sure } of OPENINGS) {
    const before = pattern.exec(sentence);
    const behind = before ? sentence.slice(before.index + before[0].length) : '';
    const verb = /^\p{L}+/u.exec(behind)?.[0].toLowerCase() ?? '';
    if (sure ? isVerbBehindTo(verb) : isVerbAlone(verb, behind)) yield* phraseFrom(verb, behind.slice(verb.length));
  }
  yield* statedPhrases(sentence, at > 1);
}

function isVerbBehindTo(verb: string): boolean {
  return /^[a-z]{3,}$/.test(verb) && !ASIDE.has(verb) && !JOINTS.has(verb);
}

function isVerbAlone(verb: string, behind: string): boolean {
  if (!VERBS.has(verb)) return false;
  return (
    !MIXED.has(verb) ||
    /^\p{L}+ (?:an?|the|all|each|every|only|how|if|its|this|these|given|two|files?|data)\b/iu.test(behind)
  );
}

/** "a function that takes two lists and returns ...", "Returns the ...": what it takes is not part of a name. */
function* statedPhrases(sentence: string, late: boolean): Iterable<readonly string[]> {
  const stated = STATED.exec(sentence);
  const from = stated ? stated.index + stated[0].length : late ? sentence.length : 0;
  for (const { 0: word, index } of sentence.slice(from).matchAll(/\p{L}+/gu)) {
    const at = from + index;
    // "a function called X that Return the depth": free texts often paste a docstring behind "that".
    const pasted = stated !== null && index === 0 && isVerbAlone(word.toLowerCase(), sentence.slice(at));
    const verb = pasted ? word.toLowerCase() : THIRD_PERSON.get(word.toLowerCase());
    if (stated === null && at > sentence.search(/\p{L}/u)) return;
    if (!verb || !(index === 0 || BEFORE_STATED.test(sentence.slice(0, at)))) continue;
    yield* phraseFrom(verb, sentence.slice(at + word.length), THIRD_PERSON);
    return;
  }
}

/** The verb and what it is done to; nothing where that is the program itself or no plain word. */
function* phraseFrom(verb: string, rest: string, bases: ReadonlyMap<string, string> = new Map()) {
  const truth = /^ `*(?:True|true|TRUE)`* (?=if |when |iff )/.exec(rest);
  const phrase = nameablePhrase(truth ? 'check' : verb, truth ? rest.slice(truth[0].length) : rest, bases);
  if (phrase && !phrase.slice(1, 4).some((word) => PROGRAM.has(word))) yield phrase;
}
