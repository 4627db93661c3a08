import { z } from 'zod';
import { verbGroup } from './coordinated-verbs.ts';
import type { Imperative } from './imperatives.ts';
import { loadLexicon } from './lexicon.ts';
import type { Term } from './term.ts';
import { baseOf, isNounLike } from './verb-forms.ts';

const lexicon = loadLexicon(
  'passive-verbs',
  z.object({
    result: z.array(z.string()),
    process: z.record(z.string(), z.array(z.string())),
    asks: z.array(z.string()),
  }),
);
const RESULT: ReadonlySet<string> = new Set(lexicon.result);
const PROCESS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(lexicon.process));
const ASKS: ReadonlySet<string> = new Set(lexicon.asks);

/** What a request's verb governs: its object up to `end` (exclusive), or a clause with "if" or "whether". */
export type VerbObject =
  | { readonly kind: 'phrase'; readonly first: number; readonly end: number }
  | { readonly kind: 'question'; readonly first: number }
  | { readonly problem: string };

const OPENS_PHRASE = /^(?:a|an|the|all|its|their|each|every|both|any|these|those|this|true|false|none)$/;
const CONDITION = /^(?:if|when|otherwise|unless|else)$/;
const MANNER = /^(?:using|based|as|by|via|according|in)$/;
const RELATIVE = /^(?:that|which|who|whose|where|such|whether|how|what|why)$/;
const FINITE = /^(?:is|are|was|were|has|have|had|can|could|should|will|would|must|may|does|do)$/;
/** What "in" says of the way a result is shown. */
const SHOWN_IN = /^(?:order|form|format|lowercase|uppercase|binary|decimal|hexadecimal)$/;

const LONGEST_OBJECT = 20;
/** An object that ends in a clause may not be longer before its verb becomes hard to find. */
const LONGEST_WITH_CLAUSE = 14;

/** Whether the passive of this verb says of a result, of a step, or is not known to be good English. */
export function passiveKind(base: string): 'result' | 'process' | null {
  return RESULT.has(base) ? 'result' : PROCESS.has(base) ? 'process' : null;
}

/**
 * The object of an imperative. A phrase ends with the sentence, or before a condition ("if ...") or what belongs to the
 * verb ("to a string", "using ..."); where that could as well belong to the object, it is a problem.
 */
