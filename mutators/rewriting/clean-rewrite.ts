import type { ChatReply } from '../../src/core/chat.ts';
import type { Refusal } from '../../src/core/mutation.ts';
import { refuse } from '../proposals.ts';

/** The markers between which the model should put its text. */
export const MARKERS = { opening: '<rewritten>', closing: '</rewritten>' } as const;

/** Returns the text between the markers of a reply; null if one is missing or nothing is between them. */
export function markedText(reply: string): string | null {
  // Reasoning models may think of the markers aloud: the last pair counts.
  const end = reply.lastIndexOf(MARKERS.closing);
  const start = end < 0 ? -1 : reply.lastIndexOf(MARKERS.opening, end);
  const text = start < 0 ? '' : reply.slice(start + MARKERS.opening.length, end);
  return text.trim() === '' ? null : text;
}

/** What `read` finds in a reply, the text between the markers by default, or why there is nothing. */
export function foundIn(
  { status, text }: ChatReply,
  read: (text: string) => string | null = markedText,
  absent = 'no-rewrite',
): { readonly text: string } | Refusal {
  if (status === 'refused') return refuse('model-refused');
  if (status === 'failed') return refuse('model-failed');
  const found = read(text);
  return found === null ? refuse(status === 'truncated' ? 'truncated' : absent) : { text: found };
}

/**
 * Removes additions of models from a rewrite: a first line that talks to the reader, a fence around the whole, a
 * language after a fence that has none in the prompt, and blanks written as HTML.
 */
export function cleanRewrite(prompt: string, rewritten: string): string {
  let text = rewritten.replaceAll('&nbsp;', ' ').replaceAll('\u00a0', ' ');
  if (!/^[^\S\n]*```\w+[^\S\n]*$/m.test(prompt)) text = text.replace(/^([^\S\n]*```)\w+[^\S\n]*$/gm, '$1');
  return withoutWrapper(prompt, PREFACE.test(prompt) ? text : text.replace(PREFACE, ''));
}

const PREFACE = /^\s*(?:sure|certainly|of course|okay|here(?:'s|’s| is| are))\b[^\n]{0,200}:[^\S\n]*\n/i;

const fencesOf = (text: string) => text.split('```').length - 1;

/** Removes a leading fence that the prompt does not have, with its closing fence if there is one. */
function withoutWrapper(prompt: string, text: string): string {
  const opening = /^\s*```[^\S\n]*\n/.exec(text);
  const extra = fencesOf(text) - fencesOf(prompt);
  if (!opening || extra < 1) return text;
  const inner = text.slice(opening[0].length);
  if (extra === 1) return inner;
  return extra === 2 ? inner.replace(/\n[^\S\n]*```\s*$/, '\n') : text;
}
