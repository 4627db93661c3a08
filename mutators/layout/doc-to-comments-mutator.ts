import type { MutationInput, Mutator } from '../../src/core/mutation.ts';
import type { Edit, Span } from '../../src/core/text.ts';
import { proseSentences } from '../parsers/prose-sentences.ts';
import { insertAt, propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * Ends a docstring after its first sentence; the rest, examples included, follows as comments.
 *
 * The first sentence stays, because a function of comments only is not Python. Refuses text that a comment would
 * change: backslashes, which a docstring reads as escapes, and quotes at the end of the last line of the prompt, after
 * which a completion would continue inside the comment.
 */
export const docToCommentsMutator: Mutator = {
  name: 'fmt-doc-to-comments',
  family: 'layout',
  summary: 'The docstring after its first sentence as comment lines.',
  example: {
    before: '"""Sum it.\n\n>>> f([1])\n1\n"""',
    after: '"""Sum it."""\n\n# >>> f([1])\n# 1\n',
  },
  touches: ['prose', 'example', 'constraint', 'code'],
  preserves: 'exact-meaning',
  declares: ['comment-lines', 'layout-white-space'],
  source: 'original',
  *propose(input) {
    const { text } = input.prompt;
    const docstring = docstringOf(input);
    if (!docstring) return yield refuse('no-open-docstring');
    const { start, end, quotes } = docstring;
    const summary = proseSentences(input.prompt, input.entryPoint).find((sentence) => sentence.start >= start);
    if (/\\/.test(text.slice(start, end))) yield refuse('escapes', docstring);
    else if (!summary || summary.end > end || text.slice(start, summary.start).trim() !== '')
      yield refuse('no-summary');
    else if (text.slice(summary.end, end).trim() === '') yield refuse('summary-only', summary);
    else if (summary.terminator === ':' || /["'\s]$/.test(text.slice(summary.start, summary.end)))
      yield refuse('open-summary', summary);
    else yield propose(editsFor(text, docstring, summary.end, quotes));
  },
};

/** The new quotes, a `#` in each later line at the docstring's own indentation or left of it, and the old quotes gone. */
function editsFor(text: string, { start, end }: Span, summaryEnd: number, quotes: string): Edit[] {
  const lineOf = (at: number) => text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const indent = /^[ \t]*/.exec(lineOf(start))?.[0] ?? '';
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const ownLine = text.slice(start, summaryEnd).includes('\n') ? newline + indent : '';
  const blanks = /^[^\S\n\r]*/.exec(text.slice(summaryEnd, end))?.[0] ?? '';
  const after = summaryEnd + blanks.length;
  const endsLine = /^[\r\n]/.test(text.slice(after, end));
  const edits = [
    endsLine
      ? insertAt(summaryEnd, ownLine + quotes)
      : replaceSpan({ start: summaryEnd, end: after }, `${ownLine}${quotes}${newline}${indent}# `),
  ];
  for (const match of text.slice(after, end).matchAll(/\n([^\S\n]*)(?=\S)/g)) {
    const column = Math.min((match[1] as string).length, indent.length);
    edits.push(insertAt(after + match.index + 1 + column, '# '));
  }
  edits.push(replaceSpan({ start: end, end: end + quotes.length }, ''));
  return edits;
}

/** Returns the text of the docstring under the signature, if the prompt ends with that docstring. */
function docstringOf({ prompt: { text, regions } }: MutationInput): (Span & { readonly quotes: string }) | null {
  const at = regions.findIndex(({ kind }) => kind === 'signature');
  const opening = regions[at + 1];
  const closing = regions.at(-1);
  if (at < 0 || opening?.kind !== 'code' || closing?.kind !== 'code' || closing === opening) return null;
  const quotes = /^\s*(?:#[^\n]*\s*)*[rRuU]?("""|''')$/.exec(text.slice(opening.start, opening.end))?.[1];
  const end = closing.start;
  const ends = text.slice(end);
  if (quotes === undefined || !ends.startsWith(quotes) || !/^\s*\n\s*$/.test(ends.slice(quotes.length))) return null;
  return { start: opening.end, end, quotes };
}
