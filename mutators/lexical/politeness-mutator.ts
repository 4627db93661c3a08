import type { Mutator } from '../../src/core/mutation.ts';
import type { Span } from '../../src/core/span.ts';
import { imperatives } from '../parsers/imperatives.ts';
import { type RunningToken, runningText } from '../parsers/running-text.ts';
import { insertAt, propose, refuse, replaceSpan } from '../proposals.ts';

/** No proposal is made for more requests than this; a reader asks politely once. */
const MOST_REQUESTS = 3;

/**
 * "Write a function ..." -> "Please write a function ...", and a "please" that is there goes.
 *
 * Only at the first requests in the imperative that are sentences of their own: list items, labels and statements such
 * as "Returns the sum" stay.
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
    let met = 0;
    for (const { sentence, verb, fronted } of imperatives(prompt, entryPoint)) {
      if (sentence.block.kind === 'list-item') {
        yield refuse('list-item', sentence);
      } else if (sentence.terminator === ':' && !sentence.textOf(sentence).includes(' ')) {
        yield refuse('label', sentence);
      } else if (met < MOST_REQUESTS) {
        met += 1;
        yield propose([asked(verb, fronted)]);
      }
    }
    if (met === 0) yield refuse('no-request');
  },
};

function asked(verb: Span & { readonly text: string }, fronted: boolean) {
  if (fronted || verb.text === verb.text.toLowerCase()) return insertAt(verb.start, 'please ');
  return replaceSpan(verb, `Please ${verb.text.toLowerCase()}`);
}

/** The word goes with the blank behind it; the next word takes over its capital. */
function withoutPlease(text: string, please: RunningToken, next: RunningToken | undefined) {
  if (next?.kind !== 'word' || text.slice(please.end, next.start) !== ' ') return null;
  const opens = /^\p{Lu}/u.test(please.text);
  if (opens && !next.free) return null;
  const word = opens ? next.text.charAt(0).toUpperCase() + next.text.slice(1) : next.text;
  return { start: please.start, end: next.end, replacement: word };
}
