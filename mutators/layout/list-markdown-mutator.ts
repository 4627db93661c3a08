import type { Edit } from '../../src/core/edit.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { paragraphsOfSentences } from '../parsers/paragraphs.ts';
import { insertAt, propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * A paragraph of several sentences as a Markdown list, one item a sentence, in the same order and words.
 *
 * Refuses paragraphs that hold a sentence which announces what follows, a remark about the sentence before ("Otherwise
 * ...") or a bullet; that are list items or fields, or stand under such; and that other text touches without a blank line.
 */
export const listMarkdownMutator: Mutator = {
  name: 'fmt-list-markdown',
  family: 'layout',
  summary: 'The sentences of a paragraph as items of a Markdown list.',
  example: { before: 'Sum the list. Skip zeros.', after: '- Sum the list.\n- Skip zeros.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['layout-white-space'],
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const all: Edit[] = [];
    for (const paragraph of paragraphsOfSentences(prompt, entryPoint)) {
      if (paragraph.problem !== null) {
        yield refuse(paragraph.problem, paragraph);
        continue;
      }
      const { indent, newline, startsOwnLine, gaps, lineBreaks, start } = paragraph;
      all.push(insertAt(start, startsOwnLine ? '- ' : `${newline}${indent}- `));
      for (const gap of gaps) all.push(replaceSpan(gap, `${newline}${indent}- `));
      for (const at of lineBreaks) all.push(insertAt(at, '  '));
    }
    if (all.length > 0) yield propose(all);
    else yield refuse('no-paragraph-of-sentences');
  },
};
