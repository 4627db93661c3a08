import type { GuardInput } from '../../src/core/mutation.ts';

/**
 * The objection to edits that turn the rest of a docstring into comments, or null: they may close the docstring early,
 * once, put `#` into the indentation of lines, and remove the old closing quotes, and nothing else.
 */
export function commentFormProblem({ prompt: { text }, proposal }: GuardInput): string | null {
  let closing: string | null = null;
  let reopened = true;
  for (const { start, end, replacement } of [...proposal.edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const old = text.slice(start, end);
    const early = /^(?:\r?\n[ \t]*)?("""|''')(?:\r?\n[ \t]*# )?$/.exec(replacement)?.[1];
    if (early !== undefined && old.trim() === '' && closing === null) {
      closing = early;
    } else if (closing !== null && reopened && old === closing && replacement === '') {
      reopened = false;
    } else if (!(closing !== null && reopened && old === '' && replacement === '# ' && opensLine(text, start))) {
      return `"${replacement.slice(0, 20)}" is not a sign of a comment`;
    }
  }
  return closing === null || reopened ? 'the docstring is not closed once' : null;
}

/** Whether only indentation precedes `at` on its line, and text follows. */
function opensLine(text: string, at: number): boolean {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(from, at).trim() === '' && /^[^\S\n]*\S/.test(text.slice(at, at + 400));
}
