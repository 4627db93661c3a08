import { refuseRewrite } from './refuse-rewrite.ts';

type Renames = Readonly<Record<string, string>>;

const wholeWord = (name: string, flags: string) => new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, flags);

/** Accepts only unmistakable names: with `_`, a digit or an inner capital. */
const isUnmistakable = (name: string) => /[_\d]|\p{Ll}\p{Lu}/u.test(name);

/**
 * Running text with the names that it mentions renamed.
 *
 * @throws MutagreeError `rewrite-refused` where a name may also be an English word of the text
 */
export function followRenames(text: string, renames: Renames): string {
  let renamed = text;
  for (const [name, fresh] of Object.entries(renames)) {
    if (!wholeWord(name, 'u').test(renamed)) continue;
    if (!isUnmistakable(name)) refuseRewrite(`"${name}" may be a word of the other prompt`);
    renamed = renamed.replace(wholeWord(name, 'gu'), fresh);
  }
  return renamed;
}

/**
 * A text such as `__main__.task_func` is looked up at run time: no renaming of code reaches it.
 *
 * @throws MutagreeError `rewrite-refused` where the code holds one
 */
export function refuseNamesInText(code: string, renames: Renames): void {
  for (const [literal] of code.matchAll(/(["'])[\p{L}_][\p{L}\p{N}_.]*\1/gu)) {
    const looked = Object.keys(renames).find((name) => literal.includes('.') && wholeWord(name, 'u').test(literal));
    if (looked !== undefined) refuseRewrite(`the tests look "${looked}" up by its name in a text`);
  }
}
