const WIDTH = 56;
/** Rows that are shown; the first that differ are among them. */
const ROWS = 14;

/** Two texts in two columns, with `|` between rows that differ; rows before and after a change that stand for others are left out. */
export function sideBySide(before: string, after: string): string {
  const left = rowsOf(before);
  const right = rowsOf(after);
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
    left[at] ?? '',
    right[at] ?? '',
  ]);
  const first = rows.findIndex(([one, other]) => one !== other);
  const from = Math.max(0, Math.min(first - 2, rows.length - ROWS));
  const shown = rows.slice(from, from + ROWS).map(([one = '', other = '']) => {
    const mark = one === other ? ' ' : '|';
    return `  ${one.padEnd(WIDTH)} ${mark} ${other}`.trimEnd();
  });
  return [...(from > 0 ? ['  …'] : []), ...shown, ...(from + ROWS < rows.length ? ['  …'] : [])].join('\n');
}

/** Lines wrapped at blanks; longer words are cut. */
function rowsOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const rows: string[] = [];
    let rest = line.replaceAll('\t', '    ').trimEnd();
    while (rest.length > WIDTH) {
      const blank = rest.lastIndexOf(' ', WIDTH);
      const end = rest.slice(0, blank).trim() === '' ? WIDTH : blank;
      rows.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
    return [...rows, rest];
  });
}
