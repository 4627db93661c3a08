import type { Edit, Prompt, Span } from '../../src/core/text.ts';
import type { ProseBlock } from './prose-blocks.ts';
import { type ProtectedSpan, protectedSpans } from './protected-spans.ts';

/** White space between two words that may become a line end, or the other way round. */
interface Gap extends Span {
  /** Whether it breaks the line now. */
  readonly breaks: boolean;
  /** A line end that its writer put there on purpose: it stays. */
  readonly hard: boolean;
}

/** A paragraph whose lines can be filled to another width: the gaps between its words, and how its lines begin. */
export interface WrappedParagraph extends Span {
  readonly gaps: readonly Gap[];
  /** Column of the first word. */
  readonly column: number;
  /** The start of a new line: line end and indentation. */
  readonly lineStart: string;
}

/** Protected spans that must not be torn over two lines, of the whole prompt. */
export function unbreakable(prompt: Prompt, entryPoint: string | null): readonly ProtectedSpan[] {
  return protectedSpans(prompt, entryPoint).filter(({ start, end }) => /\s/.test(prompt.text.slice(start, end)));
}

/** Below this a line was ended for a reason other than its width. */
const SHORTEST_FULL_LINE = 40;

/**
 * How a paragraph's lines are filled, or why that is better left alone.
 *
 * A line end counts as filled text where the next word would not have fitted the paragraph's longest line, inside a sentence;
 * any other was meant.
 */
export function readParagraph(
  text: string,
  block: ProseBlock,
  atomic: readonly ProtectedSpan[],
): WrappedParagraph | { readonly problem: string } {
  const body = text.slice(block.start, block.end);
  if (block.kind !== 'paragraph') return { problem: block.kind };
  // Displayed formulas, tables, aligned columns, line breaks of Markdown, literal blocks of reStructuredText.
  if (/\$\$|\\begin|\\\[|\\\n|^\s*\||\t| {2}\r?\n|\S {3,}\S/m.test(body)) return { problem: 'markup' };
  if (
    text
      .slice(Math.max(0, block.start - 200), block.start)
      .trimEnd()
      .endsWith('::')
  )
    return { problem: 'markup' };
  if (atomic.some(({ start, end }) => text.slice(start, end).includes('\n')))
    return { problem: 'protected-over-lines' };
  const from = text.lastIndexOf('\n', block.start - 1) + 1;
  const opening = text.slice(from, block.start);
  if (!/^\s*(?:[rRuU]?(?:"""|'''))?\s*$/.test(opening)) return { problem: 'text-before' };
  const indents = new Set(Array.from(body.matchAll(/\n([^\S\n]*)/g), (match) => match[1] as string));
  if (indents.size > 1) return { problem: 'uneven-indentation' };
  const indent = [...indents][0] ?? /^\s*/.exec(opening)?.[0] ?? '';
  const newline = /\r\n/.test(body) || (!/\n/.test(body) && /\r\n/.test(text.slice(0, 2_000))) ? '\r\n' : '\n';
  const lines = body.split(/\r?\n/).map((line, index) => (index === 0 ? opening.length + line.length : line.length));
  const longest = Math.max(...lines);
  const gaps: Gap[] = [];
  let hole = 0;
  for (const match of body.matchAll(/\s+/g)) {
    const start = block.start + match.index;
    while (hole < atomic.length && (atomic[hole]?.end ?? 0) <= start) hole += 1;
    if ((atomic[hole]?.start ?? Number.POSITIVE_INFINITY) <= start) continue;
    const end = start + match[0].length;
    const breaks = match[0].includes('\n');
    gaps.push({ start, end, breaks, hard: breaks && !isFilled(text, start, end, longest) });
  }
  return { start: block.start, end: block.end, gaps, column: opening.length, lineStart: newline + indent };
}

function isFilled(text: string, start: number, end: number, longest: number): boolean {
  const length = start - (text.lastIndexOf('\n', start - 1) + 1);
  const next = /^\S+/.exec(text.slice(end, end + 200))?.[0].length ?? 0;
  if (length < SHORTEST_FULL_LINE || /[.?!:;]$/.test(text.slice(start - 1, start))) return false;
  return length + 1 + next > longest;
}

/** A line of running text never begins or ends with these: there they would be markup, a field or code. */
const LOOKS_LIKE_MARKUP =
  /^(?:[-*+•–#>|=:@~`]{1,3}(?:\s|$)|>>>|\.\. |```|\(?\d{1,2}[.)](?:\s|$)|\(?[a-z]\)|@|[`*]*\w+[`*]*(?: ?\([^)]{0,60}\))? ?:(?:\s|$)|(?:def|class|import|async|from|Input|Output)\b)|[:\\]$/;

/** The edits that fill the lines to at most `width` columns, or null where a line would then read as markup. */
export function wrapParagraph(
  text: string,
  { start, end, gaps, column, lineStart }: WrappedParagraph,
  width: number,
  entryPoint: string | null,
): Edit[] | null {
  const indent = lineStart.replace(/[\r\n]/g, '').length;
  const edits: Edit[] = [];
  let lineFrom = start;
  let length = column;
  let from = start;
  const lineTo = (at: number) => text.slice(lineFrom, at).replace(/\s+/g, ' ');
  const isMarkup = (line: string) =>
    LOOKS_LIKE_MARKUP.test(line) || (entryPoint !== null && line.startsWith(`${entryPoint}(`));
  for (const [index, gap] of gaps.entries()) {
    const next = gaps[index + 1]?.start ?? end;
    const blank = gap.breaks ? 1 : gap.end - gap.start;
    length += gap.start - from;
    from = gap.end;
    const breaks = gap.hard || length + blank + (next - gap.end) > width;
    if (breaks) {
      // The first line may begin as it did, and the last may end so.
      const isWrong = lineFrom > start ? isMarkup(lineTo(gap.start)) : /[:\\]$/.test(lineTo(gap.start));
      if (isWrong && !gap.hard) return null;
      if (!gap.breaks) edits.push({ start: gap.start, end: gap.end, replacement: lineStart });
      lineFrom = gap.end;
      length = indent;
    } else {
      if (gap.breaks) edits.push({ start: gap.start, end: gap.end, replacement: ' ' });
      length += blank;
    }
  }
  return lineFrom > start && isMarkup(lineTo(end).replace(/[:\\]$/, '')) ? null : edits;
}
