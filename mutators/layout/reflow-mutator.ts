import type { Mutator } from '../../src/core/mutation.ts';
import { type Edit, overlapsInOrder } from '../../src/core/text.ts';
import { proseBlocks } from '../parsers/prose-blocks.ts';
import { readParagraph, unbreakable, type WrappedParagraph, wrapParagraph } from '../parsers/wrapped-lines.ts';
import { propose, refuse } from '../proposals.ts';

/** Usual line lengths of docstrings and letters, in columns. */
const WIDTHS = [50, 60, 72, 79, 88, 100, 120] as const;

/**
 * Paragraphs filled to another line length, word by word as before.
 *
 * Refuses lists, fields, tables, displayed mathematics, and line ends that were meant: those after which the next word
 * would still have fitted.
 */
export const reflowMutator: Mutator = {
  name: 'fmt-reflow',
  family: 'layout',
  summary: 'Paragraphs wrapped at another line length.',
  example: {
    before: 'Return the sum of the list, where every number that is negative counts as zero.',
    after: 'Return the sum of the list, where every number\nthat is negative counts as zero.',
  },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['layout-white-space'],
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const { text } = prompt;
    const atomicIn = overlapsInOrder(unbreakable(prompt, entryPoint));
    const paragraphs: WrappedParagraph[] = [];
    for (const block of proseBlocks(prompt, entryPoint)) {
      const read = readParagraph(text, block, atomicIn(block));
      if ('problem' in read) yield refuse(read.problem, block);
      else paragraphs.push(read);
    }
    const seen = new Set<string>(['']);
    for (const width of WIDTHS) {
      const edits: Edit[] = paragraphs.flatMap((paragraph) => wrapParagraph(text, paragraph, width, entryPoint) ?? []);
      const key = edits.map(({ start }) => start).join();
      if (seen.has(key)) continue;
      seen.add(key);
      yield propose(edits);
    }
    if (seen.size === 1) yield refuse('nothing-to-wrap');
  },
};
