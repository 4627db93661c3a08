import { refuseRewrite } from './refuse-rewrite.ts';

type Renames = Readonly<Record<string, string>>;

const wholeWord = (name: string, flags: string) => new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, flags);

/** Accepts only unmistakable names: with `_`, a digit or an inner capital. */
const isUnmistakable = (name: string) => /[_\d]|\p{Ll}\p{Lu}/u.test(name);

/** Running text with the names that it mentions renamed. @throws where one may be an English word, too */
export function followRenames(text: string, renames: Renames): string {
  let renamed = text;
  for (const [name, fresh] of Object.entries(renames)) {
    if (!wholeWord(name, 'u').test(renamed)) continue;
    if (!isUnmistakable(name)) refuseRewrite(`"${name}" may be a word of the other prompt`);
    renamed = renamed.replace(wholeWord(name, 'gu'), fresh);
  }
  return renamed;
}

/** Refuses code with a text such as `__main__.task_func`, looked up at run time. @throws `rewrite-refused` */
export function refuseNamesInText(code: string, renames: Renames): void {
  for (const [literal] of code.matchAll(/(["'])[\p{L}_][\p{L}\p{N}_.]*\1/gu)) {
    const looked = Object.keys(renames).find((name) => literal.includes('.') && wholeWord(name, 'u').test(literal));
    if (looked !== undefined) refuseRewrite(`the tests look "${looked}" up by its name in a text`);
  }
}
