/** A leading underscore, which marks a private name. */
const PRIVATE = /^_*/;

/** The words of an identifier, as they are written: `has_close_elements`, `hasCloseElements`, `find_LCS`. */
export function nameWords(name: string): readonly string[] {
  const bare = name.replace(PRIVATE, '');
  if (bare.includes('_')) return bare.split('_').filter((word) => word !== '');
  return bare.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
}

/**
 * The name in the other convention: `has_close_elements` as `hasCloseElements` and back. Null for a single word, and
 * where two numbers would become one.
 */
export function otherNameCase(name: string): string | null {
  const words = nameWords(name);
  const prefix = PRIVATE.exec(name)?.[0] ?? '';
  if (words.length < 2 || words.some((word, at) => /^\d/.test(word) && /\d$/.test(words[at - 1] ?? ''))) return null;
  const isSnake = name.replace(PRIVATE, '').includes('_');
  if (!isSnake) return prefix + words.map((word) => word.toLowerCase()).join('_');
  const isConstant = name === name.toUpperCase();
  const [first = '', ...rest] = isConstant ? words.map((word) => word.toLowerCase()) : words;
  const others = rest.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1));
  // A first word in capitals, an acronym, is written small as a whole.
  return prefix + (first === first.toUpperCase() ? first.toLowerCase() : lowerFirst(first)) + others.join('');
}

function lowerFirst(word: string): string {
  return (word[0] ?? '').toLowerCase() + word.slice(1);
}
