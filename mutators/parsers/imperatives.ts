import { z } from 'zod';
import { oncePer } from '../../src/core/once-per.ts';
import type { Prompt, Span } from '../../src/core/text.ts';
import { readData } from '../../src/package-root.ts';
import type { Term } from './part-of-speech.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';

const verbs = readData(
  'lexicons/imperative-verbs.json',
  z.object({
    write: z.array(z.string()),
    programNouns: z.array(z.string()),
    artefacts: z.array(z.string()),
    do: z.array(z.string()),
    mixed: z.array(z.string()),
    askable: z.array(z.string()),
  }),
);
const WRITE: ReadonlySet<string> = new Set(verbs.write);
const PROGRAM_NOUNS: ReadonlySet<string> = new Set(verbs.programNouns);
const ARTEFACTS: ReadonlySet<string> = new Set([...verbs.programNouns, ...verbs.artefacts]);
const DO: ReadonlySet<string> = new Set(verbs.do);
const MIXED: ReadonlySet<string> = new Set(verbs.mixed);
const ASKABLE: ReadonlySet<string> = new Set(verbs.askable);

/** A request in the imperative: "Return the sum.", "Given a list, find ...", "Write a function to ...". */
export interface Imperative {
  readonly sentence: Sentence;
  readonly verb: Term;
  /** `program`: the sentence asks for the program itself; `behaviour`: for its behaviour. */
  readonly asksFor: 'program' | 'behaviour';
  /** The program noun of "write a function", else null. */
  readonly programNoun: Term | null;
  /** Whether a phrase such as "Given ...," or "From a list," precedes the verb. */
  readonly fronted: boolean;
  /** Whether the verb sits well in a question to the reader. */
  readonly askable: boolean;
}

/** Words that open such a phrase. */
const FRONTING: ReadonlySet<string> = new Set(['given', 'for', 'from', 'out']);

/** No prompt needs more; it bounds the tagging of long ones. */
const MOST_IMPERATIVES = 40;

/** The imperative sentences of a prompt, in order; at most forty. */
export const imperatives = oncePer((prompt: Prompt, entryPoint: string | null): readonly Imperative[] => {
  const found: Imperative[] = [];
  const prose = prompt.regions.find(({ kind }) => kind === 'prose');
  const doctest = prompt.text.indexOf('>>>', prose?.start);
  for (const sentence of proseSentences(prompt, entryPoint)) {
    // Text after a doctest explains the next one.
    if (found.length >= MOST_IMPERATIVES || (doctest >= 0 && sentence.start > doctest)) break;
    const opening = /^\p{L}+/u.exec(prompt.text.slice(sentence.start, sentence.start + 24))?.[0].toLowerCase() ?? '';
    const fronted = FRONTING.has(opening);
    if (!DO.has(opening) && !WRITE.has(opening) && !fronted) continue;
    const imperative = readImperative(sentence, fronted);
    if (imperative) found.push(imperative);
  }
  return found;
});

function readImperative(sentence: Sentence, fronted: boolean): Imperative | null {
  const terms = sentence.terms();
  const at = fronted ? verbAfterComma(terms, sentence) : 0;
  const verb = terms[at];
  if (!verb || verb.protected || isTitle(sentence, verb)) return null;
  if (ADVICE.test(sentence.textOf(sentence)) || continuesLine(sentence)) return null;
  const word = verb.text.toLowerCase();
  if (MIXED.has(word) && isSubject(terms, at)) return null;
  // A function may create a wrapper, but not write one.
  const nouns = /^(?:write|implement|design|develop|code)$/.test(word) ? ARTEFACTS : PROGRAM_NOUNS;
  const programNoun = WRITE.has(word) ? programObject(terms, at, nouns) : null;
  if (!programNoun && !(DO.has(word) && takesObject(terms, at, MIXED.has(word) || fronted))) return null;
  return {
    sentence,
    verb,
    asksFor: programNoun ? 'program' : 'behaviour',
    programNoun,
    fronted,
    askable: programNoun !== null || ASKABLE.has(word),
  };
}

/** "Use this if you need ...", "Use `f` instead.": advice to a caller. */
const ADVICE = /^use (?:this|it|these)\b|^use\b[\s\S]*(?:\b(?:if|when) you\b|\binstead\W*$)/i;

/** Whether a block goes on in lower case after a line that is no running text: "if x == 1, the\nmerge breaks it". */
function continuesLine({ start, block, textOf }: Sentence): boolean {
  if (start !== block.start || !/^\p{Ll}/u.test(textOf({ start, end: start + 2 }))) return false;
  return /[\p{Ll},] *\n *$/u.test(textOf({ start: Math.max(0, start - 60), end: start }));
}

