import { withoutIndent } from '../syntax/indentation.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { READ_BLOCKS } from '../syntax/reading-limits.ts';

/** How far back on its line a place is looked at: lines of hostile texts are long. */
const LINE_CHARACTERS = 300;

const FENCE_LINE = /^[ \t]*(?:```|~~~)/;

const isWord = (sign: string | undefined): boolean => sign !== undefined && /\w/.test(sign);

/** Whether a string or a span of code is open at the end of a piece of a line; apostrophes within words open none. */
function opensString(before: string): boolean {
  const open = { '"': false, '`': false, "'": false };
  for (let at = 0; at < before.length; at++) {
    const sign = before[at];
    if (sign === '"' || sign === '`') open[sign] = !open[sign];
    else if (sign === "'" && !(isWord(before[at - 1]) && isWord(before[at + 1]))) open[sign] = !open[sign];
  }
  return open['"'] || open['`'] || open["'"];
}

/** Whether a mark at `index` is no part of a string, a span of code or a comment on its own line. */
export function standsFree(text: string, index: number, end: number): boolean {
  const before = text.slice(Math.max(0, index - LINE_CHARACTERS), index);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return !/^(?!```)["'`]/.test(text.slice(end, end + 3)) && !opensString(line) && !/^\s*#\s/.test(line);
}

/** Which places of a text are running text: outside of fences and of texts in triple quotes. */
export class RunningText {
  #at = 0;
  #lineEnd: number;
  #fenced = false;
  #quote: string | null = null;

  constructor(private readonly text: string) {
    this.#lineEnd = text.indexOf('\n');
  }

