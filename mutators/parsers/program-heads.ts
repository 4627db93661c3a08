import { z } from 'zod';
import type { Prompt } from '../../src/core/prompt.ts';
import { loadLexicon } from './lexicon.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';
import type { Term } from './term.ts';
import { baseOf, type VerbForm } from './verb-forms.ts';

const WRITE: ReadonlySet<string> = new Set(
  loadLexicon('imperative-verbs', z.object({ write: z.array(z.string()) })).write,
);

/** "Write a function (called x) to find ..." or "... that finds ...": a program that is asked for and what is said of it. */
export interface ProgramHead {
  readonly sentence: Sentence;
  readonly terms: readonly Term[];
  /** Index of "function", "method", "program", "script". */
  readonly noun: number;
  /** Index of the verb that asks for it: "write", "implement". */
  readonly request: number;
  /** Index of the article, right behind that verb. */
  readonly article: number;
  /** Index of "to", "that" or "which". */
  readonly marker: number;
  /** Index of the verb behind the marker and its adverbs, or -1 where no known verb stands there. */
  readonly verb: number;
  readonly kind: 'infinitive' | 'relative';
}

const PROGRAM_NOUN = /^(?:function|method|program|script|subroutine|routine)$/;
const HOLDS_PROGRAM_NOUN = /\b(?:function|method|program|script|subroutine|routine)\b/i;
const ARTICLE = /^(?:a|an|the)$/;
/** Words between the noun and what is said of it that name or place the program. */
const NAMING = /^(?:called|named|in|for|within|of|the|a|an|class|module|python|python3)$/;
const MARKER = /^(?:to|that|which)$/;
const ADVERB = /^(?:also|then|first|simply|\p{L}+ly)$/u;

/** No prompt needs more; it bounds the tagging of long ones. */
const MOST_SENTENCES = 40;
const FARTHEST_MARKER = 12;

/** The program heads of a prompt, in order: at most one per sentence, in at most forty sentences. */
export function* programHeads(prompt: Prompt, entryPoint: string | null): Iterable<ProgramHead> {
  let left = MOST_SENTENCES;
  for (const sentence of proseSentences(prompt, entryPoint)) {
    if (!HOLDS_PROGRAM_NOUN.test(sentence.textOf(sentence))) continue;
    left -= 1;
    if (left < 0) return;
    const terms = sentence.terms();
    const noun = terms.findIndex((term) => !term.protected && PROGRAM_NOUN.test(term.text.toLowerCase()));
    const head = noun < 0 ? null : readHead(sentence, terms, noun);
    if (head) yield head;
  }
}

function readHead(sentence: Sentence, terms: readonly Term[], noun: number): ProgramHead | null {
  const article = articleBefore(terms, noun);
  const marker = markerBehind(sentence, terms, noun);
  const request = article - 1;
  const asked = terms[request] !== undefined && WRITE.has(terms[request]?.text.toLowerCase() ?? '');
  if (article < 0 || marker < 0 || !asked) return null;
  const kind = terms[marker]?.text.toLowerCase() === 'to' ? 'infinitive' : 'relative';
  const form: VerbForm = kind === 'infinitive' ? 'base' : 'third';
  let verb = marker + 1;
  while (verb < terms.length && isAdverb(terms[verb] as Term, form)) verb += 1;
  const known = terms[verb] !== undefined && !terms[verb]?.protected && baseOf(terms[verb]?.text ?? '', form) !== null;
  return { sentence, terms, noun, request, article, marker, verb: known ? verb : -1, kind };
}

function isAdverb(term: Term, form: VerbForm): boolean {
  return !term.protected && ADVERB.test(term.text.toLowerCase()) && baseOf(term.text, form) === null;
}

function articleBefore(terms: readonly Term[], noun: number): number {
  for (let i = noun - 1; i >= Math.max(0, noun - 4); i--) {
    const term = terms[i] as Term;
    if (ARTICLE.test(term.text.toLowerCase())) return i;
    if (!term.protected && !term.tags.has('Adjective') && !term.tags.has('Noun')) return -1;
  }
  return -1;
}

function markerBehind(sentence: Sentence, terms: readonly Term[], noun: number): number {
  for (let i = noun + 1; i < Math.min(terms.length, noun + FARTHEST_MARKER); i++) {
    const term = terms[i] as Term;
    const before = terms[i - 1] as Term;
    const word = term.text.toLowerCase();
    if (/[^\s`*]/.test(sentence.textOf({ start: before.end, end: term.start }))) return -1;
    if (term.protected) continue;
    if (MARKER.test(word)) return i;
    const isName = /^(?:called|named)$/.test(before.text.toLowerCase()) || (i === noun + 1 && isMarkerAt(terms, i + 1));
    if (!NAMING.test(word) && !isName) return -1;
  }
  return -1;
}

function isMarkerAt(terms: readonly Term[], at: number): boolean {
  return /^(?:that|which)$/.test(terms[at]?.text.toLowerCase() ?? '');
}
