import type { Prompt } from '../../src/core/prompt.ts';
import { type ProseWord, proseWords } from './prose-words.ts';
import { protectedSpans } from './protected-spans.ts';

/** Whether the prose addresses its reader with "you" or "your". */
export function addressesReader(prompt: Prompt): boolean {
  for (const { text } of proseWords(prompt)) if (/^you(?:r|['’]\p{L}+)?$/iu.test(text)) return true;
  return false;
}

/** A pronoun and what it is in the other person. */
export interface PronounChange {
  readonly word: ProseWord;
  readonly other: string;
}

const CONTRACTED = /^(?:you|we)['’](?:re|ll|ve|d)$/;
/** Behind these "you" is an object. */
const GOVERNS =
  /^(?:for|to|of|with|from|by|at|allow|allows|allowing|give|gives|giving|cost|costs|let|lets|help|helps|ask|asks|want|wants|tell|tells|need|require|requires|show|shows)$/;
/** What follows a subject. */
const SUBJECT_BEFORE =
  /^(?:can|cannot|could|should|must|may|might|will|would|shall|are|were|have|had|need|want|do|did|know|get|buy|lose|pick|choose|select|perform|use|take|make|start|assume|set|visit|move|insert|remove|delete|attack|still|also|now|first|then|only|just|initially|currently|always|never|prefer|apply|return|find|add|sort|write|implement|receive|pay|achieve|see|try|didn['’]t|don['’]t|can['’]t|won['’]t|shouldn['’]t|mustn['’]t|aren['’]t|haven['’]t)$/;
/** What whoever solves the task owns, in a prompt that addresses nobody else. */
const OWNED = /^(?:task|goal|job|function|program|solution|code|method)$/;
/** Said by the author of a text, not by whoever solves the task. */
const AUTHOR =
  /^(?:call|say|define|denote|guarantee|give|assume|consider|use|only|take|let|note|represent|write|think|show|prove|see|conclude|obtain)$/;

/**
 * The change of "you" to "we" throughout a prompt's prose, or of "we" to "you" where nobody is addressed; or why the
 * person must stay. No verb changes its form. Words within protected spans stay.
 */
export function personChange(
  prompt: Prompt,
  entryPoint: string | null,
): readonly PronounChange[] | { readonly problem: string } {
  const hidden = protectedSpans(prompt, entryPoint).filter(({ kind }) => kind !== 'operator' && kind !== 'number-word');
  let next = 0;
  const words = [...proseWords(prompt)].filter(({ start }) => {
    while (next < hidden.length && (hidden[next]?.end ?? 0) <= start) next += 1;
    return start < (hidden[next]?.start ?? Number.POSITIVE_INFINITY);
  });
  const lower = words.map(({ text }) => text.toLowerCase().replace('’', "'"));
  const has = (pattern: RegExp) => lower.some((word) => pattern.test(word));
  if (has(/^(?:yourself|yourselves|ourselves|yours|ours|myself|i'm|i'll|my|me)$/)) return { problem: 'other-pronoun' };
  const second = has(/^(?:you|your)(?:'\p{L}+)?$/u);
  const first = has(/^(?:we|our|us)(?:'\p{L}+)?$/u);
  if (second && first) return { problem: 'both-persons' };
  if (!second && !first) return { problem: 'no-person' };
  return second ? toFirstPerson(prompt, words, lower) : toSecondPerson(words, lower);
}

function toFirstPerson(
  { text }: Prompt,
  words: readonly ProseWord[],
  lower: readonly string[],
): readonly PronounChange[] | { readonly problem: string } {
  const changes: PronounChange[] = [];
  const addresses = lower.some((known) => /^you(?:'|$)/.test(known));
  for (const [at, word] of words.entries()) {
    const known = lower[at] ?? '';
    if (known === 'your' && !addresses && !OWNED.test(lower[at + 1] ?? '')) return { problem: 'unclear-owner' };
    if (known === 'your') changes.push({ word, other: 'our' });
    else if (CONTRACTED.test(known) && known.startsWith('you'))
      changes.push({ word, other: `we${word.text.slice(3)}` });
    else if (known === 'you') {
      const following = lower[at + 1] ?? '';
      const joined = text.slice(word.end, words[at + 1]?.start ?? word.end);
      const behind = /^ $|^\n *$/.test(text.slice(words[at - 1]?.end ?? word.start, word.start));
      if (/^(?:are|were)$/.test(following) && /^(?:an?|the|one)$/.test(lower[at + 2] ?? ''))
        return { problem: 'singular-person' };
      if (behind && GOVERNS.test(lower[at - 1] ?? '')) changes.push({ word, other: 'us' });
      else if (SUBJECT_BEFORE.test(following) && /^\s+$/.test(joined)) changes.push({ word, other: 'we' });
      else return { problem: 'unclear-case' };
    }
  }
  return changes;
}

function toSecondPerson(
  words: readonly ProseWord[],
  lower: readonly string[],
): readonly PronounChange[] | { readonly problem: string } {
  const changes: PronounChange[] = [];
  for (const [at, word] of words.entries()) {
    const known = lower[at] ?? '';
    // "our solar system" is everybody's.
    if (known === 'our' && !OWNED.test(lower[at + 1] ?? '')) return { problem: 'unclear-owner' };
    if (known === 'our') changes.push({ word, other: 'your' });
    else if (known === 'us') return { problem: 'unclear-case' };
    else if (CONTRACTED.test(known) && known.startsWith('we'))
      changes.push({ word, other: `you${word.text.slice(2)}` });
    else if (known === 'we') {
      const modal = /^(?:can|could|may|will|would|should)$/.test(lower[at + 1] ?? '');
      const verb = lower[at + (modal ? 2 : 1)] ?? '';
      if (AUTHOR.test(verb) || !SUBJECT_BEFORE.test(lower[at + 1] ?? '')) return { problem: 'author-speaks' };
      changes.push({ word, other: 'you' });
    }
  }
  return changes;
}
