import type { Edit } from '../../src/core/edit.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { overlaps } from '../../src/core/span.ts';
import { protectedSpans } from '../parsers/protected-spans.ts';
import { spellingsOf, type VariantSpelling } from '../parsers/spellings.ts';
import { matchCase, propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * "normalize the colors" -> "normalise the colours", "substring" -> "sub-string".
 *
 * American and British words change together, so that a prompt never mixes them more than it did; every other spelling
 * changes throughout the prompt. Words inside protected spans stay. Where another word of the group has to stay, such as
 * one that the prompt uses as a name anywhere, none changes.
 */
export const spellingVariantMutator: Mutator = {
  name: 'lex-spelling-variant',
  family: 'lexical',
  summary: 'Another accepted spelling of a word, throughout the prompt.',
  example: { before: 'Normalize each substring.', after: 'Normalise each substring.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const hard = protectedSpans(prompt, entryPoint).filter(({ kind }) => kind !== 'operator' && kind !== 'number-word');
    const names = new Set(
      hard.map(({ start, end }) =>
        prompt.text
          .slice(start, end)
          .replace(/^\W+|\W+$/g, '')
          .toLowerCase(),
      ),
    );
    const byGroup = new Map<string, Edit[]>();
    const heldBack = new Set<string>();
    let hole = 0;
    for (const spelling of spellingsOf(prompt)) {
      while (hole < hard.length && (hard[hole]?.end ?? 0) <= spelling.start) hole += 1;
      const inside = hard[hole];
      if (inside && overlaps(inside, spelling)) continue;
      if (spelling.stays || names.has(spelling.text.toLowerCase()))
        for (const { group } of spelling.variants) heldBack.add(group);
      for (const [group, edit] of editsOf(spelling)) byGroup.set(group, [...(byGroup.get(group) ?? []), edit]);
    }
    if (byGroup.size === 0) yield refuse('no-spelling-variant');
    for (const [group, edits] of byGroup) yield heldBack.has(group) ? refuse('not-throughout') : propose(edits);
  },
};

function editsOf(spelling: VariantSpelling): [string, Edit][] {
  return spelling.variants.map(({ group, text }) => [group, replaceSpan(spelling, matchCase(spelling.text, text))]);
}
