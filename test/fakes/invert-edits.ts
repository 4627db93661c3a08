import type { Edit } from '../../src/core/text.ts';

/** The edits that turn `applyEdits(text, edits)` back into `text`. */
export function invertEdits(text: string, edits: readonly Edit[]): Edit[] {
  let shift = 0;
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  return sorted.map((edit) => {
    const start = edit.start + shift;
    shift += edit.replacement.length - (edit.end - edit.start);
    return { start, end: start + edit.replacement.length, replacement: text.slice(edit.start, edit.end) };
  });
}
