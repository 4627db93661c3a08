import type { Span } from '../../src/core/text.ts';

/** A lexical piece of running text: a word (letters, digits, `_`, inner apostrophes), one symbol, or white space. */
export interface ProseToken extends Span {
  readonly kind: 'word' | 'symbol' | 'space';
  readonly text: string;
}

const PIECE = /([\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)*)|(\s+)|[\s\S]/gu;

/** Every piece of `text` from `start` to `end`, in order and without gaps; linear. */
export function tokenizeProse(text: string, { start, end }: Span): ProseToken[] {
  const tokens: ProseToken[] = [];
  const part = text.slice(start, end);
  PIECE.lastIndex = 0;
  for (const match of part.matchAll(PIECE)) {
    const from = start + match.index;
    tokens.push({
      kind: match[1] !== undefined ? 'word' : match[2] !== undefined ? 'space' : 'symbol',
      text: match[0],
      start: from,
      end: from + match[0].length,
    });
  }
  return tokens;
}
