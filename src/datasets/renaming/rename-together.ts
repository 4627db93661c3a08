import { applyEdits } from '../../core/edit.ts';
import { renameIdentifiers } from '../../python-source/renaming/rename.ts';
import { findFunction } from '../../python-source/syntax/python-names.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';
import { textIn } from '../formats/fields.ts';
import { refuseRewrite } from './refuse-rewrite.ts';

/** Words and single other characters: renaming turns one word into one word, so their number never changes. */
const tokensOf = (code: string): string[] => code.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? [];

/**
 * Renames across pieces of code that Python would see as one module, in order, such as a reference and its tests; each
 * piece comes back on its own. A piece must not end inside a word.
 *
 * @param entryPoint by its old name; parameters among `renames` are those of this function
 * @throws MutagreeError `rewrite-refused` when a name cannot be renamed safely, such as a parameter used by `locals()`.
 */
export function renameTogether(
  pieces: readonly string[],
  renames: Readonly<Record<string, string>>,
  entryPoint: string | null,
): string[] {
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
  renames: Readonly<Record<string, string>>,
  entryPoint: string | null,
): Record<string, string> {
  const parts = groups.flatMap((fields) => [
    ...fields.map((field) => [field, textIn(value, field)] as const),
    ['', '\n'],
  ]);
  const renamed = renameTogether(
    parts.map(([, text = '']) => text),
    renames,
    entryPoint,
  );
  const texts = parts.map(([field = ''], at) => [field, renamed[at] ?? ''] as const);
  return Object.fromEntries(texts.filter(([field]) => typeof value[field] === 'string'));
}

/** The test with keywords renamed in calls of the function that `check` is given, whatever its name there. */
export function renameCandidateKeywords(
  test: string,
  entryPoint: string,
  { [entryPoint]: _, ...renames }: Readonly<Record<string, string>>,
): string {
  const candidate = findFunction(test, 'check')?.parameters[0]?.name;
  const fresh = new Map(Object.entries(renames));
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
