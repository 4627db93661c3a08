import { z } from 'zod';
import { readData } from '../../src/package-root.ts';
import { type Imperative, isRequestVerb, takesObject } from './imperatives.ts';
import type { Term } from './part-of-speech.ts';

const lexicon = readData(
  'lexicons/passive-verbs.json',
  z.object({
    result: z.array(z.string()),
    process: z.record(z.string(), z.array(z.string())),
    participles: z.record(z.string(), z.string()),
  }),
);
const RESULT: ReadonlySet<string> = new Set(lexicon.result);
/** Prepositions that stay after the verb. */
const PROCESS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(lexicon.process));
const PARTICIPLES: ReadonlyMap<string, string> = new Map(Object.entries(lexicon.participles));

/** "returned", "written"; of the verbs of `passive-verbs` and those that make a program. */
export function pastParticiple(base: string): string {
  if (base.endsWith('y')) return `${base.slice(0, -1)}ied`;
  return PARTICIPLES.get(base) ?? `${base.replace(/e$/, '')}ed`;
}

/** Whether the verb's object is the program's result: "return", "count". */
export function makesResult(base: string): boolean {
  return RESULT.has(base);
}

/** The object of a request: its first word, and the word after it or the end of the request. */
export type VerbObject = { readonly first: Term; readonly behind: Term | undefined } | { readonly problem: string };

const OPENS_PHRASE = /^(?:a|an|the|all|its|their|each|every|both|any|these|those|this|true|false|none)$/;
const CONDITION = /^(?:if|when|otherwise|unless|else)$/;
const MANNER = /^(?:using|based|as|by|via|according|in)$/;
const CLAUSE = /^(?:that|which|who|whose|where|such|whether|how|what|why)$/;
/** Nouns after "in" that describe how a result is shown. */
const SHOWN_IN = /^(?:order|form|format|lowercase|uppercase|binary|decimal|hexadecimal)$/;
const ASKING = /^(?:indicat|show|tell|check|see|know|determin|say|signal|specif|decid|test)/i;
const CLAUSE_TAGS = ['PresentTense', 'PastTense', 'Copula', 'Modal', 'Auxiliary'];

/** In words; after an object that ends in a clause, a verb is harder to find. */
const LONGEST_OBJECT = 20;
const LONGEST_WITH_CLAUSE = 14;

/**
 * The object of an imperative: up to the sentence's end, a condition ("if ...") or words that belong to the verb ("to a
 * string", "using ..."). Words that could as well belong to the object are a problem.
 */
