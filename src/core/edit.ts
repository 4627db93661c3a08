import { MutagreeError } from './errors.ts';
import type { Span } from './span.ts';

/** Replaces the text of its span, given in offsets of the text before any edit. */
export interface Edit extends Span {
  readonly replacement: string;
}

/** @throws MutagreeError `edit-invalid` when edits overlap or leave the text. */
function checked(text: string, edits: readonly Edit[]): Edit[] {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  let previousEnd = 0;
  for (const edit of sorted) {
    const sane = Number.isInteger(edit.start) && Number.isInteger(edit.end) && edit.start <= edit.end;
    if (!sane || edit.start < previousEnd || edit.end > text.length) {
      throw new MutagreeError(
        'edit-invalid',
        `edit [${edit.start}, ${edit.end}) overlaps another or leaves the text of length ${text.length}`,
      );
    }
    previousEnd = edit.end;
  }
  return sorted;
}

/** The order of edits is irrelevant, except between insertions at one place. @throws MutagreeError `edit-invalid` */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of checked(text, edits)) {
    result += text.slice(at, edit.start) + edit.replacement;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The edits that turn `applyEdits(text, edits)` back into `text`. */
export function invertEdits(text: string, edits: readonly Edit[]): Edit[] {
  let shift = 0;
  return checked(text, edits).map((edit) => {
    const start = edit.start + shift;
    shift += edit.replacement.length - (edit.end - edit.start);
    return { start, end: start + edit.replacement.length, replacement: text.slice(edit.start, edit.end) };
  });
}

/** A stretch of the text between edits: kept from the old text (`old`), or new. */
interface Piece {
  readonly text: string;
  readonly oldStart: number | null;
}

function toPieces(text: string, edits: readonly Edit[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const edit of edits) {
    pieces.push({ text: text.slice(at, edit.start), oldStart: at }, { text: edit.replacement, oldStart: null });
    at = edit.end;
  }
  pieces.push({ text: text.slice(at), oldStart: at });
  return pieces.filter((piece) => piece.text.length > 0);
}

function slicePieces(pieces: readonly Piece[], span: Span): Piece[] {
  const result: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const from = Math.max(span.start - at, 0);
    const to = Math.min(span.end - at, piece.text.length);
    if (from < to) {
      result.push({
        text: piece.text.slice(from, to),
        oldStart: piece.oldStart === null ? null : piece.oldStart + from,
      });
    }
    at += piece.text.length;
  }
  return result;
}

/** One list of edits with the effect of `first` and then `second`, which speaks of the text after `first`. */
export function composeEdits(text: string, first: readonly Edit[], second: readonly Edit[]): Edit[] {
  const middle = toPieces(text, checked(text, first));
  const length = middle.reduce((sum, piece) => sum + piece.text.length, 0);
  const pieces: Piece[] = [];
  let at = 0;
  for (const edit of checked(applyEdits(text, first), second)) {
    pieces.push(...slicePieces(middle, { start: at, end: edit.start }), { text: edit.replacement, oldStart: null });
    at = edit.end;
  }
  pieces.push(...slicePieces(middle, { start: at, end: length }));

  const composed: Edit[] = [];
  let oldAt = 0;
  let replacement = '';
  const flush = (end: number) => {
    if (end > oldAt || replacement) composed.push({ start: oldAt, end, replacement });
    replacement = '';
  };
  for (const piece of pieces) {
    if (piece.oldStart === null) {
      replacement += piece.text;
    } else {
      flush(piece.oldStart);
      oldAt = piece.oldStart + piece.text.length;
    }
  }
  flush(text.length);
  return composed;
}
