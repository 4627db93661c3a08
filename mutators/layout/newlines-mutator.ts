import type { Edit } from '../../src/core/edit.ts';
import type { MutationInput, Mutator } from '../../src/core/mutation.ts';
import type { Region } from '../../src/core/prompt.ts';
import { insertAt, propose, RECODE, refuse, replaceSpan } from '../proposals.ts';

/** One way to lay out white space around lines of running text; none where nothing changes. */
type Layout = (text: string, regions: readonly Region[], input: MutationInput) => Edit[];

/**
 * More or fewer blank lines between paragraphs, one blank more or none at the ends of lines, a line end more or less at
 * the end of a free text.
 *
 * Only in running text: a blank line ends an example's output and a trailing blank may be a program's input. Two blanks
 * at a line's end are a line break of Markdown and stay.
 */
export const newlinesMutator: Mutator = {
  name: 'fmt-newlines',
  family: 'layout',
  summary: 'Blank lines and blanks at line ends, more or fewer.',
  example: { before: 'Sum it.\n\nSkip zeros.', after: 'Sum it.\n\n\nSkip zeros.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['layout-white-space'],
  source: RECODE,
  *propose(input) {
    const { text, regions } = input.prompt;
    const prose = regions.filter(({ kind }) => kind === 'prose');
    const layouts: readonly Layout[] = [
      widerGaps,
      narrowerGaps,
      gapsBeforeExamples,
      blankAtLineEnds,
      bareLineEnds,
      otherEnd,
    ];
    let any = false;
    for (const layout of layouts) {
      const edits = layout(text, prose, input);
      if (edits.length === 0) continue;
      any = true;
      yield propose(edits);
    }
    if (!any) yield refuse(prose.length === 0 ? 'no-running-text' : 'one-line-before-code');
  },
};

/** A blank line between two lines of text, and what else is blank there. */
const GAP = /(?<=\S[^\S\n]*\n)(?:[^\S\n]*\n)+(?=[^\S\n]*\S)/g;

const widerGaps: Layout = (text, prose) =>
  matchesIn(text, prose, GAP).map(({ start, text: gap }) => insertAt(start, gap.startsWith('\r') ? '\r\n' : '\n'));

const narrowerGaps: Layout = (text, prose) =>
  matchesIn(text, prose, GAP).flatMap(({ start, text: gap }) => {
    const first = gap.indexOf('\n') + 1;
    return first < gap.length ? [replaceSpan({ start: start + first, end: start + gap.length }, '')] : [];
  });

/** Running text right above a doctest: a blank line between them. */
const gapsBeforeExamples: Layout = (text, prose, { prompt }) =>
  prose.flatMap(({ start, end }) => {
    const after = prompt.regions.find((region) => region.start === end);
    const body = text.slice(start, end);
    const tight = /\S[^\S\n]*(\r?\n)$/.exec(body);
    return after?.kind === 'example' && tight && /^\s*>>>/.test(text.slice(end, end + 80))
      ? [insertAt(end, tight[1] as string)]
      : [];
  });

const blankAtLineEnds: Layout = (text, prose) =>
  matchesIn(text, prose, /(?<=[\p{L}\p{N}.,;:)])(?=\r?\n)/gu).map(({ start }) => insertAt(start, ' '));

const bareLineEnds: Layout = (text, prose) =>
  matchesIn(text, prose, /(?<=[^\s\\])(?: {1,8}|\t)(?=\r?\n)/g).flatMap(({ start, text: blanks }) => {
    const end = start + blanks.length;
    const breaksLine = blanks.length > 1 && /^\r?\n[^\S\n]*\S/.test(text.slice(end, end + 200));
    return breaksLine ? [] : [replaceSpan({ start, end }, '')];
  });

/** A free text ends with a line end where it had none, and the other way round; a program's beginning stays. */
const otherEnd: Layout = (text, prose, { prompt }) => {
  const last = prompt.regions.at(-1);
  if (last?.kind !== 'prose' || prompt.regions.some(({ kind }) => kind === 'signature')) return [];
  if (text.slice(last.start).trim() === '' || prose.length === 0) return [];
  const trailing = /(?:\r?\n)$/.exec(text);
  return [trailing ? replaceSpan({ start: trailing.index, end: text.length }, '') : insertAt(text.length, '\n')];
};

function matchesIn(text: string, regions: readonly Region[], pattern: RegExp): { start: number; text: string }[] {
  return regions.flatMap(({ start, end }) =>
    Array.from(text.slice(start, end).matchAll(pattern), (match) => ({ start: start + match.index, text: match[0] })),
  );
}
