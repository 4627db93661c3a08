import { z } from 'zod';
import type { Mutator } from '../../src/core/mutation.ts';
import { type Edit, overlapsInOrder, type Span } from '../../src/core/text.ts';
import { readData } from '../../src/package-root.ts';
import { protectedSpans } from '../parsers/protected-spans.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

const { words, pairs } = readData(
  'lexicons/emphasised-words.json',
  z.object({ words: z.array(z.string()), pairs: z.array(z.string()) }),
);
const STRESSED = new RegExp(`(?<![\\w*-])(?:${[...pairs, ...words].join('|')})(?![\\w*-])`, 'g');

/** No mutant stresses more. */
const MOST_WORDS = 40;

/**
 * Writes a word that defines the task in capitals or bold type: "not" as "NOT" or "**not**".
 *
 * Proposes each such word of the running text alone and all of them together. Skips quotations, expressions, "not
 * None", which reads as code, and "or not", where the stress would be odd.
 */
export const caseEmphasisMutator: Mutator = {
  name: 'fmt-case-emphasis',
  family: 'layout',
  summary: 'Decisive words such as "not" in capitals or bold type.',
  example: { before: 'Do not sort the list.', after: 'Do NOT sort the list.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['case', 'emphasis'],
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const { text } = prompt;
    const spans = protectedSpans(prompt, entryPoint).filter(
      ({ kind }) => kind !== 'operator' && kind !== 'number-word',
    );
    const found: Edit[] = [];
    const protectedIn = overlapsInOrder(spans);
    for (const { kind, start, end } of prompt.regions) {
      if (kind !== 'prose') continue;
      for (const match of text.slice(start, end).matchAll(STRESSED)) {
        const at = start + match.index;
        const word = { start: at, end: at + match[0].length };
        if (protectedIn(word).length > 0) continue;
        if (found.length < MOST_WORDS && !isFixed(text, word)) found.push(replaceSpan(word, match[0]));
      }
    }
    if (found.length === 0) return yield refuse('no-decisive-word');
    const styles = [(word: string) => word.toUpperCase(), (word: string) => `**${word}**`] as const;
    for (const style of styles) {
      for (const edit of found) yield propose([{ ...edit, replacement: style(edit.replacement) }]);
      if (found.length > 1) yield propose(found.map((edit) => ({ ...edit, replacement: style(edit.replacement) })));
    }
  },
};

/** Text that reads as code ("not None", "all(...)"), or cannot be stressed alone: "or not", "each other", "at all". */
function isFixed(text: string, { start, end }: Span): boolean {
  const after = text.slice(end, end + 24).replace(/\s+/g, ' ');
  const before = text.slice(Math.max(0, start - 12), start).replace(/\s+/g, ' ');
  return (
    /^(?:\(| (?:None|True|False|NaN|other|another|in [a-z_]*[_`])\b|[.[_])/.test(after.replace(/^\.(?=\s|$)/, '')) ||
    /(?:^| )(?:or|at|after) $/i.test(before)
  );
}
