import { z } from 'zod';
import type { Prompt } from '../../src/core/prompt.ts';
import { type FoundVerb, verbGroup } from './coordinated-verbs.ts';
import { loadLexicon } from './lexicon.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';
import type { Term } from './term.ts';
import { baseOf, isNounLike } from './verb-forms.ts';

const { verbs: STATED } = loadLexicon('stated-only-verbs', z.object({ verbs: z.array(z.string()) }));
const STATED_ONLY: ReadonlySet<string> = new Set(STATED);

/** A finite clause in the present whose subject is the program that is asked for. */
export interface ProgramClause {
  readonly sentence: Sentence;
  /**
   * `noun`: "the function returns"; `pronoun`: "it returns"; `output`: "the output is";
   * `omitted`: "Returns the sum"; `relative`: "a function that returns".
   */
  readonly subject: 'noun' | 'pronoun' | 'output' | 'omitted' | 'relative';
  /** Where an auxiliary may stand: before the first verb and its adverbs. */
  readonly auxiliaryAt: Term;
  /** The verbs of the subject in their -s form; one "does" where they are negated. */
  readonly verbs: readonly FoundVerb[];
  readonly negated: boolean;
}

/** A clause of the program, or why its verbs can't be told. */
export type ProgramClauseOrProblem =
  | ProgramClause
  | { readonly problem: string; readonly sentence: Sentence; readonly subject: ProgramClause['subject'] };

const NOUN = /^(?:function|method|program|script)$/;
const OUTPUT = /^(?:output|outputs|result)$/;
const ADVERB = /^(?:also|then|first|finally|subsequently|next|either|simply|additionally|further|\p{L}+ly)$/u;
const MARKED = /\b(?:function|method|program|script|it|output|outputs|result)\b|^\p{Lu}\p{L}+s\b/iu;
const OPENS_OBJECT = /^(?:a|an|the|all|its|their|each|every|both|any|whether|if|true|false|none|only|how|an?)$/;

/** No prompt needs more; it bounds the tagging of long ones. */
const MOST_SENTENCES = 40;

const cache = new WeakMap<Prompt, Map<string | null, readonly ProgramClauseOrProblem[]>>();

/** The program's clauses, in order; at most one per sentence, in at most forty sentences. */
export function programClauses(prompt: Prompt, entryPoint: string | null): readonly ProgramClauseOrProblem[] {
  const known = cache.get(prompt)?.get(entryPoint);
  if (known) return known;
  const clauses = [...readClauses(prompt, entryPoint)];
  cache.set(prompt, (cache.get(prompt) ?? new Map()).set(entryPoint, clauses));
  return clauses;
}

function* readClauses(prompt: Prompt, entryPoint: string | null): Iterable<ProgramClauseOrProblem> {
  let left = MOST_SENTENCES;
  let spokenOf: Sentence | null = null;
  for (const sentence of proseSentences(prompt, entryPoint)) {
    const text = sentence.textOf(sentence);
    if (!MARKED.test(text)) {
      spokenOf = null;
      continue;
    }
    left -= 1;
    if (left < 0) return;
    const known: boolean = spokenOf !== null && spokenOf.block === sentence.block;
    const clause = readClause(sentence, known);
    if (clause) yield clause;
    spokenOf = clause?.subject === 'pronoun' || speaksOfProgram(text) ? sentence : null;
  }
}

/** Whether "it" in the next sentence can only be the program. */
function speaksOfProgram(text: string): boolean {
  return /^(?:(?:the|this|your) (?:python )?(?:function|method|program)\b|(?:write|create|implement|generate|develop|define) an? (?:python )?(?:function|method|program)\b)/i.test(
    text.replace(/\s+/g, ' '),
  );
}

function readClause(sentence: Sentence, known: boolean): ProgramClauseOrProblem | null {
  const terms = sentence.terms();
  for (let i = 0; i < terms.length; i++) {
    const subject = subjectAt(sentence, terms, i, known);
    if (subject) {
      const clause = clauseFrom(sentence, terms, subject.next, subject.kind);
      if (clause) return clause;
    }
  }
  return null;
}

interface Subject {
  readonly kind: ProgramClause['subject'];
  /** Index of the first term behind it. */
  readonly next: number;
}

function subjectAt(sentence: Sentence, terms: readonly Term[], at: number, known: boolean): Subject | null {
  const term = terms[at] as Term;
  if (term.protected) return null;
  const word = term.text.toLowerCase();
  if (at === 0 && sentence.block.kind === 'paragraph' && isOmitted(terms)) return { kind: 'omitted', next: 0 };
  if (!opensClause(sentence, terms, at)) return relativeAt(terms, at);
  if (word === 'it') return known ? { kind: 'pronoun', next: at + 1 } : null;
  if (!/^(?:the|this|your)$/.test(word)) return relativeAt(terms, at);
  return nounSubject(terms, at);
}