export function objectOf({ sentence, verb }: Imperative): VerbObject {
  const terms = sentence.terms();
  const at = terms.indexOf(verb);
  const base = verb.text.toLowerCase();
  const group = verbGroup(sentence, terms, at, 'base');
  if ('problem' in group) return group;
  if (group.verbs.length > 1) return { problem: 'verb-coordination' };
  if (/;/.test(sentence.textOf({ start: verb.end, end: sentence.end }))) return { problem: 'second-clause' };
  const first = terms[at + 1];
  if (!first) return { problem: 'no-object' };
  const opening = first.text.toLowerCase();
  if (ASKS.has(base) && /^(?:if|whether|that)$/.test(opening) && !first.protected)
    return { kind: 'question', first: at + 1 };
  if (passiveKind(base) === null) return { problem: 'verb-not-passive' };
  if (first.protected && /[(=]/.test(first.text)) return { problem: 'code-object' };
  if (!first.protected && !OPENS_PHRASE.test(opening) && !opensBarePlural(terms, at + 1))
    return { problem: 'bare-object' };
  return phraseFrom(terms, at + 1, base, (span) => sentence.textOf(span));
}

/** "sorted unique elements in": adjectives, then a plural noun; a bare singular would make a poor subject. */
function opensBarePlural(terms: readonly Term[], at: number): boolean {
  for (let i = at; i < Math.min(terms.length, at + 4); i++) {
    const term = terms[i] as Term;
    if (term.protected || /^(?:only|how|if|whether|not|up|out|one)$/.test(term.text.toLowerCase())) return false;
    const next = terms[i + 1];
    if (term.tags.has('Plural') && term.tags.has('Noun'))
      return next === undefined || next.tags.has('Preposition') || /^(?:for|of|in|from)$/.test(next.text.toLowerCase());
    if (!term.tags.has('Adjective') && !/ed$/.test(term.text)) return false;
  }
  return false;
}

function phraseFrom(
  terms: readonly Term[],
  first: number,
  base: string,
  textOf: (span: { start: number; end: number }) => string,
): VerbObject {
  let clause = false;
  let infinitive = false;
  let joined = false;
  let depth = 0;
  for (let i = first; i < terms.length; i++) {
    const term = terms[i] as Term;
    const before = terms[i - 1] as Term;
    const gap = textOf({ start: before.end, end: term.start });
    depth += (gap.match(/[([{]/g) ?? []).length - (gap.match(/[)\]}]/g) ?? []).length;
    if (depth > 0 || i === first) continue;
    if (/[,:;–—]|--/.test(gap)) return { problem: 'comma-in-object' };
    if (term.protected) continue;
    const word = term.text.toLowerCase();
    if (word === 'only') return { problem: 'only-scope' };
    if (word === 'and' || word === 'or') joined = true;
    if (word === 'to' && opensInfinitive(terms[i + 1])) infinitive = true;
    if (CONDITION.test(word) || (word === 'in' && terms[i + 1]?.text === 'case')) {
      if (clause) return { problem: 'clause-before-adjunct' };
      return joined ? { problem: 'joined-before-condition' } : { kind: 'phrase', first, end: i };
    }
    const complement = PROCESS.get(base)?.includes(word) ?? false;
    if (complement || MANNER.test(word)) {
      const verdict = mannerAt(terms, i, base, complement);
      if (verdict === 'object') continue;
      if (verdict === 'unclear' || clause || infinitive) return { problem: 'unclear-adjunct' };
      return { kind: 'phrase', first, end: i };
    }
    if (RELATIVE.test(word) || FINITE.test(word) || isFiniteVerb(term, before)) clause = true;
  }
  const length = terms.length - first;
  if (length > (clause ? LONGEST_WITH_CLAUSE : LONGEST_OBJECT)) return { problem: 'long-object' };
  return { kind: 'phrase', first, end: terms.length };
}

/** Whether what opens at `at` belongs to the verb, to the object, or could belong to either. */
function mannerAt(
  terms: readonly Term[],
  at: number,
  base: string,
  complement: boolean,
): 'verb' | 'object' | 'unclear' {
  const word = terms[at]?.text.toLowerCase() ?? '';
  const before = terms[at - 1]?.text.toLowerCase() ?? '';
  const next = terms[at + 1]?.text.toLowerCase() ?? '';
  if (/(?:ed|wn|en|such|same|so|well)$/.test(before)) return 'object';
  if (word === 'in') {
    const shown = terms.slice(at + 1, at + 5).some((term) => SHOWN_IN.test(term.text.toLowerCase()));
    return complement || (shown && RESULT.has(base)) ? 'verb' : 'object';
  }
  if (complement) return 'verb';
  if (word === 'as') return /^(?:return|print|output)$/.test(base) && /^(?:a|an)$/.test(next) ? 'verb' : 'unclear';
  if (word === 'according' || (word === 'by' && !next.endsWith('ing'))) return 'unclear';
  return PROCESS.has(base) ? 'verb' : 'unclear';
}

function opensInfinitive(term: Term | undefined): boolean {
  return term !== undefined && (baseOf(term.text, 'base') !== null || term.tags.has('Infinitive'));
}

function isFiniteVerb(term: Term, before: Term): boolean {
  if (before.text.toLowerCase() === 'to') return false;
  const base = baseOf(term.text, 'third');
  return (base !== null && !isNounLike(base)) || term.tags.has('PresentTense') || term.tags.has('PastTense');
}
