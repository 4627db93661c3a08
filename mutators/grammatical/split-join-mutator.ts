import type { MutationInput, Mutator, Proposal } from '../../src/core/mutation.ts';
import { type ClausePair, clausePairs } from '../parsers/clause-pairs.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * "The function takes X and returns Y." <-> "The function takes X. It returns Y."; the same with two requests.
 *
 * Both halves must be plain: a condition, a relative clause, a negation or a third verb could belong to both.
 */
export const splitJoinMutator: Mutator = {
  name: 'gram-split-join',
  family: 'grammatical',
  summary: 'Two clauses in one sentence or in two.',
  example: { before: 'Sort the list and return the sum.', after: 'Sort the list. Return the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['sentence-joints'],
  source: 'original',
  *propose(input) {
    let met = false;
    for (const pair of clausePairs(input.prompt, input.entryPoint)) {
      met = true;
      if (pair.problem !== null) yield refuse(pair.problem, pair.sentence);
      else yield pair.kind === 'one-sentence' ? split(pair, input) : joined(pair, input);
    }
    if (!met) yield refuse('no-pair-of-clauses');
  },
};

function split({ joint, verb, stated, modal }: ClausePair, { prompt: { text } }: MutationInput): Proposal {
  const [, before = ' ', behind = ' '] = /^,?(\s+)and(\s+)$/.exec(text.slice(joint.start, joint.end)) ?? [];
  const word = text.slice(verb.start, verb.end);
  const opening = stated
    ? `It${behind}${modal === null ? '' : `${modal} `}${word}`
    : word.charAt(0).toUpperCase() + word.slice(1);
  // The request loses "and" and with it one of two gaps: the one that breaks the line stays.
  const gap = stated || /\n/.test(before) || !/\n/.test(behind) ? before : behind;
  return propose([replaceSpan({ start: joint.start, end: verb.end }, `.${gap}${opening}`)]);
}

function joined({ joint, verb, stated }: ClausePair, { prompt: { text } }: MutationInput): Proposal {
  const gap = text.slice(joint.start + 1, joint.end);
  const word = text.slice(verb.start, verb.end);
  const laid = stated ? gap.replace('It', 'and') : `${gap}and `;
  return propose([
    replaceSpan({ start: joint.start, end: verb.end }, `${laid}${word.charAt(0).toLowerCase()}${word.slice(1)}`),
  ]);
}
