import type { Edit } from '../../src/core/edit.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { type NounModifier, nounModifiers } from '../parsers/noun-modifiers.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * "a list that contains integers" <-> "a list containing integers"; "numbers that are divisible by 3" -> "numbers
 * divisible by 3"
 *
 * Verbs of state only, since a participle of other verbs would tell of something going on. Refuses where "and" may join
 * a verb of another clause, and, towards a relative clause, where the noun that is meant could be singular or plural.
 */
export const relativeParticipleMutator: Mutator = {
  name: 'gram-relative-participle',
  family: 'grammatical',
  summary: 'Turns relative clauses into participles and back.',
  example: {
    before: 'Given a list that contains integers, sort it.',
    after: 'Given a list containing integers, sort it.',
  },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    let met = false;
    for (const modifier of nounModifiers(prompt, entryPoint)) {
      met = true;
      const edits = 'problem' in modifier ? null : editsOf(modifier);
      if ('problem' in modifier) yield refuse(modifier.problem, modifier.sentence);
      else if (edits === null) yield refuse('line-break', modifier.sentence);
      else yield propose(edits);
    }
    if (!met) yield refuse('no-noun-modifier');
  },
};

/** null where a line break would have to go. */
function editsOf({ sentence, parts, removed }: NounModifier): Edit[] | null {
  const edits = parts.map(({ term, words }) => replaceSpan(term, words));
  for (const term of removed) {
    const end = term.end + 1;
    if (sentence.textOf({ start: term.end, end }) !== ' ') return null;
    edits.push(replaceSpan({ start: term.start, end }, ''));
  }
  return edits;
}
