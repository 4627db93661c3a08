import type { Guard } from '../../src/core/mutation.ts';
import { oncePer } from '../../src/core/once-per.ts';
import type { Edit, Prompt, Span } from '../../src/core/text.ts';
import { isValidPython } from '../../src/python-source/syntax/parse-python.ts';
import { parsePython } from '../../src/python-source/syntax/python-tree.ts';

/** Spans of comments and plain strings (neither interpolated nor with `\x` or `\u`), in order. */
function textSpans(code: string): Span[] {
  const spans: Span[] = [];
  parsePython(code).root.visit((node) => {
    if (node.type !== 'string' && node.type !== 'comment') return true;
    const interpolates = node.type === 'string' && !/^[rRuU]?['"]/.test(code.slice(node.start, node.start + 2));
    // An edit after `\x` could break the escape.
    const escapes = /\\[xuUN]/.test(code.slice(node.start, node.end));
    if (!interpolates && !escapes) spans.push({ start: node.start, end: node.end });
    return false;
  });
  return spans;
}

/**
 * null if the prompt is not Python; otherwise the spans of its strings and comments, whose words the parser ignores.
 */
const textsOfValid = oncePer(({ text }: Prompt) =>
  !opensAsProse(text) && isValidPython(text) ? textSpans(text) : null,
);

/**
 * Whether the first line alone tells that the text is not Python: a whole statement, or the head of one, that does not
 * parse. A long text that is none takes the parser minutes.
 */
function opensAsProse(text: string): boolean {
  const line = /\S.*/.exec(text)?.[0].trimEnd() ?? '';
  const isOpen = /["'([{\\;#]|^(?:@|try\b|match\b|async\b)/.test(line);
  return !isOpen && !isValidPython(line.endsWith(':') ? `${line} pass` : line);
}

/** Letters and blanks can't end a string or a comment. */
const HARMLESS = /^[A-Za-z0-9_ .,;:?!()<>=+*/-]*$/;

/** Whether an edit exchanges harmless signs within a string or a comment, away from quotes and backslashes. */
function isHarmless({ text }: Prompt, texts: readonly Span[], { start, end, replacement }: Edit): boolean {
  if (!HARMLESS.test(replacement) || !HARMLESS.test(text.slice(start, end))) return false;
  if (!/[A-Za-z0-9_ .,]/.test(text[start - 1] ?? '') || !/[A-Za-z0-9_ .,\n]/.test(text[end] ?? '')) return false;
  return texts.some((span) => span.start < start && end < span.end);
}

/** P4: a prompt that is valid Python stays valid Python. */
export const stillParsesGuard: Guard = {
  name: 'still-parses',
  check({ prompt, proposal, mutatedText }) {
    const texts = textsOfValid(prompt);
    if (texts === null || proposal.edits.every((edit) => isHarmless(prompt, texts, edit))) return null;
    return isValidPython(mutatedText) ? null : 'the prompt is no longer valid Python';
  },
};