export function objectOf({ sentence, verb }: Imperative): VerbObject {
  const all = sentence.terms();
  const terms = all.slice(all.indexOf(verb) + 1);
  const base = verb.text.toLowerCase();
  const [first] = terms;
  if (!first) return { problem: 'no-object' };
  const opening = first.text.toLowerCase();
  if (/^(?:if|whether|that|how)$/.test(opening) && !first.protected) return { problem: 'impersonal-passive' };
  if (!RESULT.has(base) && !PROCESS.has(base)) return { problem: 'verb-not-passive' };
  if (first.protected ? /[(=]/.test(first.text) : !OPENS_PHRASE.test(opening) && !opensBarePlural(terms))
    return { problem: first.protected ? 'code-object' : 'bare-object' };
  if (joinedVerbs(sentence, terms).length > 0) return { problem: 'verb-coordination' };
  const seen = { clause: false, infinitive: false, joined: false };
  for (const [at, term] of terms.entries()) {
    const before = terms[at - 1];
    if (before && /[,:;–—([{]|--/.test(sentence.textOf({ start: before.end, end: term.start })))
      return { problem: 'comma-in-object' };
    if (term.protected || !before) continue;
    const word = term.text.toLowerCase();
    if (word === 'only') return { problem: 'only-scope' };
    // "Determine a transfer is complete": no object but a statement.
    if (!seen.clause && /^(?:is|are|was|were)$/.test(word)) return { problem: 'statement-as-object' };
    if (/^(?:and|or)$/.test(word)) seen.joined = true;
    if (word === 'to' && terms[at + 1]?.tags.has('Infinitive')) seen.infinitive = true;
    // "Return True to indicate if ...": a question, and a purpose.
    if (/^(?:if|whether)$/.test(word) && ASKING.test(before.text)) return { problem: 'question-in-object' };
    if (at === 1 && word === 'to' && /^(?:true|false|none)$/.test(opening)) return { problem: 'purpose' };
    if (CONDITION.test(word) || (word === 'in' && terms[at + 1]?.text === 'case')) {
      if (seen.clause || seen.joined)
        return { problem: seen.clause ? 'clause-before-adjunct' : 'joined-before-condition' };
      return { first, behind: term };
    }
    const belongsTo = ownerAt(terms, at, base);
    if (belongsTo === 'unclear' || (belongsTo === 'verb' && (seen.clause || seen.infinitive)))
      return { problem: 'unclear-adjunct' };
    if (belongsTo === 'verb') return { first, behind: term };
    seen.clause ||= CLAUSE.test(word) || (before.text !== 'to' && CLAUSE_TAGS.some((tag) => term.tags.has(tag)));
  }
  if (terms.length > (seen.clause ? LONGEST_WITH_CLAUSE : LONGEST_OBJECT)) return { problem: 'long-object' };
  return { first, behind: undefined };
}

/** "sorted unique elements in": adjectives, then a plural noun; a bare singular would make a poor subject. */
function opensBarePlural(terms: readonly Term[]): boolean {
  const at = terms.findIndex(({ tags, text }) => !tags.has('Adjective') && !/ed$/.test(text));
  const noun = terms[at];
  if (at > 3 || !noun || noun.protected || !(noun.tags.has('Noun') && noun.tags.has('Plural'))) return false;
  const next = terms[at + 1];
  return next === undefined || next.tags.has('Preposition');
}

/** Verbs after a comma or "and" that may share the subject of the previous one: "and return it", ", then sort it". */
export function joinedVerbs({ textOf }: Imperative['sentence'], terms: readonly Term[]): readonly Term[] {
  return terms.filter((term, at) => {
    let from = at - 1;
    while (terms[from]?.tags.has('Adverb')) from -= 1;
    const [before, next] = [terms[from], terms[from + 1]];
    if (!before || !next || term.protected) return false;
    const joint =
      /^(?:and|or|but|then)$/.test(before.text) || /[,;]/.test(textOf({ start: before.end, end: next.start }));
    const isVerb = term.tags.has('Infinitive') || term.tags.has('Verb') || isRequestVerb(term.text);
    return joint && isVerb && (term.tags.has('Infinitive') || takesObject(terms, at, true));
  });
}

/**
 * Whether the phrase at `at` belongs to the verb or could belong to verb and object; null if it is part of the object.
 */
function ownerAt(terms: readonly Term[], at: number, base: string): 'verb' | 'unclear' | null {
  const word = terms[at]?.text.toLowerCase() ?? '';
  const before = terms[at - 1]?.text.toLowerCase() ?? '';
  const next = terms[at + 1]?.text.toLowerCase() ?? '';
  const complement = PROCESS.get(base)?.includes(word) ?? false;
  if (!complement && !MANNER.test(word)) return null;
  if (/(?:ed|wn|en|such|same|so|well)$/.test(before)) return null;
  if (word === 'in' && !complement) {
    const shown = terms.slice(at + 1, at + 5).some(({ text }) => SHOWN_IN.test(text.toLowerCase()));
    return shown && RESULT.has(base) ? 'verb' : null;
  }
  if (complement) return 'verb';
  if (word === 'as') return /^(?:return|print|output)$/.test(base) && /^an?$/.test(next) ? 'verb' : 'unclear';
  if (word === 'according' || (word === 'by' && !next.endsWith('ing'))) return 'unclear';
  return PROCESS.has(base) ? 'verb' : 'unclear';
}
