import { z } from 'zod';
import { loadLexicon } from './lexicon.ts';
import type { Term } from './term.ts';

const { nounsAfter, plurals } = loadLexicon(
  'tag-corrections',
  z.object({ nounsAfter: z.array(z.string()), plurals: z.array(z.string()) }),
);
const DETERMINERS: ReadonlySet<string> = new Set(nounsAfter);
const PLURALS: ReadonlySet<string> = new Set(plurals);

/**
 * Mends what compromise gets wrong on technical English: plural nouns taken for verbs. A verb form in -s right behind a
 * determiner, number or adjective is a plural noun.
 */
export function correctTags(terms: readonly Term[]): Term[] {
  return terms.map((term, index) => {
    const before = terms[index - 1];
    if (term.protected || !term.tags.has('Verb') || before === undefined) return term;
    const word = term.text.toLowerCase();
    const nominal =
      before.tags.has('Adjective') || before.tags.has('Value') || DETERMINERS.has(before.text.toLowerCase());
    if (!PLURALS.has(word) || !(nominal || before.tags.has('Preposition') || before.tags.has('Noun'))) return term;
    return { ...term, tags: new Set(['Noun', 'Plural']) };
  });
}
