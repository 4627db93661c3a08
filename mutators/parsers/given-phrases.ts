import type { Prompt } from '../../src/core/prompt.ts';
import { runsOn } from './clause-links.ts';
import { imperatives } from './imperatives.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';
import type { Term } from './term.ts';

/** A request together with what it is given. */
export interface GivenPhrase {
  readonly form: 'fronted' | 'behind' | 'own-sentence';
  /** The sentence that holds "given". */
  readonly sentence: Sentence;
  readonly given: Term;
  /** What is given. */
  readonly things: readonly Term[];
  /** What is asked for; of `own-sentence` it is the next sentence. */
  readonly request: readonly Term[];
  /** Why it cannot be recast, or null. */
  readonly problem: string | null;
}

const REQUEST_OPENING =
  /^(?:your|the) task is |^you (?:need|have) to |^(?:you|the function|the method|the program) (?:should|must) /i;
/** A second clause, or a colon list, inside what is given. */
const SECOND_CLAUSE = /[;:]|,? (?:where|and your|and you|your task|such that|you|in which|for which|if|when)\b/i;
const MOST_THINGS = 30;

/** "Given X, return Y.", "Return Y, given X." and "You are given X. Return Y.", in order; at most forty. */
export function* givenPhrases(prompt: Prompt, entryPoint: string | null): Iterable<GivenPhrase> {
  const verbs = new Map(imperatives(prompt, entryPoint).map(({ sentence, verb }) => [sentence.start, verb]));
  const sentences = proseSentences(prompt, entryPoint);
  let left = 40;
  for (const [index, sentence] of sentences.entries()) {
    if (left === 0) return;
    const phrase = readGiven(sentence, verbs.get(sentence.start), sentences[index + 1], verbs);
    if (!phrase) continue;
    left -= 1;
    yield phrase;
  }
}

function readGiven(
  sentence: Sentence,
  verb: Term | undefined,
  next: Sentence | undefined,
  verbs: ReadonlyMap<number, Term>,
): GivenPhrase | null {
  const body = sentence.textOf(sentence).replace(/\s+/g, ' ');
  if (/^Given\b/.test(body)) return fronted(sentence, verb);
  if (/^You are given\b/.test(body)) return ownSentence(sentence, next, verbs);
  return verb && /, given (?:a |an |the |two |three |only |`|\w+_)/.test(body) ? behind(sentence, verb) : null;
}

function fronted(sentence: Sentence, verb: Term | undefined): GivenPhrase | null {
  const terms = sentence.terms();
  const [given] = terms;
  if (!given) return null;
  const at = verb ? terms.indexOf(verb) : requestAfterComma(sentence, terms);
  if (at < 2) return null;
  const things = terms.slice(1, at);
  return { form: 'fronted', sentence, given, things, request: terms.slice(at), problem: problemOf(sentence, things) };
}

/** The index of "your task is to ..." behind a comma, or -1. */
function requestAfterComma(sentence: Sentence, terms: readonly Term[]): number {
  return terms.findIndex(
    (term, index) =>
      index > 1 &&
      sentence.textOf({ start: terms[index - 1]?.end ?? 0, end: term.start }).trim() === ',' &&
      REQUEST_OPENING.test(sentence.textOf({ start: term.start, end: sentence.end }).replace(/\s+/g, ' ')),
  );
}

function behind(sentence: Sentence, verb: Term): GivenPhrase | null {
  const terms = sentence.terms();
  const at = terms.findIndex(
    ({ text, start }, index) =>
      text === 'given' && sentence.textOf({ start: terms[index - 1]?.end ?? start, end: start }).trim() === ',',
  );
  const given = terms[at];
  if (!given || terms.indexOf(verb) !== 0) return null;
  const [things, request] = [terms.slice(at + 1), terms.slice(0, at)];
  const comma = sentence.textOf({ start: given.end, end: sentence.end }).includes(',');
  const problem = comma ? 'several-parts' : problemOf(sentence, things);
  return { form: 'behind', sentence, given, things, request, problem };
}

function ownSentence(
  sentence: Sentence,
  next: Sentence | undefined,
  verbs: ReadonlyMap<number, Term>,
): GivenPhrase | null {
  const verb = next && next.block === sentence.block ? verbs.get(next.start) : undefined;
  if (!next || !verb || verb.start !== next.start || sentence.terminator !== '.') return null;
  const terms = sentence.terms();
  const given = terms[2];
  if (!given) return null;
  const things = terms.slice(3);
  const comma = things.length > 0 && /[,(]/.test(sentence.textOf({ start: things[0]?.start ?? 0, end: sentence.end }));
  const closing = sentence.textOf({ start: sentence.end - 1, end: sentence.end }) === '.';
  const problem = comma || !closing ? 'several-parts' : problemOf(sentence, things);
  return { form: 'own-sentence', sentence, given, things, request: next.terms(), problem };
}

function problemOf(sentence: Sentence, things: readonly Term[]): string | null {
  const [first, last] = [things[0], things.at(-1)];
  if (!first || !last) return 'nothing-given';
  if (sentence.block.kind !== 'paragraph') return sentence.block.kind;
  if (runsOn(sentence.terms())) return 'several-sentences';
  if (things.length > MOST_THINGS) return 'long-phrase';
  const text = sentence.textOf({ start: first.start, end: last.end }).replace(/\s+/g, ' ');
  if (/^(?:that|this|these|those|the (?:above|following))\b/i.test(text)) return 'points-elsewhere';
  if (SECOND_CLAUSE.test(text)) return 'second-clause';
  return sentence.terminator === '' && !sentence.closesBlock ? 'open-sentence' : null;
}
