import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';

/** A paragraph of at least two sentences, with what is needed to lay it out anew. */
export interface SentenceParagraph extends Span {
  readonly sentences: readonly Sentence[];
  /** White space between neighbouring sentences. */
  readonly gaps: readonly Span[];
  /** Where the second and later lines of a sentence begin their text. */
  readonly lineBreaks: readonly number[];
  /** What the paragraph's lines are indented by. */
  readonly indent: string;
  readonly newline: '\n' | '\r\n';
  /** Whether nothing but indentation stands before it on its line. */
  readonly startsOwnLine: boolean;
  /** Why it cannot become a list, or null. */
  readonly problem: string | null;
}

/** The paragraphs of two and more sentences, in order. */
export function* paragraphsOfSentences(prompt: Prompt, entryPoint: string | null): Iterable<SentenceParagraph> {
  const { text } = prompt;
  const byBlock = new Map<Sentence['block'], Sentence[]>();
  for (const sentence of proseSentences(prompt, entryPoint)) {
    const known = byBlock.get(sentence.block);
    if (known) known.push(sentence);
    else byBlock.set(sentence.block, [sentence]);
  }
  let previous: Announcer | null = null;
  for (const [block, sentences] of byBlock) {
    const first = sentences[0];
    const last = sentences.at(-1);
    const underList: boolean = previous !== null && isUnderList(text, previous, block);
    previous = {
      block,
      announces: underList || block.kind === 'list-item' || (last?.terminator !== '' && isOpen(text, last)),
    };
    if (sentences.length < 2 || !first || !last) continue;
    const lineStart = text.lastIndexOf('\n', first.start - 1) + 1;
    const startsOwnLine = text.slice(lineStart, first.start).trim() === '';
    const body = text.slice(first.start, last.end);
    const gaps = sentences
      .slice(1)
      .map((next, index) => ({ start: (sentences[index] as Sentence).end, end: next.start }));
    yield {
      start: first.start,
      end: last.end,
      sentences,
      gaps,
      lineBreaks: sentences.flatMap((sentence) => continuationStarts(text, sentence)),
      indent: startsOwnLine ? text.slice(lineStart, first.start) : indentBehind(text, first.start, lineStart),
      newline: /\r\n/.test(body) || /\r\n/.test(text.slice(0, 2000)) ? '\r\n' : '\n',
      startsOwnLine,
      problem: underList ? 'under-a-list' : problemOf(text, block, sentences, startsOwnLine, lineStart),
    };
  }
}

/** Whether something has to follow a sentence: its end, or what it announces. */
function isOpen(text: string, sentence: Sentence | undefined): boolean {
  if (sentence === undefined) return false;
  const { terminator, start, end, closesBlock } = sentence;
  if (terminator === ':' || terminator === '') return true;
  return closesBlock && /\b(?:as follows|(?:one|any|each|all|both) of the following)\b/i.test(text.slice(start, end));
}

/** A block, and whether it is an item, ends with a colon, or stands under such a block. */
interface Announcer {
  readonly block: Sentence['block'];
  readonly announces: boolean;
}

/**
 * Whether a block stands among the items that a colon announced, or behind them, with nothing but white space before
 * it. Which of these sentences is an item, which a remark about one and which none any more, only the meaning tells.
 */
function isUnderList(text: string, { block: before, announces }: Announcer, block: Sentence['block']): boolean {
  return announces && text.slice(before.end, block.start).trim() === '';
}

/** A sentence that says something about the one before, so that it is not an item of its own. */
const REFERS_BACK =
  /^(?:that|this) (?:means|is|can|will|should|includes|implies)\b|^(?:otherwise|in other words|however|but|and|or|formally|for (?:example|instance)|e\.g|i\.e|here|hence|therefore|thus|similarly|if (?:so|not)|in (?:this|that) case)\b|^\(\p{Ll}/iu;

function problemOf(
  text: string,
  block: Sentence['block'],
  sentences: readonly Sentence[],
  startsOwnLine: boolean,
  lineStart: number,
): string | null {
  if (block.kind === 'list-item') return 'list-item';
  if (block.kind === 'field' || /^[`'"*]+[^`'"*\n]{1,40}[`'"*]+\s*:\s/.test(text.slice(block.start, block.start + 60)))
    return 'field';
  if (sentences.some(({ start, end }) => /^[-*+•–]\s/.test(text.slice(start, end)))) return 'list-item';
  if (sentences.slice(1).some(({ start }) => REFERS_BACK.test(text.slice(start, start + 40)))) return 'refers-back';
  const end = sentences.at(-1)?.end ?? block.end;
  if (!/^[^\S\n]*(?:$|\n[^\S\n]*(?:$|\r?\n|"""|'''|>>>|```))/.test(text.slice(end, end + 400))) return 'text-behind';
  if ((text.slice(block.start, block.end).split('"').length - 1) % 2 === 1) return 'open-quotation';
  if (sentences.some((sentence) => isOpen(text, sentence))) return 'open-sentence';
  const opening = text.slice(lineStart, sentences[0]?.start);
  if (!startsOwnLine && !/^\s*(?:[rRuU]?(?:"""|'''))\s*$/.test(opening)) return 'text-before';
  const lineBefore = text.slice(Math.max(0, lineStart - 400), Math.max(0, lineStart - 1));
  if (startsOwnLine && !/(?:^|\n|"""|'''|```\w*|"""")[^\S\n]*$/.test(lineBefore)) return 'text-before';
  return null;
}

/** First characters of the lines inside a sentence, behind their indentation. */
function continuationStarts(text: string, { start, end }: Span): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    const indent = /^[^\S\n]*/.exec(text.slice(at + 1, Math.min(end, at + 200)))?.[0].length ?? 0;
    starts.push(at + 1 + indent);
  }
  return starts;
}

/** For a paragraph behind opening quotes: the indentation of the line that the quotes stand on. */
function indentBehind(text: string, start: number, lineStart: number): string {
  return /^[^\S\n]*/.exec(text.slice(lineStart, start))?.[0] ?? '';
}
