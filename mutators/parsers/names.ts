import type { MutationInput } from '../../src/core/mutation.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../src/python-source/syntax/python-names.ts';

/** Whether a sign can be part of a word or identifier; undefined (the text's border) can't. */
export function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
}

/** Starts of every whole-word, same-case occurrence of `word`, in order. */
export function* wholeWordStarts(text: string, word: string): Iterable<number> {
  if (word === '') return;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!isWordSign(text[at - 1]) && !isWordSign(text[at + word.length])) yield at;
  }
}

/** Whether `word` occurs as a whole word. */
export function hasWord(text: string, word: string): boolean {
  for (const _ of wholeWordStarts(text, word)) return true;
  return false;
}

/** Names that harnesses of common benchmarks define next to the program. */
const HARNESS_NAMES: ReadonlySet<string> = new Set(
  'check candidate METADATA main test tests solution Solution task_func result expected actual inputs outputs unittest pytest assert_equal'.split(
    ' ',
  ),
);

/** Whether a name can be introduced: valid, and nowhere in prompt, reference, tests, language or harness. */
export function isFreshName({ prompt, reservedNames }: MutationInput, name: string): boolean {
  if (!/^_*[a-z][A-Za-z0-9_]*$/.test(name)) return false;
  if (reservedNames.has(name) || PYTHON_KEYWORDS.has(name) || PYTHON_BUILTINS.has(name) || HARNESS_NAMES.has(name))
    return false;
  return !hasWord(prompt.text.toLowerCase(), name.toLowerCase());
}

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
