import { MutagreeError } from '../../core/errors.ts';
import { applyEdits } from '../../core/text.ts';
import { renameIdentifiers } from '../../python-source/renaming/rename.ts';
import { findFunction } from '../../python-source/syntax/python-names.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { textIn } from '../formats/record-task.ts';

/** old -> new */
type Renames = Readonly<Record<string, string>>;

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
export function onlyRenamed(renames: Renames, name: string | null, reason: string): string | undefined {
  if (Object.keys(renames).some((old) => old !== name)) refuseRewrite(reason);
  return name === null ? undefined : renames[name];
}

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

/** Words and single other characters: renaming turns one word into one word, so their number never changes. */
const tokensOf = (code: string): string[] => code.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? [];

/**
 * Renames across pieces of code that Python would see as one module, in order, such as a reference and its tests; each
 * piece comes back on its own. A piece must not end inside a word.
 *
 * @param entryPoint by its old name; parameters among `renames` are those of this function
 * @throws MutagreeError `rewrite-refused` when a name cannot be renamed safely, such as a parameter used by `locals()`.
 */
export function renameTogether(pieces: readonly string[], renames: Renames, entryPoint: string | null): string[] {
  if (Object.keys(renames).length === 0) return [...pieces];
  const outcome = renameIdentifiers(pieces.join(''), renames, { entryPoint });
  if ('refused' in outcome) refuseRewrite(outcome.refused);
  const tokens = tokensOf(outcome.code);
  let at = 0;
  return pieces.map((piece) => {
    const from = at;
    at += tokensOf(piece).length;
    return tokens.slice(from, at).join('');
  });
}

/** Fields of a record renamed together: those of one group are one text. @throws `rewrite-refused` */
export function renameFields(
  value: Readonly<Record<string, unknown>>,
  groups: readonly (readonly string[])[],
  renames: Renames,
  entryPoint: string | null,
): Record<string, string> {
  const fields = groups.flatMap((group) => [...group, '\n']);
  const pieces = fields.map((field) => (field === '\n' ? field : textIn(value, field)));
  const renamed = renameTogether(pieces, renames, entryPoint);
  const texts = fields.map((field, at) => [field, renamed[at] ?? ''] as const);
  return Object.fromEntries(texts.filter(([field]) => typeof value[field] === 'string'));
}

/** The test with keywords renamed in calls of the function that `check` is given, whatever its name there. */
export function renameCandidateKeywords(test: string, entryPoint: string, renames: Renames): string {
  const candidate = findFunction(test, 'check')?.parameters[0]?.name;
  const fresh = new Map(Object.entries(renames).filter(([old]) => old !== entryPoint));
  const calls = parsePython(test).root.findAll(
    ({ callee }) => callee?.type === 'identifier' && callee.text === candidate,
  );
  const edits = calls.flatMap((call) =>
    call.childrenIn('arguments').flatMap((argument) => {
      const name = argument.type === 'keyword_argument' ? argument.child('name') : null;
      const replacement = name && fresh.get(name.text);
      return replacement ? name.replacedBy(replacement) : [];
    }),
  );
  return applyEdits(test, edits);
}
