import type { Prompt } from '../../src/core/prompt.ts';
import { looksLikeIdentifier } from './word-lists.ts';

const ALWAYS_LOWER =
  /^(?:the|a|an|this|these|that|those|all|each|every|any|no|if|when|unless|given|return|returns|raise|raises|print|prints|output|find|you|your|it|its|there|for|in|find|count|compute|calculate|write|create|do|use|set|otherwise)$/i;

/** `part`, which opened a sentence, as it stands inside one; null where its capital may be a name's. */
export function asInside(part: string, prompt: Prompt): string | null {
  const first = /^\p{L}+/u.exec(part)?.[0];
  if (first === undefined) return /^[`"'(\d-]/.test(part) ? part : null;
  const lower = first.charAt(0).toLowerCase() + first.slice(1);
  if (first === lower) return part;
  if (/^[\w]*[_(.\d]/.test(part.slice(first.length)) && !/^\.(?:\s|$)/.test(part.slice(first.length))) return part;
  if (/\p{Lu}/u.test(first.slice(1))) return part;
  const known = ALWAYS_LOWER.test(first) || smallWords(prompt).has(lower);
  return known ? lower + part.slice(first.length) : null;
}

const cache = new WeakMap<Prompt, ReadonlySet<string>>();

/** The words that the prompt has in small letters somewhere, outside quotations and names. */
function smallWords(prompt: Prompt): ReadonlySet<string> {
  const known = cache.get(prompt) ?? new Set(prompt.text.match(/(?<![\w`'"._])\p{Ll}+(?![\w`'"_(])/gu));
  cache.set(prompt, known);
  return known;
}

/** `part` as the beginning of a sentence; null where a name in small letters would open it. */
export function asOpening(part: string): string | null {
  const first = /^[\w]+/.exec(part)?.[0];
  if (first === undefined) return /^[`"'(]/.test(part) ? part : null;
  if (/^\p{Lu}/u.test(first)) return part;
  if (looksLikeIdentifier(first) || !/^\p{Ll}/u.test(first)) return null;
  return part.charAt(0).toUpperCase() + part.slice(1);
}
