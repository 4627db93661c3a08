import type { Mutator } from '../../src/core/mutation.ts';
import type { Edit } from '../../src/core/text.ts';
import { insertAt, propose, RECODE, refuse, replaceSpan } from '../proposals.ts';

/** A blank line between two lines of text, with all adjacent blank lines. */
const GAP = /(?<=\S[^\S\n]*\n)(?:[^\S\n]*\n)+(?=[^\S\n]*\S)/g;
const LINE_END = /(?<=[\p{L}\p{N}.,;:)])(?=\r?\n)/gu;

/** A pattern in running text and its replacement; null keeps the match. */
const LAYOUTS: readonly (readonly [RegExp, (start: number, match: string) => Edit | null])[] = [
  [GAP, (start, gap) => insertAt(start, gap.startsWith('\r') ? '\r\n' : '\n')],
  [
    GAP,
    (start, gap) => {
      const first = gap.indexOf('\n') + 1;
      return first < gap.length ? replaceSpan({ start: start + first, end: start + gap.length }, '') : null;
    },
  ],
  [LINE_END, (start) => insertAt(start, ' ')],
];

/**
 * More or fewer blank lines between paragraphs, or one blank more at the ends of lines.
 *
 * Only in running text: a blank line ends an example's output and a trailing blank may be a program's input. Two blanks
 * at a line's end are a line break of Markdown and stay.
 */
export const newlinesMutator: Mutator = {
  name: 'fmt-newlines',
  family: 'layout',
  summary: 'Blank lines more or fewer, and blanks at line ends.',
  example: { before: 'Sum it.\n\nSkip zeros.', after: 'Sum it.\n\n\nSkip zeros.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['layout-white-space'],
  source: RECODE,
  *propose({ prompt: { text, regions } }) {
    const prose = regions.filter(({ kind }) => kind === 'prose');
    let any = false;
    for (const [pattern, editOf] of LAYOUTS) {
      const edits = prose.flatMap(({ start, end }) =>
        [...text.slice(start, end).matchAll(pattern)].flatMap((match) => editOf(start + match.index, match[0]) ?? []),
      );
      if (edits.length === 0) continue;
      any = true;
      yield propose(edits);
    }
    if (!any) yield refuse(prose.length === 0 ? 'no-running-text' : 'no-line-end');
  },
};
