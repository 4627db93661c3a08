import { oncePer } from '../../src/core/once-per.ts';
import { overlaps, overlapsInOrder, type Prompt, type Span } from '../../src/core/text.ts';
import { type Term, tagTerms } from './part-of-speech.ts';
import { type ProseBlock, proseBlocks } from './prose-blocks.ts';
import { type ProtectedSpan, protectedSpans } from './protected-spans.ts';

const OPAQUE: ReadonlySet<ProtectedSpan['kind']> = new Set([
  'quote',
  'math',
  'url',
  'number',
  'identifier',
  'expression',
  'label',
]);

/** The sentences of all prose, line breaks within them joined. Linear. */
export const proseSentences = oncePer((prompt: Prompt, entryPoint: string | null): readonly Sentence[] => {
  const opaque = protectedSpans(prompt, entryPoint).filter(({ kind }) => OPAQUE.has(kind));
  const opaqueIn = overlapsInOrder(opaque);
  return proseBlocks(prompt, entryPoint).flatMap((block) => splitBlock(prompt.text, block, opaqueIn(block)));
});

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|eg|ie|vs|cf|resp|approx|eq|eqs|fig|no|al|viz|incl|dept)$/i;

const INITIAL = /(?:\b(?:by|and)|\p{Lu}\.) \p{Lu}$/u;
const SURNAME =
  /^ (?!(?:Then|Next|First|Finally|Lastly|Also|Otherwise|However|Thus|Hence|Note|Additionally)\b)\p{Lu}[\p{L}-]+(?:[,.;]|\s+(?:and|et)\b)/u;

/** "by T. Kärkkäinen and S. Äyrämö", unlike "multiplied by N. The result". */
const isInitial = (before: string, behind: string) => INITIAL.test(before) && SURNAME.test(behind);

function splitBlock(text: string, block: ProseBlock, opaque: readonly ProtectedSpan[]): Sentence[] {
  const part = text.slice(block.start, block.end);
  const sentences: Sentence[] = [];
  let start = block.start;
  let hole = 0;
  const add = (end: number) => {
    const raw = text.slice(start, end);
    const trimmed = raw.trim();
    if (trimmed) {
      const from = start + raw.indexOf(trimmed[0] as string);
      sentences.push(createSentence(text, { start: from, end: from + trimmed.length }, block, opaque));
    }
    start = end;
  };
  for (const match of part.matchAll(/[.?!]+["'”’)\]]{0,2}(?=\s)/g)) {
    const at = block.start + match.index;
    const end = at + match[0].length;
    while (hole < opaque.length && (opaque[hole] as ProtectedSpan).end <= at) hole += 1;
    const inside = opaque[hole];
    if (inside && inside.start <= at && at < inside.end && (inside.end > end || match[0] === '!')) continue;
    const before = text.slice(Math.max(start, at - 12), at);
    if (
      ABBREVIATION.test(before) ||
      isInitial(before, text.slice(end, end + 60)) ||
      (/^\.{2,}$/.test(match[0]) && !opensSentence(text, end, true)) ||
      (/\betc$/.test(before) && !opensSentence(text, end, true))
    )
      continue;
    if (opensSentence(text, end, false) || /^[^\S\n]*\n/.test(text.slice(end, end + 80))) add(end);
  }
  add(block.end);
  return sentences.map((sentence, index) => Object.assign(sentence, { closesBlock: index === sentences.length - 1 }));
}

/** Whether the text after `at` can begin a sentence: a capital, digit, quote, backtick or bracket. */
function opensSentence(text: string, at: number, capitalOnly: boolean): boolean {
  const next = text.slice(at, at + 80).trimStart();
  return (
    capitalOnly
      ? /^\p{Lu}/u
      : /^(?:[\p{Lu}\p{N}`"'“(*_[]|[a-z]\w*_\w|(?:it|if|for|the|return|returns|you|your|this|each) )/u
  ).test(next);
}

/** One sentence of the prompt's prose, without surrounding white space, with its closing punctuation. */
function createSentence(text: string, span: Span, block: ProseBlock, opaque: readonly ProtectedSpan[]) {
  let terms: readonly Term[] | undefined;
  const terminator =
    /([.?!:])["'”’)\]]{0,2}$/.exec(text.slice(Math.max(span.start, span.end - 3), span.end))?.[1] ?? '';
  const textOf = ({ start, end }: Span) => text.slice(start, end);
  return {
    ...span,
    block,
    /** The closing sign: `.`, `?`, `!`, `:` or none. */
    terminator,
    /** Whether it is the block's last. */
    closesBlock: false,
    textOf,
    /** Tagged on first use: that costs about 2 ms per sentence. */
    terms: () => {
      const holes = opaque.filter((hole) => overlaps(hole, span));
      terms ??= tagTerms(wordsOf(text, span, holes), textOf);
      return terms;
    },
  };
}

export type Sentence = Readonly<ReturnType<typeof createSentence>>;

const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** The words of a sentence, each protected span as one. */
function wordsOf(text: string, span: Span, holes: readonly ProtectedSpan[]): Omit<Term, 'tags'>[] {
  const terms: Omit<Term, 'tags'>[] = [];
  let at = span.start;
  for (const hole of [...holes, { start: span.end, end: span.end }]) {
    for (const { 0: word, index } of text.slice(at, hole.start).matchAll(WORD))
      terms.push({ text: word, start: at + index, end: at + index + word.length, protected: false });
    if (hole.end > hole.start)
      terms.push({ text: text.slice(hole.start, hole.end), start: hole.start, end: hole.end, protected: true });
    at = Math.max(at, hole.end);
  }
  return terms;
}
