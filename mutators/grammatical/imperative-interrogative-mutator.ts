import type { Mutator, Refusal } from '../../src/core/mutation.ts';
import type { Edit } from '../../src/core/text.ts';
import { type Imperative, imperatives } from '../parsers/imperatives.ts';
import { lowerVerb, requestProblem } from '../parsers/requests.ts';
import { insertAt, propose, refuse, replaceSpan } from '../proposals.ts';

const OPENINGS = ['Can you', 'Could you'] as const;

/**
 * "Write a function to ..." -> "Can you write a function to ...?"
 *
 * Only the prompt's first request becomes a question: a later one ("Return None if ...") would read as an option.
 * Refuses list items, sentences that announce a list ("... as follows:"), a second clause with its own subject, and a
 * sentence whose end is not marked before other text.
 */
export const imperativeInterrogativeMutator: Mutator = {
  name: 'gram-imperative-interrogative',
  family: 'grammatical',
  summary: 'Asks for what the prompt demands.',
  example: { before: 'Write a function to find the sum.', after: 'Can you write a function to find the sum?' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const [request] = imperatives(prompt, entryPoint);
    const refusal = request ? problemOf(request, prompt.text) : refuse('no-imperative');
    if (refusal) yield refusal;
    else if (request) for (const opening of OPENINGS) yield propose(questionEdits(request, opening));
  },
};

const STATED =
  /\b(?:your task|you(?:'ll)? (?:need|have|should|must|will|are asked)|should|must|please|this function)\b/i;

/** A line that announces rules: the sentence after it is a rule and not a request. "Task:" is no such line. */
const ANNOUNCED = /\S+ +\S+ +\S+ +[^\n]*:\s*$/;

function problemOf(imperative: Imperative, text: string): Refusal | null {
  const { sentence, askable, asksFor } = imperative;
  if (STATED.test(text.slice(sentence.block.start, sentence.start))) return refuse('request-stated-before', sentence);
  if (
    asksFor === 'behaviour' &&
    ANNOUNCED.test(text.slice(Math.max(0, sentence.block.start - 300), sentence.block.start))
  )
    return refuse('announced-rule', sentence);
  const problem = requestProblem(imperative);
  if (problem) return refuse(problem, sentence);
  if (!askable) return refuse('verb-not-askable', imperative.verb);
  if (sentence.terminator === ':') return refuse('announces-list', sentence);
  const end = sentence.textOf({ start: sentence.end - 2, end: sentence.end });
  if (sentence.terminator === '?' || sentence.terminator === '!' || end === '..')
    return refuse('not-a-plain-request', sentence);
  if (sentence.terminator === '' && (!sentence.closesBlock || sentence.block.followedByText)) {
    return refuse('open-end', sentence);
  }
  return null;
}

/** "Write ... ." becomes "Can you write ... ?"; after "Given ...," the question begins at the verb. */
function questionEdits({ sentence, verb, fronted }: Imperative, opening: string): Edit[] {
  const lead = fronted ? opening.toLowerCase() : opening;
  const text = sentence.textOf(sentence);
  const stop = sentence.terminator === '.' ? sentence.start + text.lastIndexOf('.') : null;
  return [
    replaceSpan(verb, `${lead} ${lowerVerb(verb)}`),
    stop === null ? insertAt(sentence.end, '?') : replaceSpan({ start: stop, end: stop + 1 }, '?'),
  ];
}
