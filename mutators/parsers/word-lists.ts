import { z } from 'zod';
import { readData } from '../../src/package-root.ts';

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(readData(`lexicons/${name}.json`, z.object({ words: z.array(z.string()) })).words);

const codeWords = readData(
  'lexicons/code-words.json',
  z.object({ protected: z.array(z.string()), shortForms: z.array(z.string()) }),
);

/** Words whose loss or gain changes the task, lower case. */
export const OPERATOR_WORDS = wordsOf('operator-words');

/** Number words, lower case. */
export const NUMBER_WORDS = wordsOf('number-words');

const operatorClasses = readData(
  'lexicons/operator-classes.json',
  z.object({ classes: z.array(z.array(z.string()).min(2)), free: z.array(z.string()) }),
);
const CLASS_OF: ReadonlyMap<string, string> = new Map([
  ...operatorClasses.classes.flatMap((words) => words.map((word) => [word, words[0] as string] as const)),
  ...operatorClasses.free.map((word) => [word, ''] as const),
]);

/**
 * The class of an operator or number word, lower case: the name of its class, itself if it is alone in it, '' for a
 * connective that a rewording may add or drop, null for any other word.
 */
export function operatorClass(word: string): string | null {
  if (/n['’]t$/.test(word)) return 'not';
  return CLASS_OF.get(word) ?? (OPERATOR_WORDS.has(word) || NUMBER_WORDS.has(word) ? word : null);
}

/** Words that say "all of them, one by one", lower case. */
export const QUANTIFIERS: ReadonlySet<string> = new Set(['each', 'every', 'all']);

/** Lower-case words that name code even in running text. */
export const CODE_WORDS: ReadonlySet<string> = new Set(codeWords.protected);

/** Lower-case short forms that are identifiers and no English words, such as `lst`. */
export const SHORT_FORMS: ReadonlySet<string> = new Set(codeWords.shortForms);

const TWO_LETTER_WORDS = new Set(
  'ad ah am an as at be by do ex go ha he hi ho id if in is it me my no of oh ok on or ox pi so to up us we'.split(' '),
);

/** Names of classes that open with an acronym: "URLError", "HTTPServer", but not "URLs". */
const ACRONYM_NAME = /^\p{Lu}{2,}\p{Ll}{2,}/u;

/** Whether a word can only be an identifier: `_`, a digit, an inner capital, a lone letter, or a known short form. */
export function looksLikeIdentifier(word: string): boolean {
  if (/[_\d]/.test(word) || /\p{Ll}\p{Lu}/u.test(word) || ACRONYM_NAME.test(word)) return true;
  if (/^[A-Za-z]$/.test(word)) return !/^[aAI]$/.test(word);
  if (/^[a-z]{2}$/.test(word)) return !TWO_LETTER_WORDS.has(word);
  return SHORT_FORMS.has(word) || (/^[a-z]{2,4}$/.test(word) && !/[aeiouy]/.test(word));
}
