import { z } from 'zod';
import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
import { runsOn } from './clause-links.ts';
import { imperatives } from './imperatives.ts';
import { loadLexicon } from './lexicon.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';
import type { Term } from './term.ts';

const { does, follows } = loadLexicon(
  'clause-verbs',
  z.object({ does: z.array(z.string()), follows: z.array(z.string()) }),
);
const DOES: ReadonlySet<string> = new Set(does);
const FOLLOWS: ReadonlySet<string> = new Set(follows);

/** Two clauses that share their subject: in one sentence around "and", or in two neighbouring ones. */
export interface ClausePair {
  readonly kind: 'one-sentence' | 'two-sentences';
  readonly sentence: Sentence;
  /** From the end of the first clause's last word to the start of the second clause's verb. */
  readonly joint: Span;
  readonly verb: Term;
  /** Whether the subject is "the function" (and "it"); else both are requests in the imperative. */
  readonly stated: boolean;
  /** "should" where the first clause has it before its verb. */
  readonly modal: string | null;
  readonly problem: string | null;
}

const MOST_PAIRS = 60;
/** What may take the second clause into a part of the first. */
const REACHES_ON =
  /\b(?:that|which|who|whose|where|if|when|unless|whether|while|but|such|so|because|until|otherwise|else|then|either|before|after|not|how|what|first|initially|also|only)\b/i;
/** What may govern both clauses from behind. */
const GOVERNS_BOTH =
  /\b(?:if|when|unless|whether|while|but|so|because|until|otherwise|else|then|before|after|for (?:each|every|all))\b/i;
const STATED = /^(?:(?:The|This) (?:function|method)|It) (?:[a-z]+s|should [a-z]+)\s/;

/** The pairs of a prompt, in order; at most sixty. */
export function clausePairs(prompt: Prompt, entryPoint: string | null): readonly ClausePair[] {
  const requests = new Map(imperatives(prompt, entryPoint).map((request) => [request.sentence.start, request]));
  const request = (sentence: Sentence | undefined): Term | null => {
    const found = sentence && requests.get(sentence.start);
    return found?.asksFor === 'behaviour' && !found.fronted ? found.verb : null;
  };
  const sentences = proseSentences(prompt, entryPoint);
  const pairs: ClausePair[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (pairs.length >= MOST_PAIRS) break;
    if (sentence.block.kind === 'field') continue;
    const stated = STATED.test(sentence.textOf(sentence));
    if (!stated && request(sentence) === null) continue;
    const next = sentences[index + 1];
    const pair =
      inOneSentence(sentence, stated) ??
      (next?.block === sentence.block ? inTwo(sentence, next, stated, request(next)) : null);
    if (pair) pairs.push(pair);
  }
  return pairs;
}

function inOneSentence(sentence: Sentence, stated: boolean): ClausePair | null {
  const terms = sentence.terms();
  const ands = terms.flatMap(({ text, protected: hidden }, index) => (text === 'and' && !hidden ? [index] : []));
  const at = ands.filter((index) => isVerb(terms[index + 1], stated && modalOf(terms) === null)).at(-1);
  if (at === undefined) return null;
  const [before, verb] = [terms[at - 1] as Term, terms[at + 1] as Term];
  const joint = { start: before.end, end: verb.start };
  return {
    kind: 'one-sentence',
    sentence,
    joint,
    verb,
    stated,
    modal: modalOf(terms),
    problem: jointProblem(sentence, terms, at, stated),
  };
}

