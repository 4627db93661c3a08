import { z } from 'zod';
import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
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
  readonly problem: string | null;
}

const MOST_PAIRS = 60;
/** What may bind one clause to a part of the other, or govern both. */
const GOVERNS =
  /\b(?:that|which|who|whose|where|if|when|unless|whether|while|or|but|such|so|because|until|otherwise|else|then|both|either|by|before|after|not|for each|for every)\b/i;

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
    const stated = /^(?:The|This) (?:function|method) [a-z]+s\s/.test(sentence.textOf(sentence));
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
  const at = ands.filter((index) => isVerb(terms[index + 1], stated)).at(-1);
  if (at === undefined) return null;
  const [before, verb] = [terms[at - 1] as Term, terms[at + 1] as Term];
  const joint = { start: before.end, end: verb.start };
  return { kind: 'one-sentence', sentence, joint, verb, stated, problem: jointProblem(sentence, terms, at, stated) };
}

function jointProblem(sentence: Sentence, terms: readonly Term[], at: number, stated: boolean): string | null {
  const [before, and, verb] = terms.slice(at - 1, at + 2) as [Term, Term, Term];
  const opening = stated ? terms.slice(0, 3) : terms.slice(0, 1);
  if (sentence.terminator !== '.' && sentence.terminator !== '') return 'open-sentence';
  if (at < opening.length + 1 || at + 3 > terms.length) return 'short-clause';
  if (stated && !DOES.has(terms[2]?.text ?? '')) return 'no-plain-clause';
  const first = sentence.textOf({ start: sentence.start, end: before.end }).replace(/\s+/g, ' ');
  const second = sentence.textOf({ start: verb.start, end: sentence.end }).replace(/\s+/g, ' ');
  if (GOVERNS.test(first) || GOVERNS.test(second)) return 'governed-clause';
  if (/[;:()—]/.test(first + second)) return 'several-parts';
  if (!/^,?\s+$/.test(sentence.textOf({ start: before.end, end: and.start }))) return 'several-parts';
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
  const pair = { kind: 'two-sentences', sentence: first, joint, verb, stated } as const;
  return { ...pair, problem: joinProblem(first, second, stated) };
}

function joinProblem(first: Sentence, second: Sentence, stated: boolean): string | null {
  const [one, other] = [first.textOf(first).replace(/\s+/g, ' '), second.textOf(second).replace(/\s+/g, ' ')];
  if (!/[\w`]\.$/.test(one) || (second.terminator !== '.' && second.terminator !== '')) return 'open-sentence';
  if (GOVERNS.test(one) || GOVERNS.test(other)) return 'governed-clause';
  if (/[,;:()—]|\band\b/.test(one) || /[;:()—]|\band [a-z]+s? (?:the|a|an)\b/.test(other)) return 'several-parts';
  if (/\bto [a-z]/.test(one) || /ing\b/.test(one)) return 'list-of-verbs';
  if (first.terms().length > 20 || second.terms().length > 25) return 'long-sentence';
  if (!stated && /^(?:Return|Raise|Print|Output|Assume|Note|Consider|Do|Use|Let|Make|Ensure|Write)\b/.test(one))
    return 'ends-the-program';
  const verb = /^\w+/.exec(other)?.[0].toLowerCase() ?? '';
  return !stated && !FOLLOWS.has(verb) ? 'no-plain-clause' : null;
}

function isVerb(term: Term | undefined, stated: boolean): boolean {
  return term !== undefined && !term.protected && (stated ? DOES : FOLLOWS).has(term.text);
}

function verbLike(term: Term | undefined): boolean {
  return (
    term !== undefined && !term.protected && (DOES.has(term.text) || FOLLOWS.has(term.text) || term.tags.has('Verb'))
  );
}
