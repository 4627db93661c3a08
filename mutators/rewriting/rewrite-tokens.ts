import type { MutationInput } from '../../src/core/mutation.ts';
import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
import { tokenizeProse } from '../parsers/prose-tokens.ts';
import { type ProtectedSpan, protectedSpans } from '../parsers/protected-spans.ts';

/** A word, a sign or a whole protected span; white space lies between tokens. */
export interface RewriteToken extends Span {
  /** What two tokens are compared by: the pieces, joined by blanks, new names turned back. */
  readonly text: string;
  /** `key` without the case of letters: what the alignment goes by. */
  readonly folded: string;
  /** Whether the token is a protected span that keeps every byte. */
  readonly isAtom: boolean;
}

/** Spans whose every byte counts; words of these kinds are compared as one. */
const ATOM_KINDS: ReadonlySet<ProtectedSpan['kind']> = new Set([
  'quote',
  'math',
  'url',
  'number',
  'identifier',
  'expression',
]);

/** The pieces of a text without its white space; `renames` (old -> new) are turned back. */
export function piecesOf(text: string, span: Span, renames: Readonly<Record<string, string>> = {}): RewriteToken[] {
  const oldByNew = new Map(Object.entries(renames).map(([old, fresh]) => [fresh, old]));
  return tokenizeProse(text, span)
    .filter(({ kind }) => kind !== 'space')
    .map(({ start, end, text: piece }) => tokenFrom(start, end, oldByNew.get(piece) ?? piece, false));
}

function tokenFrom(start: number, end: number, text: string, isAtom: boolean): RewriteToken {
  return { start, end, text, folded: text.toLowerCase(), isAtom };
}

function united(pieces: readonly RewriteToken[]): RewriteToken {
  const first = pieces[0] as RewriteToken;
  const last = pieces.at(-1) as RewriteToken;
  return tokenFrom(first.start, last.end, pieces.map(({ text }) => text).join(' '), true);
}

/** Code with its signature, examples and constraints, each as one span. */
export function fixedBlocks({ regions }: Prompt): Span[] {
  const blocks: { start: number; end: number; isCode: boolean }[] = [];
  for (const { kind, start, end } of regions) {
    const last = blocks.at(-1);
    const isCode = kind === 'code' || kind === 'signature';
    if (kind === 'prose') continue;
    if (last?.end === start && last.isCode === isCode) last.end = end;
    else blocks.push({ start, end, isCode });
  }
  return blocks;
}

/** The tokens of the prompt's running text, protected spans in one piece; `blocks` are left out. */
export function promptTokens({ prompt, entryPoint }: MutationInput, blocks: readonly Span[]): RewriteToken[] {
  const { text } = prompt;
  const atoms = protectedSpans(prompt, entryPoint).filter(({ kind }) => ATOM_KINDS.has(kind));
  const tokens: RewriteToken[] = [];
  const pieces = piecesOf(text, { start: 0, end: text.length });
  let block = 0;
  let atom = 0;
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as RewriteToken;
    while ((blocks[block]?.end ?? Infinity) <= piece.start) block += 1;
    while ((atoms[atom]?.end ?? Infinity) <= piece.start) atom += 1;
    const inside = atoms[atom];
    if ((blocks[block]?.start ?? Infinity) <= piece.start) {
      at += 1;
    } else if (inside && inside.start <= piece.start) {
      let end = at + 1;
      while ((pieces[end]?.end ?? Infinity) <= inside.end) end += 1;
      tokens.push(united(pieces.slice(at, end)));
      at = end;
    } else {
      tokens.push(piece);
      at += 1;
    }
  }
  return tokens;
}

/** Where `wanted` occurs in `pieces` as a run of equal pieces, in places that are not yet taken; -1 where it does not. */
export function findRun(
  pieces: readonly RewriteToken[],
  wanted: readonly RewriteToken[],
  isTaken: (index: number) => boolean,
): number {
  for (let at = 0; at + wanted.length <= pieces.length; at++) {
    if (wanted.every(({ text }, offset) => pieces[at + offset]?.text === text && !isTaken(at + offset))) return at;
  }
  return -1;
}

/**
 * Unites the pieces of a rewritten text that spell a protected span of the prompt, in any case of letters; one that
 * goes on as another name ("x" in "x.T") is not that span.
 */
export function groupAtoms(pieces: readonly RewriteToken[], promptSide: readonly RewriteToken[]): RewriteToken[] {
  const byFirst = new Map<string, string[][]>();
  for (const { isAtom, folded } of promptSide) {
    if (!isAtom) continue;
    const parts = folded.split(' ');
    const known = byFirst.get(parts[0] as string) ?? [];
    if (!known.some((other) => other.join(' ') === folded)) known.push(parts);
    byFirst.set(parts[0] as string, known);
  }
  for (const candidates of byFirst.values()) candidates.sort((a, b) => b.length - a.length);
  const result: RewriteToken[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as RewriteToken;
    const found = byFirst
      .get(piece.folded)
      ?.find(
        (parts) => parts.every((part, offset) => pieces[at + offset]?.folded === part) && !goesOn(pieces, at, parts),
      );
    result.push(found ? united(pieces.slice(at, at + found.length)) : piece);
    at += found?.length ?? 1;
  }
  return result;
}

function goesOn(pieces: readonly RewriteToken[], at: number, parts: readonly string[]): boolean {
  const last = pieces[at + parts.length - 1];
  const next = pieces[at + parts.length];
  const afterNext = pieces[at + parts.length + 1];
  if (!last || !next || next.start > last.end || !/[\p{L}\p{N}_]$/u.test(last.text)) return false;
  return next.text === '(' || (next.text === '.' && afterNext?.start === next.end && /^[\p{L}_]/u.test(afterNext.text));
}
