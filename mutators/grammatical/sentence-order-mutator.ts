import type { Mutator } from '../../src/core/mutation.ts';
import { factProblem, leansBack, swapProblem } from '../parsers/facts.ts';
import { proseSentences } from '../parsers/prose-sentences.ts';
import { flatText, relayLines } from '../parsers/relaid-lines.ts';
import { unbreakable } from '../parsers/wrapped-lines.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

/** Neighbours looked at; each costs a tagging. */
const MOST_PAIRS = 60;

/**
 * Two neighbouring statements of fact in the other order.
 *
 * Refuses steps of a process, sentences with a word in common, pronouns, connectives, two returns or two errors, and
 * the prompt's opening sentence.
 */
export const sentenceOrderMutator: Mutator = {
  name: 'gram-sentence-order',
  family: 'grammatical',
  summary: 'Two independent statements change places.',
  example: {
    before: 'Sum it. You may assume that there are no zeros. The list is short.',
    after: 'Sum it. The list is short. You may assume that there are no zeros.',
  },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['reorders-protected'],
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const { text } = prompt;
    const sentences = proseSentences(prompt, entryPoint);
    const atomic = unbreakable(prompt, entryPoint);
    let pairs = 0;
    for (const [index, one] of sentences.entries()) {
      const other = sentences[index + 1];
      if (index === 0 || !other || other.block !== one.block || one.block.kind !== 'paragraph') continue;
      pairs += 1;
      if (pairs > MOST_PAIRS) break;
      const third = sentences[index + 2];
      const problem =
        factProblem(one) ??
        factProblem(other) ??
        swapProblem(one, other, text.slice(Math.max(0, one.start - 5_000), one.start));
      if (problem) yield refuse(problem, one);
      else if (third?.block === one.block && leansBack(third)) yield refuse('pronoun-behind', third);
      else {
        const span = { start: one.start, end: other.end };
        const holes = atomic.filter(({ start, end }) => start < span.end && end > span.start);
        const [first, second] = [flatText(text, one, holes), flatText(text, other, holes)];
        const laid =
          first === null || second === null ? null : relayLines(text.slice(span.start, span.end), `${second} ${first}`);
        if (laid === null) yield refuse('too-many-lines', one);
        else yield propose([replaceSpan(span, laid)]);
      }
    }
    if (pairs === 0) yield refuse('no-neighbouring-sentences');
  },
};
