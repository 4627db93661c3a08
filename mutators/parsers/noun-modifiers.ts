import { z } from 'zod';
import type { Prompt } from '../../src/core/prompt.ts';
import { verbGroup } from './coordinated-verbs.ts';
import { loadLexicon } from './lexicon.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';
import { protectedSpans } from './protected-spans.ts';
import type { Term } from './term.ts';
import { baseOf, gerund, thirdPerson } from './verb-forms.ts';

const lexicon = loadLexicon(
  'stative-verbs',
  z.object({ verbs: z.record(z.string(), z.array(z.string())), adjectives: z.array(z.string()) }),
);
const STATIVE: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(lexicon.verbs));
const ADJECTIVES: ReadonlySet<string> = new Set(lexicon.adjectives);

/** A relative clause or participle behind a noun, with what would say the same. */
export interface NounModifier {
  readonly sentence: Sentence;
  /** What to replace, with the words for it. */
  readonly parts: readonly { readonly term: Term; readonly words: string }[];
  /** Terms to remove with the blank behind them. */
  readonly removed: readonly Term[];
}

/** A modifier, or why it can't be recast. */
export type NounModifierOrProblem = NounModifier | { readonly problem: string; readonly sentence: Sentence };

const MARKED = /\b(?:that|which|\p{L}+ing)\b/iu;
/** Words behind which "that" opens no relative clause. */
const NO_HEAD =
  /^(?:such|so|note|given|assume|assumed|ensure|ensures|check|checks|mean|means|fact|sure|except|provided|suppose|guarantee|guaranteed|required|say|says|condition|case|way|is|are|be|and|or|than|like|of|in|to|with|for|by|from|on|at|know|known|true|false|verify|not|all|those|one|ones|it|this|these)$/;
const NOUN_BREAK = /^(?:of|in|for|with|from|to|on|by|at|and|or|between)$/;

/** No prompt needs more; it bounds the tagging of long ones. */
const MOST_SENTENCES = 40;

/** Modifiers that describe a noun, in order. */
export function* nounModifiers(prompt: Prompt, entryPoint: string | null): Iterable<NounModifierOrProblem> {
  const names = new Set(
    protectedSpans(prompt, entryPoint)
      .filter(({ kind }) => kind === 'name')
      .map(({ start }) => start),
  );
  let left = MOST_SENTENCES;
  for (const sentence of proseSentences(prompt, entryPoint)) {
    if (!MARKED.test(sentence.textOf(sentence))) continue;
    left -= 1;
    if (left < 0) return;
    const terms = sentence.terms();
    for (let i = 1; i < terms.length - 1; i++) {
      const term = terms[i] as Term;
      if (term.protected) continue;
      const found = /^(?:that|which)$/i.test(term.text)
        ? relativeClause(sentence, terms, i, names)
        : participle(sentence, terms, i, names);
      if (found) yield found;
    }
  }
}

function relativeClause(
  sentence: Sentence,
  terms: readonly Term[],
  at: number,
  names: ReadonlySet<number>,
): NounModifierOrProblem | null {
  const head = terms[at - 1] as Term;
  const marker = terms[at] as Term;
  const verb = terms[at + 1] as Term;
  if (verb.protected || !isHead(sentence, head, marker)) return null;
  if (/^(?:is|are)$/i.test(verb.text)) return adjectiveClause(sentence, terms, at);
  const form = baseOf(verb.text, 'third') !== null ? 'third' : 'base';
  const base = baseOf(verb.text, form);
  if (base === null || !isStative(base, terms[at + 2])) return takesClause(sentence, terms, at);
  // Matching is what a function does, not what it is like.
  if (base === 'match' && /^(?:function|method)$/i.test(head.text)) return null;
  if (names.has(head.start)) return { problem: 'name-before', sentence };
  const group = verbGroup(sentence, terms, at + 1, form, { endsAtRequest: true });
  if ('problem' in group) return { problem: group.problem, sentence };
  if (group.verbs.some(({ term, base: each }) => !isStative(each, terms[terms.indexOf(term) + 1])))
    return { problem: 'verb-coordination', sentence };
  const parts = group.verbs.map(({ term, base: each }) => ({ term, words: gerund(each) }));
  return { sentence, parts, removed: [marker] };
}

/** "a function that takes a list and returns its sum": all its verbs become participles. */
function takesClause(sentence: Sentence, terms: readonly Term[], at: number): NounModifierOrProblem | null {
  const head = terms[at - 1] as Term;
  const base = baseOf(terms[at + 1]?.text ?? '', 'third') ?? '';
  if (!/^(?:take|accept|receive)$/.test(base) || !/^(?:function|method)$/i.test(head.text)) return null;
  const group = verbGroup(sentence, terms, at + 1, 'third');
  if ('problem' in group) return { problem: group.problem, sentence };
  const parts = group.verbs.map((verb) => ({ term: verb.term, words: gerund(verb.base) }));
  return { sentence, parts, removed: terms.slice(at, at + 1) };
}

