import { groupBy } from '../../src/core/group-by.ts';
import { overlapsInOrder, type Span } from '../../src/core/text.ts';

type Piece = Span & { readonly text: string };

/**
 * A word, a sign, or a block or protected span as one; white space lies between tokens. The alignment goes by `folded`,
 * without the case of letters; `whole` ones stand for several pieces, or for one whose every byte counts.
 */
function united(pieces: readonly Piece[], whole: boolean) {
  const text = pieces.map((piece) => piece.text).join(' ');
  const [first, last] = [pieces[0] as Piece, pieces.at(-1) as Piece];
  return { start: first.start, end: last.end, text, folded: text.toLowerCase(), whole };
}

export type RewriteToken = ReturnType<typeof united>;

/** The pieces of a prompt, those within one block or atom united; `blocks` win. Both are in order. */
export function tokensAround(
  text: string,
  pieces: readonly Piece[],
  blocks: readonly Span[],
  atoms: readonly Span[],
): RewriteToken[] {
  const tokens: RewriteToken[] = [];
  const holders = [overlapsInOrder(blocks), overlapsInOrder(atoms)];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    const inside = holders.map((holding) => holding(piece)[0]).find((span) => span && span.start <= piece.start);
    let end = at + 1;
    while (inside && (pieces[end]?.end ?? text.length + 1) <= inside.end) end += 1;
    tokens.push(united(pieces.slice(at, end), inside !== undefined));
    at = end;
  }
  return tokens;
}

/** Unites the pieces of a rewrite that spell a whole token of the prompt, unless they go on as another name ("x.T"). */
export function unitedLike(pieces: readonly Piece[], tokens: readonly RewriteToken[]): RewriteToken[] {
  const whole = new Set(tokens.flatMap((token) => (token.whole ? [token.folded] : [])));
  const split = [...whole].map((folded) => folded.split(' ')).sort((a, b) => b.length - a.length);
  const byFirst = groupBy(split, ([first = '']) => first);
  const result: RewriteToken[] = [];
  for (let at = 0; at < pieces.length; ) {
    const found = byFirst
      .get((pieces[at] as Piece).text.toLowerCase())
      ?.find(
        (parts) =>
          parts.every((part, offset) => pieces[at + offset]?.text.toLowerCase() === part) &&
          !goesOn(pieces.slice(at + parts.length - 1, at + parts.length + 2)),
      );
    const count = found?.length ?? 1;
    result.push(united(pieces.slice(at, at + count), found !== undefined));
    at += count;
  }
  return result;
}

function goesOn([last, next, afterNext]: readonly Piece[]): boolean {
  if (!last || !next || next.start > last.end || !/[\p{L}\p{N}_]$/u.test(last.text)) return false;
  return next.text === '(' || (next.text === '.' && afterNext?.start === next.end && /^[\p{L}_]/u.test(afterNext.text));
}
