import { z } from 'zod';
import type { Mutator, Proposal, Refusal } from '../../src/core/mutation.ts';
import { readData } from '../../src/package-root.ts';
import { type Imperative, imperatives, isRequestVerb, takesObject } from '../parsers/imperatives.ts';
import type { Term } from '../parsers/part-of-speech.ts';
import { requestProblem } from '../parsers/requests.ts';
import { insertAt, matchCase, propose, refuse, replaceSpan } from '../proposals.ts';

const PROGRAM_AUXILIARIES = ['should be', 'needs to be'] as const;

/** Behind these a step may be one of several that may be taken, which "should" would make a duty. */
const RULES = /\b(?:operations?|following|moves?|options?|choose|can)\b|:\s*$/i;

/**
 * "Return the sum." -> "The sum should be returned."; "Write a function to ..." -> "A function should be written to
 * ..."
 *
 * The description of a program stays after the verb, so its scope does not change. An object must end with the
 * sentence, or before words that can only belong to the verb. Refuses coordinated verbs and sentences whose subject
 * would be "it" ("It should be checked if ..."). Steps other than results become passive only in the prompt's first
 * request: a later one may describe a rule.
 */
export const activePassiveMutator: Mutator = {
  name: 'gram-active-passive',
  family: 'grammatical',
  summary: 'Turns a request into the passive.',
  example: { before: 'Return the sum of the list.', after: 'The sum of the list should be returned.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const requests = imperatives(prompt, entryPoint);
    if (requests.length === 0) yield refuse('no-imperative');
    for (const [index, request] of requests.entries()) {
      const isStep = index > 0 || RULES.test(prompt.text.slice(0, request.sentence.start));
      yield* request.programNoun ? programPassives(request, request.programNoun) : passives(request, isStep);
    }
  },
};

function* programPassives({ sentence, verb }: Imperative, noun: Term): Iterable<Proposal | Refusal> {
  const terms = sentence.terms();
  const article = terms[terms.indexOf(verb) + 1];
  const marker = markerBehind(terms, terms.indexOf(noun), sentence);
  const said = terms[marker];
  if (sentence.block.kind === 'list-item') yield refuse('list-item', sentence);
  else if (sentence.terminator === '?') yield refuse('not-a-plain-request', sentence);
  else if (!article || !said || !/^(?:an?|the)$/.test(article.text)) yield refuse('inside-sentence', sentence);
  else if (article.start !== verb.end + 1 || sentence.textOf({ start: verb.end, end: article.start }) !== ' ')
    yield refuse('line-break', sentence);
  else if (said.text !== 'to' && joinedVerbs(sentence, terms.slice(marker)).some(({ text }) => !/s$/.test(text)))
    // "a function that takes a list and return it": the subject of the second verb is ambiguous.
    yield refuse('mixed-coordination', sentence);
  else {
    const participle = pastParticiple(verb.text.toLowerCase());
    for (const auxiliary of PROGRAM_AUXILIARIES)
      yield propose([
        replaceSpan({ start: verb.start, end: article.end }, matchCase(verb.text, article.text)),
        insertAt(said.start, `${auxiliary} ${participle} `),
      ]);
  }
}

/** Words between the noun and its description that name or locate the program. */
const NAMING = /^(?:called|named|in|for|within|of|the|an?|class|module|python|python3)$/;

/** Returns the index of "to", "that" or "which" after a program and its name; -1 if other words come in between. */
function markerBehind(terms: readonly Term[], noun: number, { textOf }: Imperative['sentence']): number {
  for (let i = noun + 1; i < terms.length; i++) {
    const [before, term] = [terms[i - 1] as Term, terms[i] as Term];
    const word = term.text.toLowerCase();
    if (/[^\s`*]/.test(textOf({ start: before.end, end: term.start }))) return -1;
    if (term.protected) continue;
    if (/^(?:to|that|which)$/.test(word)) return i;
    if (!NAMING.test(word) && !/^(?:called|named)$/.test(before.text.toLowerCase())) return -1;
  }
  return -1;
}

function* passives(request: Imperative, isStep: boolean): Iterable<Proposal | Refusal> {
  const { sentence, verb } = request;
  const object = objectOf(request);
  const base = verb.text.toLowerCase();
  const problem = requestProblem(request) ?? ('problem' in object ? object.problem : null);
  if (problem !== null || 'problem' in object) yield refuse(problem ?? 'no-object', sentence);
  else if (/[?!:]/.test(sentence.terminator)) yield refuse('not-a-plain-request', sentence);
  else if (isStep && !makesResult(base)) yield refuse('later-step', sentence);
  else if (sentence.textOf({ start: verb.end, end: object.first.start }) !== ' ') yield refuse('line-break', sentence);
  else {
    const { first, behind } = object;
    const passive = `should be ${pastParticiple(base)}`;
    const stop = sentence.end - (sentence.terminator === '' ? 0 : 1);
    const raised = first.protected ? first.text : matchCase(verb.text, first.text);
    if (/^(?:true|false|null|none)$/.test(raised) && verb.text !== base) yield refuse('value-would-open', sentence);
    else if (!behind && /[.?!:]/.test(sentence.textOf({ start: stop - 1, end: stop })))
      yield refuse('open-end', sentence);
    else
      yield propose([
        replaceSpan({ start: verb.start, end: first.end }, raised),
        behind ? insertAt(behind.start, `${passive} `) : insertAt(stop, ` ${passive}`),
      ]);
  }
}

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
function pastParticiple(base: string): string {
  if (base.endsWith('y')) return `${base.slice(0, -1)}ied`;
  return PARTICIPLES.get(base) ?? `${base.replace(/e$/, '')}ed`;
}

/** Whether the verb's object is the program's result: "return", "count". */
function makesResult(base: string): boolean {
  return RESULT.has(base);
}

/** The object of a request: its first word, and the word after it or the end of the request. */
type VerbObject = { readonly first: Term; readonly behind: Term | undefined } | { readonly problem: string };

const OPENS_PHRASE = /^(?:a|an|the|all|its|their|each|every|both|any|these|those|this|true|false|none)$/;
const CONDITION = /^(?:if|when|otherwise|unless|else)$/;
const MANNER = /^(?:using|based|as|by|via|according|in)$/;
const CLAUSE = /^(?:that|which|who|whose|where|such|whether|how|what|why)$/;
/** Nouns after "in" that describe how a result is shown. */
const SHOWN_IN = /^(?:order|form|format|lowercase|uppercase|binary|decimal|hexadecimal)$/;
const CLAUSE_TAGS = ['PresentTense', 'PastTense', 'Copula', 'Modal', 'Auxiliary'];

/** In words; after an object that ends in a clause, a verb is harder to find. */
const LONGEST_OBJECT = 20;
const LONGEST_WITH_CLAUSE = 14;

/**
 * The object of an imperative: up to the sentence's end, a condition ("if ...") or words that belong to the verb ("to a
 * string", "using ..."). Words that could as well belong to the object are a problem.
 */
function objectOf({ sentence, verb }: Imperative): VerbObject {
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
    if (/^(?:and|or)$/.test(word)) seen.joined = true;
    if (word === 'to' && terms[at + 1]?.tags.has('Infinitive')) seen.infinitive = true;
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
function joinedVerbs({ textOf }: Imperative['sentence'], terms: readonly Term[]): readonly Term[] {
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