/** "numbers that are divisible by 3": the adjective can stand alone where nothing is joined to it. */
function adjectiveClause(sentence: Sentence, terms: readonly Term[], at: number): NounModifierOrProblem | null {
  const [marker, copula] = [terms[at] as Term, terms[at + 1] as Term];
  const word = at + (terms[at + 2]?.text === 'not' ? 3 : 2);
  const adjective = terms[word];
  const behind = terms[word + 1];
  if (!adjective || adjective.protected || !ADJECTIVES.has(adjective.text)) return null;
  if (!behind || !/^(?:by|in|from|to|than|at|within|on)$/.test(behind.text)) return null;
  const rest = sentence.textOf({ start: adjective.end, end: sentence.end });
  // "less than n which are divisible": without the clause it would be n that is divisible.
  if ((terms[at - 1] as Term).protected) return { problem: 'name-before', sentence };
  if (/,|;|\b(?:and|or|but)\b(?! \d)/.test(rest)) return { problem: 'joined-clause', sentence };
  return { sentence, parts: [], removed: [marker, copula] };
}

function participle(
  sentence: Sentence,
  terms: readonly Term[],
  at: number,
  names: ReadonlySet<number>,
): NounModifierOrProblem | null {
  const term = terms[at] as Term;
  const head = terms[at - 1] as Term;
  const base = /ing$/.test(term.text) ? baseOf(term.text, 'gerund') : null;
  if (base === null || !isStative(base, terms[at + 1]) || !isHead(sentence, head, term)) return null;
  if (names.has(head.start)) return { problem: 'name-before', sentence };
  if (/\b(?:had|was|were)\b/.test(sentence.textOf({ start: sentence.start, end: head.start })))
    return { problem: 'past-tense', sentence };
  const number = numberOfHead(terms, at - 1);
  if (number === null) return { problem: 'unclear-head', sentence };
  const others = terms.slice(at + 1).some((other, index) => {
    const before = terms[at + index]?.text.toLowerCase() ?? '';
    return !other.protected && /^(?:and|or)$/.test(before) && baseOf(other.text, 'gerund') !== null;
  });
  if (others) return { problem: 'participle-coordination', sentence };
  const finite = number === 'plural' ? base : thirdPerson(base);
  return { sentence, parts: [{ term, words: `that ${finite}` }], removed: [] };
}

/** Whether a modifier behind `head` describes it: a noun right before, without a comma. */
function isHead(sentence: Sentence, head: Term, next: Term): boolean {
  if (sentence.textOf({ start: head.end, end: next.start }) !== ' ') return false;
  return (
    head.protected || (head.tags.has('Noun') && !head.tags.has('Pronoun') && !NO_HEAD.test(head.text.toLowerCase()))
  );
}

function isStative(base: string, next: Term | undefined): boolean {
  const prepositions = STATIVE.get(base);
  if (!prepositions || !next) return false;
  const word = next.text.toLowerCase();
  if (prepositions.length > 0) return !next.protected && prepositions.includes(word);
  return next.protected || !/^(?:and|or|of|in|to|with|for|from|by|is|are|on|at|as)$/.test(word);
}

/** The number of the noun phrase that ends at `at`; null where "of" or a name leaves it open which noun is meant. */
function numberOfHead(terms: readonly Term[], at: number): 'singular' | 'plural' | null {
  const head = terms[at] as Term;
  if (head.protected) return null;
  const number = numberOf(head);
  for (let i = at - 1; i >= Math.max(0, at - 6); i--) {
    const term = terms[i] as Term;
    const word = term.text.toLowerCase();
    if (/^an?$/.test(word)) return !precededByOf(terms, i) && number === 'singular' ? number : null;
    if (term.protected || NOUN_BREAK.test(word)) break;
    if (number === 'plural' && term.tags.has('Noun') && !term.tags.has('Determiner')) return null;
  }
  return number === 'plural' && !precededByOf(terms, at) ? number : null;
}

/** Whether the phrase around `at` stands behind "of" or another preposition that a noun governs. */
function precededByOf(terms: readonly Term[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 4); i--) {
    const term = terms[i] as Term;
    if (/^(?:of|in|for|with|from|and|or)$/i.test(term.text)) return true;
    if (term.protected || (term.tags.has('Verb') && !term.tags.has('Adjective'))) return false;
  }
  return false;
}

function numberOf(noun: Term): 'singular' | 'plural' | null {
  const word = noun.text.toLowerCase();
  if (/^(?:data|series|people|children|raises|returns)$/.test(word)) return null;
  return /s$/.test(word) && !/(?:ss|us|is)$/.test(word) ? 'plural' : 'singular';
}
