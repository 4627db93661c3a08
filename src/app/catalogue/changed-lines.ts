import { applyEdits, type Edit } from '../../core/edit.ts';

/** The whole lines from the first to the last edit, before and after. */
export function changedLines(
  text: string,
  edits: readonly Edit[],
): { readonly before: string; readonly after: string } {
  if (edits.length === 0) return { before: '', after: '' };
  const first = Math.min(...edits.map(({ start }) => start));
  const last = Math.max(...edits.map(({ end }) => end));
  const start = text.lastIndexOf('\n', first - 1) + 1;
  const newline = text.indexOf('\n', last);
  const end = newline < 0 ? text.length : newline;
  const local = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const before = text.slice(start, end);
  return { before, after: applyEdits(before, local) };
}
