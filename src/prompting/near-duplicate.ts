const SHINGLE = 3;
const SAME = 0.5;

/** Runs of three words of a text, in lower case; a shorter text is one run. */
export function shinglesOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const count = Math.max(1, words.length - SHINGLE + 1);
  return new Set(Array.from({ length: count }, (_, at) => words.slice(at, at + SHINGLE).join(' ')));
}

/**
 * Whether two texts are nearly the same: at least half of the shorter one's distinct runs of three words occur in the
 * other. Other layout, case, punctuation or a longer text around it don't hide a copy.
 */
export function isNearDuplicate(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [less, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const shingle of less) if (more.has(shingle)) shared++;
  return shared / less.size >= SAME;
}
