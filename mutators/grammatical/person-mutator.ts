import type { MutationInput, Mutator, Proposal, Refusal } from '../../src/core/mutation.ts';
import { imperatives } from '../parsers/imperatives.ts';
import { passiveKind } from '../parsers/object-phrases.ts';
import { proseSentences } from '../parsers/prose-sentences.ts';
import { lowerVerb, requestProblem } from '../parsers/requests.ts';
import { addressesReader, personChange } from '../parsers/second-person.ts';
import { matchCase, propose, refuse, replaceSpan } from '../proposals.ts';

const WE = ['We need to', 'We have to'] as const;
const I = ['I need you to', 'I want you to'] as const;

/**
 * "You need to sort a list." <-> "We need to sort a list."; "Write a function ..." -> "We need to write a function ...";
 * "your function" <-> "the function", everywhere or once
 *
 * "You" and "we" change throughout the prompt or not at all, so that it speaks in one voice; verbs are the same in both
 * persons. Refuses where the case of "you" is unclear, where "we" is the author or would stand beside "you", and list items.
 */
export const personMutator: Mutator = {
  name: 'gram-person',
  family: 'grammatical',
  summary: 'Changes the grammatical person that the prompt speaks in.',
  example: { before: 'Write a function to find the sum.', after: 'We need to write a function to find the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  // One voice: "We should write" may not stand beside "Your function".
  once: true,
  source: 'original',
  *propose(input) {
    const change = personChange(input.prompt, input.entryPoint);
    if ('problem' in change) yield refuse(change.problem);
    else yield propose(change.map(({ word, other }) => replaceSpan(word, matchPronoun(word.text, other))));
    yield* requests(input);
    yield* owners(input);
  },
};

/** "You" alone may not be read as capitals. */
function matchPronoun(model: string, word: string): string {
  return model === model.toUpperCase() ? word.toUpperCase() : matchCase(model, word);
}

function* requests({ prompt, entryPoint }: MutationInput): Iterable<Proposal | Refusal> {
  const addressed = addressesReader(prompt);
  for (const imperative of imperatives(prompt, entryPoint)) {
    const { sentence, verb, asksFor, fronted } = imperative;
    if (asksFor === 'behaviour' && passiveKind(lowerVerb(verb)) !== 'result') continue;
    const openings = [...(addressed ? [] : WE), ...(asksFor === 'program' ? I : [])];
    const problem = requestProblem(imperative) ?? (openings.length === 0 ? 'both-persons' : null);
    if (problem) yield refuse(problem, sentence);
    else if (/[?!]/.test(sentence.terminator)) yield refuse('not-a-plain-request', sentence);
    else if (asksFor === 'behaviour' && sentence.terminator === ':') yield refuse('announces-list', sentence);
    else if (sentence.textOf({ start: verb.end, end: verb.end + 1 }) !== ' ') yield refuse('line-break', sentence);
    else {
      for (const opening of openings) {
        const lead =
          fronted && !opening.startsWith('I ') ? opening.charAt(0).toLowerCase() + opening.slice(1) : opening;
        yield propose([replaceSpan(verb, `${lead} ${lowerVerb(verb)}`)]);
      }
    }
  }
}

const YOURS = /^(your)\s+(?:task|goal|job|function|program|method|solution|code)\b/i;
const THE =
  /^(the)\s+(?:function|method|program)\s+(?:(?:also|then) )?(?:should|must|will|takes|accepts|receives|returns|computes|calculates|checks|uses|handles)\b/i;

/** "Your task is" <-> "The task is", "The function should" <-> "Your function should", at the start of a sentence. */
function* owners({ prompt, entryPoint }: MutationInput): Iterable<Proposal | Refusal> {
  const edits = proseSentences(prompt, entryPoint).flatMap((sentence) => {
    const opening = prompt.text.slice(sentence.start, Math.min(sentence.end, sentence.start + 60));
    const owner = (YOURS.exec(opening) ?? THE.exec(opening))?.[1];
    if (owner === undefined) return [];
    const other = owner.toLowerCase() === 'your' ? 'the' : 'your';
    const edit = replaceSpan({ start: sentence.start, end: sentence.start + owner.length }, matchPronoun(owner, other));
    return [{ owner: owner.toLowerCase(), edit }];
  });
  for (const owner of ['your', 'the']) {
    const own = edits.filter((each) => each.owner === owner).map(({ edit }) => edit);
    if (own.length > 1) yield propose(own);
    for (const edit of own) yield propose([edit]);
  }
}
