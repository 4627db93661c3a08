import { MutagreeError } from './errors.ts';

/** A half-open range `[start, end)` of UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The spans that reach into a part, for parts that are asked for in order; both in order, so that all is linear. */
export function overlapsInOrder<Part extends Span>(spans: readonly Part[]): (part: Span) => readonly Part[] {
  let from = 0;
  return ({ start, end }) => {
    while (from < spans.length && (spans[from] as Part).end <= start) from += 1;
    let to = from;
    while (to < spans.length && (spans[to] as Part).start < end) to += 1;
    return spans.slice(from, to);
  };
}

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

/** For each character after sorted edits, its place before, taken from `places`; -1 for a new one. */
function placesAfter(places: readonly number[], edits: readonly Edit[]): readonly number[] {
  let at = 0;
  const changed = edits.flatMap(({ start, end, replacement }) => {
    const kept = places.slice(at, start);
    at = end;
    return [...kept, ...Array<number>(replacement.length).fill(-1)];
  });
  return [...changed, ...places.slice(at)];
}

/** One list of edits with the effect of `first` and then `second`, which speaks of the text after `first`. */
export function composeEdits(text: string, first: readonly Edit[], second: readonly Edit[]): Edit[] {
  const middle = applyEdits(text, first);
  const result = applyEdits(middle, second);
  const places = placesAfter([...Array(text.length).keys()], checked(text, first));
  const composed: Edit[] = [];
  let start = 0;
  let replacement = '';
  const flush = (end: number) => {
    if (end > start || replacement) composed.push({ start, end, replacement });
    replacement = '';
  };
  for (const [at, place] of placesAfter(places, checked(middle, second)).entries()) {
    if (place === -1) replacement += result[at];
    else {
      flush(place);
      start = place + 1;
    }
  }
  flush(text.length);
  return composed;
}

/** `example`: calls with their results; `constraint`: a line of a competition statement. */
export type RegionKind = 'prose' | 'code' | 'signature' | 'example' | 'constraint';

export interface Region extends Span {
  readonly kind: RegionKind;
}

/** A prompt with its regions: in order, without gaps or overlap, together the whole text. */
export interface Prompt {
  readonly text: string;
  readonly regions: readonly Region[];
}
