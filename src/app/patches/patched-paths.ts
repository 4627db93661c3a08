const HEADER = /^(?:---|\+\+\+|rename from|rename to|copy from|copy to) (.+)$/;
const GIT_HEADER = /^diff --git (.+)$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** A name as git writes it: in quotes, with octal bytes, if it holds other characters than plain ones. */
function unquoted(name: string): string {
  const bytes = name.startsWith('"')
    ? name
        .slice(1, name.lastIndexOf('"'))
        .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
          code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
        )
    : name.replace(/\t.*$/, '');
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Both names of `diff --git a/x b/x`, which is all that a change without lines has. */
function namesOf(header: string): string[] {
  if (header.startsWith('"')) return (header.match(/"(?:\\.|[^"\\])*"/g) ?? []).map(unquoted);
  const half = (header.length - 1) / 2;
  return [header.slice(0, half), header.slice(half + 1)].map(unquoted);
}

/**
 * Paths that a patch may read or write, relative to its root, with and without the first folder (`a/`); some of them may
 * be no path of the patch, as a line of code can look like a header.
 */
export function patchedPaths(diff: Buffer): readonly string[] {
  const lines = diff.toString('latin1').split(/\r?\n/);
  const names = lines.flatMap((line) => {
    const git = GIT_HEADER.exec(line)?.[1];
    if (git !== undefined) return namesOf(git);
    const name = HEADER.exec(line)?.[1];
    return name === undefined ? [] : [unquoted(name)];
  });
  const paths = names.flatMap((name) => [name, name.replace(/^[^/]*\//, '')]);
  return [...new Set(paths)].filter((path) => path !== '' && !path.split('/').some((part) => /^\.{0,2}$/.test(part)));
}
