import { MutagreeError } from '../../core/errors.ts';
import type { DatasetFormat } from '../dataset-format.ts';

/** Says that a record cannot follow a renaming safely. @throws MutagreeError `rewrite-refused`, always */
export function refuseRewrite(reason: string): never {
  throw new MutagreeError('rewrite-refused', `the reference or its tests cannot be renamed: ${reason}`);
}

/** Rewrites records that cannot follow any renaming: another prompt in `field`, or a refusal. */
export const promptAlone =
  (field: string, reason: (name: string) => string): DatasetFormat['rewrite'] =>
  (value, { promptText, renames }) => {
    const [name] = Object.keys(renames);
    if (name !== undefined) refuseRewrite(reason(name));
    return { ...value, [field]: promptText };
  };

/** The new name of the one function that can be renamed; undefined where nothing is. @throws MutagreeError `rewrite-refused` */
export function onlyRenamed(
  renames: Readonly<Record<string, string>>,
  name: string | null,
  reason: string,
): string | undefined {
  if (Object.keys(renames).some((old) => old !== name)) refuseRewrite(reason);
  return name === null ? undefined : renames[name];
}

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