/** "Returns the sum": a docstring's opening. */
function isOmitted(terms: readonly Term[]): boolean {
  const [verb, object] = terms;
  if (!verb || !object || !/^\p{Lu}/u.test(verb.text) || baseOf(verb.text, 'third') === null) return false;
  if (OPENS_OBJECT.test(object.text.toLowerCase())) return true;
  if (object.protected) return !/[:(]/.test(object.text);
  return isSecondVerb(terms) || (isVerbAlone(verb) && isNounPhrase(object));
}

/** No word that is a noun, too: "Converts", unlike "Values". */
const isVerbAlone = ({ text }: Term): boolean => !isNounLike(baseOf(text, 'third') as string);

const isNounPhrase = ({ tags }: Term): boolean =>
  (tags.has('Noun') || tags.has('Adjective')) && !tags.has('Preposition') && !tags.has('Verb');

/** "Downloads and extracts a ZIP file". */
function isSecondVerb([first, conjunction, verb, object]: readonly Term[]): boolean {
  return (
    first !== undefined &&
    conjunction?.text.toLowerCase() === 'and' &&
    verb !== undefined &&
    object !== undefined &&
    baseOf(verb.text, 'third') !== null &&
    (OPENS_OBJECT.test(object.text.toLowerCase()) || (isVerbAlone(first) && isVerbAlone(verb)))
  );
}

/** Whether a main clause can begin here: with the sentence, or behind a comma, "and" or "then". */
function opensClause(sentence: Sentence, terms: readonly Term[], at: number): boolean {
  const before = terms[at - 1];
  if (!before) return true;
  const gap = sentence.textOf({ start: before.end, end: terms[at]?.start ?? before.end });
  return /[,;]\s*$/.test(gap) || (/^(?:then)$/.test(before.text.toLowerCase()) && at > 1);
}

/** "The function", "the `f` method", "the function `f`", "the output". */
function nounSubject(terms: readonly Term[], at: number): Subject | null {
  let i = at + 1;
  while (terms[i]?.protected || /^(?:python|returned|final)$/i.test(terms[i]?.text ?? '')) i += 1;
  const noun = terms[i]?.text.toLowerCase() ?? '';
  const isOutput = OUTPUT.test(noun);
  if (!isOutput && !NOUN.test(noun)) return null;
  i += 1;
  while (terms[i]?.protected && !/[(,]/.test(terms[i]?.text ?? '(')) i += 1;
  return { kind: isOutput ? 'output' : 'noun', next: i };
}

/** "a function that returns": the index behind "that". */
function relativeAt(terms: readonly Term[], at: number): Subject | null {
  if (!/^(?:that|which)$/.test(terms[at]?.text.toLowerCase() ?? '') || at > 12) return null;
  for (let i = at - 1; i > 0; i--) {
    const term = terms[i] as Term;
    const word = term.text.toLowerCase();
    if (term.protected || /^(?:called|named)$/.test(terms[i - 1]?.text.toLowerCase() ?? '')) continue;
    if (NOUN.test(word)) return isAskedFor(terms, i) ? { kind: 'relative', next: at + 1 } : null;
    if (!/^(?:called|named|in|python)$/.test(word)) return null;
  }
  return null;
}

/** "a function", or "the function" right behind the verb that asks for it: no other one is meant. */
function isAskedFor(terms: readonly Term[], noun: number): boolean {
  for (let i = noun - 1; i >= Math.max(0, noun - 3); i--) {
    const word = terms[i]?.text.toLowerCase() ?? '';
    if (/^an?$/.test(word)) return true;
    if (word === 'the') return /^(?:write|implement|create|generate|complete)$/i.test(terms[i - 1]?.text ?? '');
  }
  return false;
}

/** The clause that begins at `from`; null where no statement of what the program does is read. */
function clauseFrom(
  sentence: Sentence,
  terms: readonly Term[],
  from: number,
  subject: Subject['kind'],
): ProgramClauseOrProblem | null {
  let at = from;
  while (at < terms.length && isAdverb(terms[at] as Term)) at += 1;
  const verb = terms[at];
  const auxiliaryAt = terms[from];
  if (!verb || !auxiliaryAt || verb.protected) return null;
  const word = verb.text.toLowerCase();
  if (subject === 'output') {
    return word === 'is'
      ? { sentence, subject, auxiliaryAt, verbs: [{ term: verb, base: 'be' }], negated: false }
      : null;
  }
  if (word === 'does') return negatedClause(sentence, terms, at, subject, auxiliaryAt);
  const base = baseOf(word, 'third');
  if (base === null || STATED_ONLY.has(base)) return null;
  const next = terms[at + 1];
  if (isNounLike(base) && next && /^(?:is|are|of)$/.test(next.text.toLowerCase())) return null;
  if (/^(?:include|provide)$/.test(base) && /\bexamples?\b/i.test(sentence.textOf(sentence)))
    return { problem: 'no-requirement', sentence, subject };
  const group = verbGroup(sentence, terms, at, 'third');
  if ('problem' in group) return { problem: group.problem, sentence, subject };
  return { sentence, subject, auxiliaryAt, verbs: group.verbs, negated: false };
}

function negatedClause(
  sentence: Sentence,
  terms: readonly Term[],
  at: number,
  subject: Subject['kind'],
  auxiliaryAt: Term,
): ProgramClauseOrProblem | null {
  const does = terms[at] as Term;
  const verb = terms[at + 2];
  if (terms[at + 1]?.text !== 'not' || !verb || baseOf(verb.text, 'base') === null) return null;
  // What a program doesn't support is not a duty of it.
  if (STATED_ONLY.has(verb.text) || verb.text === 'support') return null;
  const group = verbGroup(sentence, terms, at + 2, 'base');
  if ('problem' in group) return { problem: group.problem, sentence, subject };
  return { sentence, subject, auxiliaryAt, verbs: [{ term: does, base: 'do' }], negated: true };
}

function isAdverb(term: Term): boolean {
  return !term.protected && ADVERB.test(term.text.toLowerCase()) && baseOf(term.text, 'third') === null;
}
