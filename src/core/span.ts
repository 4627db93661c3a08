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
