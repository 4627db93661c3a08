import type { Mutator } from '../../src/core/mutation.ts';
import type { Span } from '../../src/core/text.ts';
import { imperatives } from '../parsers/imperatives.ts';
import { proseSentences } from '../parsers/prose-sentences.ts';
import { type RunningToken, runningText } from '../parsers/running-text.ts';
import { insertAt, propose, refuse, replaceSpan } from '../proposals.ts';

/** Verbs of the requested result; others may describe a step of a process in the prompt. */
const WANTED = /^(?:return|find|print|output|determine|compute|calculate)$/;

/**
 * "Write a function ..." -> "Please write a function ...", and an existing "please" is removed.
 *
 * Only at a request for the program, at the request that opens the prose, and at one for the result: list items, text
 * after "the following:", titles and statements such as "Returns the sum" stay.
 */
export const politenessMutator: Mutator = {
  name: 'lex-politeness',
  family: 'lexical',
  summary: 'Adds "please" to a request, or takes it away.',
  example: { before: 'Write a function to add.', after: 'Please write a function to add.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const { text } = prompt;
    let polite = false;
    for (const tokens of runningText(prompt, entryPoint)) {
      for (const [index, token] of tokens.entries()) {
        if (!token.free || !/^(?:please|kindly)$/.test(token.lower)) continue;
        polite = true;
        const edit = withoutPlease(text, token, tokens[index + 1]);
        yield edit ? propose([edit]) : refuse('please-stays', token);
      }
    }
    if (polite) return;
    let met = false;
    const opening = proseSentences(prompt, entryPoint)[0]?.start;
    for (const { sentence, verb, fronted, asksFor } of imperatives(prompt, entryPoint)) {
      met = true;
      const opensProse = sentence.start === opening;
      if (sentence.block.kind === 'list-item') yield refuse('list-item', sentence);
      else if (/:\s*$/.test(text.slice(Math.max(0, sentence.start - 8), sentence.start)))
        yield refuse('step', sentence);
      else if (asksFor !== 'program' && !opensProse && !WANTED.test(verb.text.toLowerCase()))
        yield refuse('step', sentence);
      else yield propose([asked(verb, fronted)]);
    }
    if (!met) yield refuse('no-request');
  },
};

function asked(verb: Span & { readonly text: string }, fronted: boolean) {
  if (fronted || verb.text === verb.text.toLowerCase()) return insertAt(verb.start, 'please ');
  return replaceSpan(verb, `Please ${verb.text.toLowerCase()}`);
}

/** Removes the word with the blank after it; the next word takes over its capital. */
function withoutPlease(text: string, please: RunningToken, next: RunningToken | undefined) {
  if (next?.kind !== 'word' || text.slice(please.end, next.start) !== ' ') return null;
  const opens = /^\p{Lu}/u.test(please.text);
  if (opens && !next.free) return null;
  const word = opens ? next.text.charAt(0).toUpperCase() + next.text.slice(1) : next.text;
  return { start: please.start, end: next.end, replacement: word };
}
