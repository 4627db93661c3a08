import type { Prompt } from '../../src/core/text.ts';
import type { Imperative } from './imperatives.ts';
import type { Term } from './part-of-speech.ts';
import { targetFunction } from './prompt-names.ts';

/** A second clause after the request: ", it should ...", "; then ...". */
const SECOND_CLAUSE =
  /;|[,.] (?:and |but |so |then |where |otherwise )?(?:it|you|we|they|this|there|the (?:function|output|result|input|program|method))\b|[,.] (?:otherwise|else),? (?:it|the|you)\b/i;

/**
 * Why a request cannot be recast as a whole sentence with another mood, or null: a list item, a second clause with its
 * own subject, brackets that do not close, or a verb that is a label.
 */
export function requestProblem({ sentence, verb }: Imperative): string | null {
  const text = sentence.textOf(sentence);
  if (sentence.block.kind === 'list-item') return 'list-item';
  if (SECOND_CLAUSE.test(sentence.textOf({ start: verb.end, end: sentence.end }).replace(/\s+/g, ' ')))
    return 'second-clause';
  if (!balanced(text)) return 'unbalanced-brackets';
  if (/[.?!]\s/.test(text.replace(/\b(?:e\.g|i\.e|etc|vs)\.|\.{2,}/g, ''))) return 'several-sentences';
  return null;
}

function balanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** The verb as spelled inside a sentence. */
export function lowerVerb(verb: Term): string {
  return verb.text.toLowerCase();
}

/**
 * The noun for the requested thing: the one program noun that the prompt uses, "function" if it shows a signature, or
 * null if that is open.
 */
export function programSubject(prompt: Prompt, entryPoint: string | null): string | null {
  const prose = prompt.regions
    .filter(({ kind }) => kind === 'prose')
    .map(({ start, end }) => prompt.text.slice(start, end))
    .join('\n');
  const target = targetFunction(prompt, entryPoint);
  const named = ['function', 'method', 'program', 'class'].filter((noun) =>
    new RegExp(`\\b${noun}\\b`, 'i').test(prose),
  );
  if (target) return target.className !== null && !named.includes('function') ? 'method' : 'function';
  return named.length === 1 && named[0] !== 'class'
    ? (named[0] as string)
    : named.includes('function') && !named.includes('class')
      ? 'function'
      : null;
}