  /** For places in ascending order. */
  holds(index: number): boolean {
    while (this.#lineEnd >= 0 && this.#lineEnd < index) {
      const line = this.text.slice(this.#at, this.#lineEnd);
      if (this.#quote === null && FENCE_LINE.test(line)) this.#fenced = !this.#fenced;
      this.#quote = openTripleQuote(line, this.#quote);
      this.#at = this.#lineEnd + 1;
      this.#lineEnd = this.text.indexOf('\n', this.#at);
    }
    return !this.#fenced && this.#quote === null;
  }

  /** Whether a mark there is no part of code: for marks in ascending order. */
  frees(index: number, end: number): boolean {
    return this.holds(index) && standsFree(this.text, index, end);
  }

  /** Forgets open brackets and strings. */
  restartAt(index: number): void {
    this.#at = index;
    if (this.#lineEnd >= 0 && this.#lineEnd < index) this.#lineEnd = this.text.indexOf('\n', index);
    this.#fenced = false;
    this.#quote = null;
  }
}

/** Replaces the marks of a text that are no part of code in it. */
export function replaceFree(text: string, marks: RegExp, replacement: string): string {
  const running = new RunningText(text);
  return text.replace(marks, (mark, at) => (running.frees(at, at + mark.length) ? replacement : mark));
}

/** The triple quote that is open after a line, where `open` was before it. */
export function openTripleQuote(line: string, open: string | null): string | null {
  for (const [quote] of line.matchAll(/"""|'''/g)) {
    if (open === null) open = quote;
    else if (open === quote) open = null;
  }
  return open;
}

/** A block of code in a reply. */
export interface CodeBlock {
  /** Without the fence's own indentation. */
  readonly code: string;
  /** The end of the running text between it and the block before. */
  readonly lead: string;
}

/** Blocks with the running text around them: `between[i]` precedes block `i`, the last one follows all. */
export interface SplitReply {
  readonly blocks: readonly CodeBlock[];
  readonly between: readonly string[];
}

const FENCE = /^([ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?)(`{3,}|~{3,})[ \t]*(.*)$/;
const LANGUAGE = /^(?:python[\d.]*|py3?)(?![\w.])[ \t:]*/i;
/** A language alone, perhaps with attributes: no closing fence has such text after it. */
const INFO = /^[\w+#.-]{1,30}(?:[ \t]*(?:[{[(].*|\w{1,30}=.*))?$/;
/** A line that only code begins with. */
const CODE = /^[ \t]*(?:(?:def|class|import|from|return|assert|if|for|while)\b.*(?:[:()=\w]|\.\w+)|@\w.*|#.*)$/m;
const GLUED = /^(.*[^\s`~])[ \t]*(?:`{3,}|~{3,})[ \t]*$/;

/** A fence that opens at the end of a line of text. */
const GLUED_OPENING = /^(.*[^\s`~])[ \t]*((?:`{3,}|~{3,})[ \t]*(?:python\d?|py))[ \t]*$/i;

/** A block's announcement is looked for so many lines and characters before it. */
const LEAD_LINES = 20;
const LEAD_LENGTH = 400;

type Fence = NonNullable<ReturnType<typeof fenceOf>>;
/** A fence, and the text after its mark but for Python's name; null for any other line. */
function fenceOf(line: string) {
  const [, lead = '', mark = '', text = ''] = FENCE.exec(line) ?? [];
  if (mark === '') return null;
  return { indent: lead.length, mark, isPython: LANGUAGE.test(text), rest: text.trim().replace(LANGUAGE, '') };
}

/** How a line ends an open block: its remaining code; null if it belongs to the block. */
function endIn(line: string, open: Fence): { readonly last?: string; readonly opens?: boolean } | null {
  const fence = fenceOf(line);
  if (!fence) {
    const last = line.split(open.mark).length === 2 ? GLUED.exec(line)?.[1] : undefined;
    return last === undefined || openTripleQuote(last, null) !== null ? null : { last };
  }
  const text = line.slice(line.indexOf(fence.mark) + fence.mark.length).trim();
  const opens = INFO.test(text) || CODE.test(fence.rest);
  const isOuter = open.mark.length > 3 && fence.mark[0] === open.mark[0] && !open.isPython;
  if (!fence.mark.startsWith(open.mark)) return isOuter && opens ? { opens } : null;
  return { opens };
}

/** The blocks that are read: all of them, or the first and the last ones of very many. */
export function mostBlocks<T>(blocks: readonly T[]): readonly T[] {
  if (blocks.length <= READ_BLOCKS) return blocks;
  return [...blocks.slice(0, READ_BLOCKS / 2), ...blocks.slice(-READ_BLOCKS / 2)];
}

/**
 * Splits a reply at its fences. A fence within a text in triple quotes belongs to the block if the block is Python with
 * it; a second opening closes an open block, and the last one reaches to the end.
 */
export function splitFences(text: string): SplitReply {
  if (isValidPython(text)) return { blocks: [], between: [text] };
  const lines = text.split('\n').flatMap((line) => GLUED_OPENING.exec(line)?.slice(1) ?? [line]);
  const between: string[][] = [[]];
  const blocks: CodeBlock[] = [];
  // Off once a text in quotes was open for another reason, so that no reply is gone through more than twice.
  let mindsQuotes = true;
  const add = (code: string) => {
    const lead = (between.at(-1) ?? []).slice(-LEAD_LINES).join('\n').trim().slice(-LEAD_LENGTH);
    blocks.push({ code, lead });
    between.push([]);
  };
  const endOf = (open: Fence, first: readonly string[], from: number): number => {
    let quote = openTripleQuote(first.join('\n'), null);
    let passed: number | null = null;
    for (let at = from; at < lines.length; at++) {
      if (endIn(lines[at] as string, open)) {
        if (!mindsQuotes || (quote === null && passed === null)) return at;
        if (quote === null && isValidPython(withoutIndent([...first, ...lines.slice(from, at)], open.indent)))
          return at;
        passed ??= at;
        if (quote === null) break;
      }
      quote = openTripleQuote(lines[at] as string, quote);
    }
    if (passed !== null) mindsQuotes = false;
    return passed ?? lines.length;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const open = fenceOf(line);
    if (!open) {
      between.at(-1)?.push(line);
    } else if (open.rest.endsWith(open.mark)) {
      add(open.rest.slice(0, -open.mark.length).trim());
    } else {
      const first = CODE.test(open.rest) ? [open.rest] : [];
      const end = endOf(open, first, at + 1);
      const ended = end < lines.length ? endIn(lines[end] as string, open) : null;
      const own = [...first, ...lines.slice(at + 1, end), ...(ended?.last === undefined ? [] : [ended.last])];
      add(withoutIndent(own, open.indent));
      at = ended?.opens ? end - 1 : end;
    }
  }
  return { blocks, between: between.map((part) => part.join('\n')) };
}
