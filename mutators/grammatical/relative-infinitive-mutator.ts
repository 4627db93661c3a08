import type { Edit } from '../../src/core/edit.ts';
import type { Mutator, Refusal } from '../../src/core/mutation.ts';
import { verbGroup } from '../parsers/coordinated-verbs.ts';
import { type ProgramHead, programHeads } from '../parsers/program-heads.ts';
import { thirdPerson } from '../parsers/verb-forms.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

/** Said of a program in a relative clause, but not as its purpose. */
const NO_PURPOSE = /^(?:take|accept|receive|expect|have|contain|need|require|belong|depend|mean|lie|consist|do)$/;
const RELATIVES = ['that', 'which'] as const;

/**
 * "a function to find the sum" <-> "a function that finds the sum"
 *
 * Verbs coordinated with the first change along; where "and" may join something else, it refuses. What a function takes
 * is not a purpose of it ("a function to take a list"), so such relative clauses stay.
 */
export const relativeInfinitiveMutator: Mutator = {
  name: 'gram-relative-infinitive',
  family: 'grammatical',
  summary: 'Says what the program is for as a relative clause instead of an infinitive, or the reverse.',
  example: { before: 'Write a function to find the sum.', after: 'Write a function that finds the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    let met = false;
    for (const head of programHeads(prompt, entryPoint)) {
      met = true;
      const refused = problemOf(head);
      if (refused) yield refused;
      else if (head.kind === 'relative') yield propose(edits(head, 'to'));
      else for (const relative of RELATIVES) yield propose(edits(head, relative));
    }
    if (!met) yield refuse('no-program-clause');
  },
};

function problemOf({ sentence, terms, marker, verb, kind }: ProgramHead): Refusal | null {
  const at = terms[marker];
  if (verb < 0) return refuse('unknown-verb', at);
  const group = verbGroup(sentence, terms, verb, kind === 'infinitive' ? 'base' : 'third');
  if ('problem' in group) return refuse(group.problem, at);
  if (group.verbs.some(({ base }) => NO_PURPOSE.test(base))) return refuse('no-purpose', at);
  return null;
}

function edits({ sentence, terms, marker, verb, kind }: ProgramHead, word: string): Edit[] {
  const group = verbGroup(sentence, terms, verb, kind === 'infinitive' ? 'base' : 'third');
  const verbs = 'verbs' in group ? group.verbs : [];
  return [
    ...terms.slice(marker, marker + 1).map((term) => replaceSpan(term, word)),
    ...verbs.map(({ term, base }) => replaceSpan(term, kind === 'infinitive' ? thirdPerson(base) : base)),
  ];
}
