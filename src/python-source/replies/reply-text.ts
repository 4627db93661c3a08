import { READ_BLOCKS } from '../syntax/reading-limits.ts';

/** A fenced block of a reply. */
export interface FencedBlock {
  /** What stands behind the opening fence, such as `python`. */
  readonly info: string;
  /** Without the fence's own indentation. */
  readonly code: string;
  /** The line of text before the block. */
  readonly lead: string;
}

const REASONING = 'think|thinking|thought|reasoning|reflection|scratchpad|analysis';
const ENDS = new RegExp(`^[^]*</(?:${REASONING})>`, 'i');
const OPEN = new RegExp(`(^|\\n)[ \\t]*<(?:${REASONING})>[^]*$`, 'i');

/** Without what stands between `<think>` and `</think>`; one pass, however many are opened and never closed. */
function withoutClosedThoughts(text: string): string {
  const neverClosed = new Set<string>();
  const opening = new RegExp(`<(${REASONING})>`, 'gi');
  let kept = '';
  let at = 0;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const name = (open[1] ?? '').toLowerCase();
    if (neverClosed.has(name)) continue;
    const closing = new RegExp(`</${name}>`, 'gi');
    closing.lastIndex = opening.lastIndex;
    if (!closing.test(text)) {
      neverClosed.add(name);
      continue;
    }
    kept += text.slice(at, open.index);
    at = closing.lastIndex;
    opening.lastIndex = at;
  }
  return kept + text.slice(at);
}

/** Special tokens that some endpoints leave in; what follows them is another turn. */
const TURN_END = /<\|(?:im_end|endoftext|eot_id|end|end_of_text|eom_id)\|>|<\/s>|<｜end▁of▁sentence｜>|<end_of_turn>/;

/** The reply as plain text: reasoning, end tokens and byte order mark removed, line ends made `\n`. */
export function cleanReply(reply: string): string {
  const text = reply.replace(/\ufeff/g, '').replace(/\r\n?/g, '\n');
  const end = TURN_END.exec(text);
  const turn = end ? text.slice(0, end.index) : text;
  return withoutClosedThoughts(turn).replace(ENDS, '').replace(OPEN, '$1');
}

const FENCE = /^([ \t]*(?:[-*>][ \t]+|\d+[.)][ \t]+)?)(`{3,}(?!`)|~{3,}(?!~))([^\n`]*)$/;
const ONE_LINE = /^[ \t]*`{3,}(?!`)(?:python|py)?[ \t]*([^\s`][^`]*)`{3,}[ \t]*$/;

/** A block's announcement stands at the end of its line. */
const LEAD_LENGTH = 300;

/** A line that only code begins with. */
const CODE = /^[ \t]*(?:def|class|import|from|return|assert|if|for|while)\b.*(?:[:()=\w]|\.\w+)$/m;

function withoutIndent(lines: readonly string[], indent: number): string {
  return lines.map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line)).join('\n');
}

/** The blocks that are read: all of them, or the first and the last ones of very many. */
export function mostBlocks<T>(blocks: readonly T[]): readonly T[] {
  if (blocks.length <= READ_BLOCKS) return blocks;
  return [...blocks.slice(0, READ_BLOCKS / 2), ...blocks.slice(-READ_BLOCKS / 2)];
}

interface OpenBlock {
  readonly fence: string;
  readonly info: string;
  readonly indent: number;
  readonly lead: string;
  readonly lines: string[];
}

/**
 * The fenced blocks of a reply, in order. A block that is never closed reaches to the end; where the first fence can
 * only be a closing one (the prompt ended in an open block), what stands before it is a block.
 */
export function fencedBlocks(text: string): FencedBlock[] {
  return splitFences(text).blocks;
}

/** Fenced blocks with the running text around them: `between[i]` stands before block `i`, the last one behind all. */
export function splitFences(text: string): { readonly blocks: FencedBlock[]; readonly between: string[] } {
  const between: string[][] = [[]];
  const blocks: FencedBlock[] = [];
  const add = (block: FencedBlock) => {
    blocks.push(block);
    between.push([]);
  };
  const close = ({ info, indent, lead, lines }: OpenBlock) =>
    add({ info: info.toLowerCase(), lead, code: withoutIndent(lines, indent) });
  let open: OpenBlock | null = null;
  let lead = '';
  for (const line of text.split('\n')) {
    const oneLine = ONE_LINE.exec(line);
    const fence = FENCE.exec(line);
    if (open) {
      if (fence?.[2]?.startsWith(open.fence) && fence[3]?.trim() === '') {
        close(open);
        open = null;
      } else open.lines.push(line);
    } else if (oneLine?.[1]) {
      add({ info: '', lead, code: oneLine[1] });
    } else if (fence) {
      const info = fence[3]?.trim() ?? '';
      open = { fence: fence[2] ?? '```', info, indent: fence[1]?.length ?? 0, lead, lines: [] };
    } else {
      between.at(-1)?.push(line);
      if (line.trim()) lead = line.trim().slice(-LEAD_LENGTH);
    }
  }
  if (open) {
    const before = (between.at(-1) ?? []).join('\n');
    const isStrayEnd =
      blocks.length === 0 && open.info === '' && CODE.test(before) && !CODE.test(open.lines.join('\n'));
    if (isStrayEnd) add({ info: '', lead: '', code: (between.pop() ?? []).join('\n') });
    else close(open);
  }
  return { blocks, between: between.map((lines) => lines.join('\n')) };
}
