import { latexText } from './latex-text.ts';
import { cellText, type Table, type TableCell } from './table.ts';

/** Rows that fit on a page with caption and note. */
const ROWS_PER_PAGE = 55;

function latexCell(cell: TableCell): string {
  const text = cellText(cell);
  if (cell === null) return '--';
  if (typeof cell === 'string') return latexText(text);
  return text.replace('<', '$<$').replace(/(^|[ [])-/g, '$1$-$');
}

/** The `\\` of the row before reads on, over blanks and line breaks, for a star and for a length in brackets. */
function guardedRow(row: string): string {
  return row.replace(/^(?=\s*[[*])/, '{}');
}

/** Keeps a row off the rule above it. */
const STRUT = '\\rule{0pt}{2.4ex}';

/** The parts of a table that is longer than a page; they begin with a row that names itself, where there is one. */
function partsOf(table: Table): readonly Table[] {
  const parts: Table[] = [];
  for (let from = 0; from < table.rows.length || parts.length === 0; ) {
    let to = Math.min(table.rows.length, from + ROWS_PER_PAGE);
    const named = (at: number) => table.rows[at]?.[0] !== '';
    if (to < table.rows.length) {
      let at = to;
      while (at > from && !named(at)) at -= 1;
      to = at > from ? at : to;
    }
    parts.push({ ...table, rows: table.rows.slice(from, to) });
    from = to;
  }
  if (parts.length === 1) return parts;
  return parts.map((part, at) => ({
    ...part,
    id: at === 0 ? table.id : `${table.id}-${at + 1}`,
    caption: `${table.caption} (${at + 1} of ${parts.length})`,
  }));
}

/** One `table` environment with rules above, below and under the head; needs no package. */
function latexTable({ id, caption, note, head, rows }: Table): string {
  const names = rows.map((row) => row.findIndex((cell) => typeof cell !== 'string'));
  const textColumns = Math.max(1, Math.min(...names.filter((at) => at > 0), head.length));
  const columns = head.map((_, at) => (at < textColumns ? 'l' : 'r')).join('');
  const line = (cells: readonly string[]) => `${guardedRow(cells.join(' & '))} \\\\`;
  return [
    '\\begin{table}[!htbp]',
    '\\centering',
    `\\caption{${latexText(caption)}}`,
    `\\label{tab:${id}}`,
    '\\footnotesize',
    '\\setlength{\\tabcolsep}{4pt}',
    // A wide table shrinks to the text; a narrow one keeps its size.
    '\\fittowidth{%',
    `\\begin{tabular}{@{}${columns}@{}}`,
    '\\hline',
    STRUT + line(head.map(latexText)),
    '\\hline',
    ...rows.map((row, at) => (at === 0 ? STRUT : '') + line(row.map(latexCell))),
    '\\hline',
    '\\end{tabular}}',
    `\\par\\smallskip\\parbox{\\linewidth}{\\scriptsize ${latexText(note)}}`,
    '\\end{table}',
    '',
  ].join('\n');
}

/** A whole document that compiles with Debian's texlive-latex-base; a paper takes the tables out of it. */
export function latexDocument(title: string, tables: readonly Table[]): string {
  return [
    '% Compiles with pdflatex of texlive-latex-base. To use a table in a paper, copy its table environment,',
    '% load graphicx and copy \\fittowidth.',
    '\\documentclass[a4paper]{article}',
    '\\usepackage[utf8]{inputenc}',
    '\\usepackage{graphicx}',
    '\\usepackage[margin=2cm]{geometry}',
    '\\newsavebox{\\fitbox}',
    '\\newcommand{\\fittowidth}[1]{\\sbox{\\fitbox}{#1}%',
    '\\ifdim\\wd\\fitbox>\\linewidth\\resizebox{\\linewidth}{!}{\\usebox{\\fitbox}}\\else\\usebox{\\fitbox}\\fi}',
    '\\begin{document}',
    `\\section*{${latexText(title)}}`,
    '',
    ...tables.flatMap(partsOf).flatMap((table, at) => [latexTable(table), ...(at % 6 === 5 ? ['\\clearpage'] : [])]),
    '\\end{document}',
    '',
  ].join('\n');
}
