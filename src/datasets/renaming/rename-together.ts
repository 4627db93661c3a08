import { renameIdentifiers } from '../../python-source/renaming/rename.ts';
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
