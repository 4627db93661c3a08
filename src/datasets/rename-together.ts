import { MutagreeError } from '../core/errors.ts';

/** By word until scopes are known. */
function renameIdentifiers(
  code: string,
  renames: Readonly<Record<string, string>>,
): { code: string } | { refused: string } {
  return {
    code: code.replace(/[\p{L}\p{N}_]+/gu, (word) => (Object.hasOwn(renames, word) ? (renames[word] ?? word) : word)),
  };
}

/** Words and single other characters: renaming turns one word into one word, so their number never changes. */
const tokensOf = (code: string): string[] => code.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? [];

/**
 * Renames across pieces of code that Python would see as one module, in order, such as a reference and its tests; each
 * piece comes back on its own. A piece must not end inside a word.
 *
 * @throws MutagreeError `rewrite-refused` when a name cannot be renamed safely, such as a parameter used by `locals()`.
 */
export function renameTogether(pieces: readonly string[], renames: Readonly<Record<string, string>>): string[] {
  if (Object.keys(renames).length === 0) return [...pieces];
  const outcome = renameIdentifiers(pieces.join(''), renames);
  if ('refused' in outcome) {
    throw new MutagreeError('rewrite-refused', `the reference or its tests cannot be renamed: ${outcome.refused}`);
  }
  const tokens = tokensOf(outcome.code);
  let at = 0;
  return pieces.map((piece) => {
    const from = at;
    at += tokensOf(piece).length;
    return tokens.slice(from, at).join('');
  });
}
