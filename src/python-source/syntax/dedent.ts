/** Code without the indentation that all of its lines share. */
export function dedentFully(code: string): string {
  const lines = code.split('\n');
  const depthOf = (line: string) => line.length - line.trimStart().length;
  const depth = lines.reduce((least, line) => (line.trim() ? Math.min(least, depthOf(line)) : least), code.length);
  return lines.map((line) => line.slice(depth)).join('\n');
}

/** Lines without so many columns of white space; those that have other text there stay. */
export const withoutIndent = (lines: readonly string[], indent: number): string =>
  lines.map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line)).join('\n');

/** Code without the indentation of its first line: a method cut out of its class keeps that of the class. */
export function dedent(code: string): string {
  const lines = code.split('\n');
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return withoutIndent(lines, first.length - first.trimStart().length);
}

/** Code with an indentation in front of its filled lines. */
export const indented = (code: string, indent: string): string => code.replace(/^(?=.*\S)/gm, indent);