function jointProblem(sentence: Sentence, terms: readonly Term[], at: number, stated: boolean): string | null {
  const [before, and, verb] = terms.slice(at - 1, at + 2) as [Term, Term, Term];
  const modal = modalOf(terms);
  const subject = terms[0]?.text === 'It' ? 1 : 2;
  const opening = terms.slice(0, stated ? subject + (modal === null ? 1 : 2) : 1);
  if (sentence.terminator !== '.' && sentence.terminator !== '') return 'open-sentence';
  if (!/^\p{Lu}/u.test(terms[0]?.text ?? '')) return 'open-sentence';
  if (runsOn(terms)) return 'several-sentences';
  if (at < opening.length + 1 || at + 3 > terms.length) return 'short-clause';
  if (stated && modal === null && !DOES.has(opening.at(-1)?.text ?? '')) return 'no-plain-clause';
  const first = sentence.textOf({ start: sentence.start, end: before.end }).replace(/\s+/g, ' ');
  const second = sentence.textOf({ start: verb.start, end: sentence.end }).replace(/\s+/g, ' ');
  if (REACHES_ON.test(first) || GOVERNS_BOTH.test(second)) return 'governed-clause';
  if (/[;:—]/.test(first + second) || !closed(first) || !closed(second)) return 'several-parts';
  if (!/^,?\s+$/.test(sentence.textOf({ start: before.end, end: and.start }))) return 'several-parts';
  if (/,/.test(first) && /,/.test(sentence.textOf({ start: before.end, end: and.start }))) return 'list-of-verbs';
  // "takes a list, sorts it, and returns": a list of verbs needs its "and"; "to sort and return" belongs together.
  const listed = terms.slice(opening.length, at).some((term, index) => {
    const behind = terms[opening.length + index - 1] as Term;
    const gap = sentence.textOf({ start: behind.end, end: term.start });
    return /,|\band\b/.test(`${gap}${behind.text === 'and' ? 'and' : ''}`) && verbLike(term);
  });
  if (listed || terms.slice(0, at).some((term, index) => term.text === 'to' && terms[index + 1]?.tags.has('Verb')))
    return 'list-of-verbs';
  return terms.slice(at + 2).some((term, index) => term.text === 'and' && verbLike(terms[at + 3 + index]))
    ? 'list-of-verbs'
    : null;
}

function inTwo(first: Sentence, second: Sentence, stated: boolean, request: Term | null): ClausePair | null {
  const terms = second.terms();
  const verb = stated ? terms[1] : request;
  if (!verb || (stated ? terms[0]?.text !== 'It' || !DOES.has(verb.text) : terms[0] !== verb)) return null;
  const joint = { start: first.end - 1, end: verb.start };
  const pair = { kind: 'two-sentences', sentence: first, joint, verb, stated, modal: null } as const;
  if (stated && modalOf(first.terms()) !== null) return null;
  return { ...pair, problem: joinProblem(first, second, stated) };
}

function joinProblem(first: Sentence, second: Sentence, stated: boolean): string | null {
  const [one, other] = [first.textOf(first).replace(/\s+/g, ' '), second.textOf(second).replace(/\s+/g, ' ')];
  if (!/[\w`]\.$/.test(one) || (second.terminator !== '.' && second.terminator !== '')) return 'open-sentence';
  if (REACHES_ON.test(one) || GOVERNS_BOTH.test(other)) return 'governed-clause';
  if (/[,;:()—]|\band\b/.test(one) || /[;:()—]|\band [a-z]+s? (?:the|a|an)\b/.test(other)) return 'several-parts';
  if (/\bto [a-z]/.test(one) || /ing\b/.test(one)) return 'list-of-verbs';
  if (runsOn(first.terms()) || runsOn(second.terms())) return 'several-sentences';
  if (first.terms().length > 20 || second.terms().length > 25) return 'long-sentence';
  if (!stated && /^(?:Return|Raise|Print|Output|Assume|Note|Consider|Do|Use|Let|Make|Ensure|Write)\b/.test(one))
    return 'ends-the-program';
  const verb = /^\w+/.exec(other)?.[0].toLowerCase() ?? '';
  return !stated && !FOLLOWS.has(verb) ? 'no-plain-clause' : null;
}

/** Whether its brackets open and close inside it. */
function closed(part: string): boolean {
  return part.split('(').length === part.split(')').length;
}

/** "should" of "the function should take", or null. */
function modalOf(terms: readonly Term[]): string | null {
  return terms.slice(1, 3).find(({ text }) => text === 'should')?.text ?? null;
}

function isVerb(term: Term | undefined, stated: boolean): boolean {
  return term !== undefined && !term.protected && (stated ? DOES : FOLLOWS).has(term.text);
}

function verbLike(term: Term | undefined): boolean {
  return (
    term !== undefined && !term.protected && (DOES.has(term.text) || FOLLOWS.has(term.text) || term.tags.has('Verb'))
  );
}
