import type { Prompt, Span } from '../../src/core/text.ts';
import { type ProtectedSpan, protectedSpans } from './protected-spans.ts';

/** Running text that belongs together: a paragraph, a list item, a field such as `name (type): ...`, a heading; without its bullet and its indentation. */
export interface ProseBlock extends Span {
  readonly kind: 'paragraph' | 'list-item' | 'field';
  /** Whether an example, code or the end of the prose follows without a blank line in between. */
  readonly followedByText: boolean;
}

const BULLET = /^(?:[-*+•–]\s+|\(?\d{1,2}[.)]\s+|\(?[a-z]\)\s+)/;

/** The blocks of a prompt's prose; lines that are protected as a whole separate blocks. Linear. */
export function proseBlocks(prompt: Prompt, entryPoint: string | null): ProseBlock[] {
  const { text } = prompt;
  const examples = protectedSpans(prompt, entryPoint).filter(({ kind }) => kind === 'example' || kind === 'code');
  const blocks: ProseBlock[] = [];
  for (const region of prompt.regions) {
    if (region.kind === 'prose') for (const part of without(region, examples)) addBlocks(text, part, blocks);
  }
  return blocks;
}

/** Returns the parts of `region` outside `holes`, which are in order. */
function without(region: Span, holes: readonly ProtectedSpan[]): Span[] {
  const parts: Span[] = [];
  let at = region.start;
  // Prompts have few regions; a scan that stops after each one finds its holes.
  for (const hole of holes) {
    if (hole.start >= region.end) break;
    if (hole.end <= at) continue;
    if (hole.start > at) parts.push({ start: at, end: hole.start });
    at = hole.end;
  }
  if (at < region.end) parts.push({ start: at, end: region.end });
  return parts;
}

function addBlocks(text: string, part: Span, blocks: ProseBlock[]): void {
  let open: { start: number; end: number; kind: ProseBlock['kind'] } | null = null;
  const close = (followedByText: boolean) => {
    if (open && open.end > open.start) blocks.push({ ...open, followedByText });
    open = null;
  };
  let at = part.start;
  while (at < part.end) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 || newline >= part.end ? part.end : newline;
    const line = text.slice(at, lineEnd);
    const content = line.trim();
    const start = at + (line.length - line.trimStart().length);
    const bullet = BULLET.exec(content);
    if (content === '') {
      close(false);
    } else if (bullet) {
      close(true);
      open = { start: start + bullet[0].length, end: start + content.length, kind: 'list-item' };
    } else if (
      open &&
      !startsField(content) &&
      !(open.kind === 'paragraph' && isShortLine(text.slice(open.start, open.end)) && /^\p{Lu}/u.test(content))
    ) {
      open = { ...(open as ProseBlock), end: start + content.length };
    } else {
      close(true);
      open = { start, end: start + content.length, kind: startsField(content) ? 'field' : 'paragraph' };
    }
    if (content.endsWith(':')) close(true);
    at = lineEnd + 1;
  }
  close(
    part.end < text.length && text.slice(part.end, part.end + 1).trim() !== '' && text[part.end - 1] !== '\n'
      ? true
      : followsText(text, part.end),
  );
}

/** A field such as `name (type):`, a directive, or a heading opens a block of its own; a role (":func:`f`") does not. */
function startsField(content: string): boolean {
  return /^(?::(?![\w:+.-]+:`)|\.\. |#+ |@|[`*]*\w+[`*]*(?: ?\([^)]{0,60}\))? ?:(?:\s|$))/.test(content);
}

/** "Task" alone on its line: a heading without a colon. */
function isShortLine(line: string): boolean {
  return line.length <= 40 && /^[^\s.,;!?]+(?: [^\s.,;!?]+){0,2}$/.test(line);
}

function followsText(text: string, at: number): boolean {
  return /^[^\S\n]*>>>/.test(text.slice(at, at + 40));
}
