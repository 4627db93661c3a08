import { applyEdits, type Edit } from '../../../core/edit.ts';
import type { Span } from '../../../core/span.ts';

/** What a reader sees of a prompt and its mutant. */
export interface Excerpt {
  readonly before: string;
  readonly after: string;
}

/** A prompt up to this length is shown whole. */
const SHORT = 1_200;

const GAP = '[…]\n';

/** Paragraphs with the blank lines behind them; together the whole text. */
function paragraphsOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(/\n[ \t\r]*\n\s*/g)) {
    // Indentation stays with the line that it indents.
    const end = match.index + match[0].length - (/[^\n]*$/.exec(match[0])?.[0].length ?? 0);
    spans.push({ start, end });
    start = end;
  }
  spans.push({ start, end: text.length });
  return spans;
}

/** Indexes of paragraphs that an edit touches. */
function touchedBy(paragraphs: readonly Span[], { start, end }: Edit): number[] {
  return paragraphs.flatMap((span, index) => {
    const last = index === paragraphs.length - 1;
    const holdsStart = span.start <= start && (start < span.end || last);
    return holdsStart || (span.start < end && start < span.end) ? [index] : [];
  });
}

/** The changed paragraphs with those around them and the first one; a short prompt whole. */
export function excerptOf(text: string, edits: readonly Edit[]): Excerpt {
  if (text.length <= SHORT) return { before: text, after: applyEdits(text, edits) };
  const paragraphs = paragraphsOf(text);
  const touched = new Set(edits.flatMap((edit) => touchedBy(paragraphs, edit)));
  const shown = paragraphs.map((_, index) => index === 0 || [-1, 0, 1].some((step) => touched.has(index + step)));
  let before = '';
  let after = '';
  for (let index = 0; index < paragraphs.length; ) {
    const from = index;
    while (index < paragraphs.length && shown[index] === shown[from]) index += 1;
    const span = { start: paragraphs[from]?.start ?? 0, end: paragraphs[index - 1]?.end ?? text.length };
    const part = text.slice(span.start, span.end);
    if (!shown[from]) {
      before += GAP;
      after += GAP;
      continue;
    }
    const last = index === paragraphs.length;
    const own = edits
      .filter(({ start }) => span.start <= start && (start < span.end || last))
      .map(({ start, end, replacement }) => ({ start: start - span.start, end: end - span.start, replacement }));
    before += part;
    after += applyEdits(part, own);
  }
  return { before, after };
}
