import type { Edit } from '../../src/core/edit.ts';
import type { GuardInput } from '../../src/core/mutation.ts';
import { oncePer } from '../../src/core/once-per.ts';
import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
import { isValidPython } from '../../src/python-source/syntax/parse-python.ts';
import { textSpans } from '../../src/python-source/syntax/program-statements.ts';
import { declares } from './rename-guards.ts';

/**
 * null if the prompt is not Python; otherwise the spans of its strings and comments, whose words the parser ignores.
 */
const textsOfValid = oncePer(({ text }: Prompt) => (isValidPython(text) ? textSpans(text) : null));

/** Letters and blanks can't end a string or a comment. */
const HARMLESS = /^[A-Za-z0-9_ .,;:?!()<>=+*/-]*$/;

/** Whether an edit exchanges harmless signs within a string or a comment, away from quotes and backslashes. */
function isHarmless({ text }: Prompt, texts: readonly Span[], { start, end, replacement }: Edit): boolean {
  if (!HARMLESS.test(replacement) || !HARMLESS.test(text.slice(start, end))) return false;
  if (!/[A-Za-z0-9_ .,]/.test(text[start - 1] ?? '') || !/[A-Za-z0-9_ .,\n]/.test(text[end] ?? '')) return false;
  return texts.some((span) => span.start < start && end < span.end);
}

/** P4: a prompt that is valid Python stays valid Python. */
export function stillParsesProblem({ prompt, proposal, mutatedText }: GuardInput): string | null {
  const texts = textsOfValid(prompt);
  if (texts === null || proposal.edits.every((edit) => isHarmless(prompt, texts, edit))) return null;
  return isValidPython(mutatedText) ? null : 'the prompt is no longer valid Python';
}

/** P7: a mutant differs from its prompt; a change of nothing is not a mutant. */
export const changedProblem = ({ prompt, mutatedText }: GuardInput): string | null =>
  mutatedText === prompt.text ? 'the text is unchanged' : null;

const SHORTEST = 0.7;
const LONGEST = 1.5;

/** P12: a mutant is 0.7 to 1.5 times as long as its prompt. */
export function lengthRatioProblem({ prompt, mutatedText }: GuardInput): string | null {
  const ratio = mutatedText.length / Math.max(1, prompt.text.length);
  return ratio < SHORTEST || ratio > LONGEST ? `${ratio.toFixed(2)} times as long` : null;
}

const PRIVATE_USE = /[\uE000-\uF8FF]/;

/** P8: edits bring in no private-use sign, and no white space but single blanks between words. */
export function untouchedTextProblem(input: GuardInput): string | null {
  const { prompt, proposal } = input;
  for (const { start, end, replacement } of proposal.edits) {
    const old = prompt.text.slice(start, end);
    if (PRIVATE_USE.test(replacement) && !PRIVATE_USE.test(old)) return 'a private-use sign is new';
    if (declares(input, 'layout-white-space')) continue;
    if (breaksOf(old) !== breaksOf(replacement)) return 'line breaks or tabs are changed';
    const seamed = `${prompt.text[start - 1] ?? 'x'}${replacement}${prompt.text[end] ?? 'x'}`;
    const before = `${prompt.text[start - 1] ?? 'x'}${old}${prompt.text[end] ?? 'x'}`;
    if (occurrences(seamed, '  ') > occurrences(before, '  ')) return 'a doubled blank is new';
  }
  return null;
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

function breaksOf(text: string): string {
  return text.replace(/[^\t\r\n\v\f]/g, '');
}

/** A frame surrounds the specification: every byte of the prompt is in the mutant, in one piece. */
export function framesProblem(input: GuardInput): string | null {
  if (!declares(input, 'frames')) return null;
  const { text } = input.prompt;
  const inside = input.proposal.edits.find(({ start, end }) => start !== end || (start !== 0 && end !== text.length));
  if (inside) return `an edit at ${inside.start} lies inside the specification`;
  if (Object.keys(input.proposal.renames ?? {}).length > 0) return 'a frame renames nothing';
  return input.mutatedText.includes(text) ? null : 'the specification is not whole';
}