/** "find-the-longest-substring", "Add One Edge" and "count (int)" are titles and names, no requests. */
function isTitle(sentence: Sentence, verb: Term): boolean {
  if (sentence.textOf({ start: verb.end, end: verb.end + 1 }) === '-') return true;
  // "count (Counter.collections): A counter", "list" above a deeper line: a result by its name or type; "return 20" is code.
  if (/^\s?[(:=]/.test(sentence.textOf({ start: verb.end, end: verb.end + 2 }))) return true;
  const margin = /(?:^|\n)( *)$/.exec(sentence.textOf({ start: Math.max(0, verb.start - 80), end: verb.start }))?.[1];
  const next = /^\n( *)/.exec(sentence.textOf({ start: verb.end, end: verb.end + 80 }))?.[1];
  if (margin !== undefined && next !== undefined && next.length > margin.length) return true;
  if (/^return \S+$/.test(sentence.textOf(sentence))) return true;
  const words = sentence.textOf(sentence).split(/\s+/);
  return sentence.terminator === '' && words.length > 1 && words.every((word) => IN_TITLE.test(word));
}

const IN_TITLE = /^(?:\p{Lu}|(?:an?|the|of|in|on|to|for|and|or|with|by|from|at)$)/u;

/** "List 'a' sets the row indices": a noun with its name, followed by its verb. */
function isSubject(terms: readonly Term[], at: number): boolean {
  const name = terms[at + 1];
  const verb = terms[at + 2];
  if (!name?.protected || !verb || verb.protected) return false;
  const word = verb.text.toLowerCase();
  return FINITE.test(word) || (/^\p{L}{2,}s$/u.test(word) && (verb.tags.has('Verb') || DO.has(word.slice(0, -1))));
}

const FINITE =
  /^(?:is|are|was|were|has|have|holds?|sets?|must|should|will|shall|can|may|contains?|represents?|gives?)$/;

/** The index of the verb in "Given ..., VERB the ...", or -1. */
function verbAfterComma(terms: readonly Term[], sentence: Sentence): number {
  for (let i = 1; i < Math.min(terms.length - 1, 40); i++) {
    const term = terms[i] as Term;
    const before = terms[i - 1] as Term;
    if (!gapHolds(before, term, ',', sentence)) continue;
    const word = term.text.toLowerCase();
    if (!term.protected && (DO.has(word) || WRITE.has(word)) && takesObject(terms, i, true)) return i;
  }
  return -1;
}

function gapHolds(before: Span, after: Span, sign: string, sentence: Sentence): boolean {
  return sentence.textOf({ start: before.end, end: after.start }).trim() === sign;
}

/** The program noun in "a (python) function", or null: adjectives, nouns and names may precede it. */
function programObject(terms: readonly Term[], at: number, nouns = PROGRAM_NOUNS): Term | null {
  for (let i = at + 1; i < Math.min(terms.length, at + 9); i++) {
    const term = terms[i] as Term;
    const word = term.text.toLowerCase();
    if (!term.protected && nouns.has(word)) return term;
    const modifier = term.protected || ['Determiner', 'Adjective', 'Noun', 'Value'].some((tag) => term.tags.has(tag));
    if (!modifier || /^(?:following|body|missing|all|test)$/.test(word)) return null;
  }
  return null;
}

const OBJECT_WORDS =
  /^(?:a|an|the|this|that|these|those|all|any|each|every|both|its|their|your|if|whether|how|only|true|false|none|one|two|three|four|it|them|out|up|whether|given|such|another|no|first|last)$/;

/** Whether a request may open with this word: "return", "count". */
export function isRequestVerb(word: string): boolean {
  return DO.has(word) || WRITE.has(word);
}

/** Whether the words after the verb at `at` read as its object; `strict` requires an article or the like. */
export function takesObject(terms: readonly Term[], at: number, strict: boolean): boolean {
  const next = terms[at + 1];
  if (!next) return false;
  const word = next.text.toLowerCase();
  if (OBJECT_WORDS.test(word) || next.protected) return true;
  if (strict || /^(?:values?|types?|of|is|are|as|for|in|on|with|and|or)$/.test(word)) return false;
  return !next.tags.has('Preposition') && !next.tags.has('Copula') && !next.tags.has('Auxiliary');
}

/** Verbs with a program noun as their object, also after "to", "should" or "must": "You need to write a function". */
export function programRequests(
  prompt: Prompt,
  entryPoint: string | null,
): readonly { readonly verb: Term; readonly noun: Term }[] {
  const found: { verb: Term; noun: Term }[] = [];
  for (const sentence of proseSentences(prompt, entryPoint)) {
    if (found.length >= MOST_IMPERATIVES) break;
    const part = sentence.textOf(sentence);
    if (!HOLDS_WRITE_VERB.test(part) || !HOLDS_PROGRAM_NOUN.test(part)) continue;
    const terms = sentence.terms();
    for (const [at, verb] of terms.entries()) {
      if (verb.protected || !WRITE.has(verb.text.toLowerCase())) continue;
      const before = terms[at - 1];
      const request =
        before === undefined
          ? true
          : asksBehind(before, terms[at - 2], sentence.textOf({ start: before.end, end: verb.start }));
      const noun = request ? programObject(terms, at) : null;
      if (noun) found.push({ verb, noun });
    }
  }
  return found;
}

const HOLDS_WRITE_VERB = new RegExp(`\\b(?:${verbs.write.join('|')})\\b`, 'i');
const HOLDS_PROGRAM_NOUN = new RegExp(`\\b(?:${verbs.programNouns.join('|')})\\b`, 'i');

/**
 * Whether a verb after `before` is a request to the reader: "please", "must", "need to", "task is to", "Given ...,".
 */
function asksBehind(before: Term, earlier: Term | undefined, gap: string): boolean {
  const word = before.text.toLowerCase();
  if (gap.includes(',')) return true;
  if (/^(?:please|should|must|you|can|could|now)$/.test(word)) return true;
  return word === 'to' && /^(?:need|have|asked|is|required|supposed|want)$/.test(earlier?.text.toLowerCase() ?? '');
}
