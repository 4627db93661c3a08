import type { Mutator } from '../../src/core/mutation.ts';
import { fieldDescriptions } from '../parsers/field-descriptions.ts';
import { matchCase, propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * "path (str): The path to the file." -> "path (str): This is the path to the file."; "n: number of rows" -> "n: this is
 * the number of rows"
 *
 * All descriptions of a prompt that are a noun with what belongs to it become sentences, or one of them does. Refuses what
 * is a sentence already, and what has several parts.
 */
export const fieldSentenceMutator: Mutator = {
  name: 'gram-field-sentence',
  family: 'grammatical',
  summary: 'Makes sentences of the descriptions of parameters and results.',
  example: { before: 'path (str): The path to the file.', after: 'path (str): This is the path to the file.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const descriptions = fieldDescriptions(prompt, entryPoint);
    if (descriptions.length === 0) yield refuse('no-description-of-a-field');
    const edits = descriptions.flatMap(({ opening, noun, problem }) =>
      problem === null ? [replaceSpan(opening, `${matchCase(opening.text, 'this')} is ${noun}`)] : [],
    );
    for (const { opening, problem } of descriptions) if (problem !== null) yield refuse(problem, opening);
    if (edits.length > 1) yield propose(edits);
    for (const edit of edits) yield propose([edit]);
  },
};
