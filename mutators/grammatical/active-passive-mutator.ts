import type { Mutator, Proposal, Refusal } from '../../src/core/mutation.ts';
import { type Imperative, imperatives } from '../parsers/imperatives.ts';
import { joinedVerbs, makesResult, objectOf, pastParticiple } from '../parsers/object-phrases.ts';
import type { Term } from '../parsers/part-of-speech.ts';
import { requestProblem } from '../parsers/requests.ts';
import { insertAt, matchCase, propose, refuse, replaceSpan } from '../proposals.ts';

const PROGRAM_AUXILIARIES = ['should be', 'needs to be'] as const;

/** Behind these a step may be one of several that may be taken, which "should" would make a duty. */
const RULES = /\b(?:operations?|following|moves?|options?|choose|can)\b|:\s*$/i;

/**
 * "Return the sum." -> "The sum should be returned."; "Write a function to ..." -> "A function should be written to
 * ..."
 *
 * The description of a program stays after the verb, so its scope does not change. An object must end with the
 * sentence, or before words that can only belong to the verb. Refuses coordinated verbs and sentences whose subject
 * would be "it" ("It should be checked if ..."). Steps other than results become passive only in the prompt's first
 * request: a later one may describe a rule.
 */
export const activePassiveMutator: Mutator = {
  name: 'gram-active-passive',
  family: 'grammatical',
  summary: 'Turns a request into the passive.',
  example: { before: 'Return the sum of the list.', after: 'The sum of the list should be returned.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const requests = imperatives(prompt, entryPoint);
    if (requests.length === 0) yield refuse('no-imperative');
    for (const [index, request] of requests.entries()) {
      const isStep = index > 0 || RULES.test(prompt.text.slice(0, request.sentence.start));
      yield* request.programNoun ? programPassives(request, request.programNoun) : passives(request, isStep);
    }
  },
};

function* programPassives({ sentence, verb }: Imperative, noun: Term): Iterable<Proposal | Refusal> {
  const terms = sentence.terms();
  const article = terms[terms.indexOf(verb) + 1];
  const marker = markerBehind(terms, terms.indexOf(noun), sentence);
  const said = terms[marker];
  if (sentence.block.kind === 'list-item') yield refuse('list-item', sentence);
  else if (sentence.terminator === '?') yield refuse('not-a-plain-request', sentence);
  else if (!article || !said || !/^(?:an?|the)$/.test(article.text)) yield refuse('inside-sentence', sentence);
  else if (article.start !== verb.end + 1 || sentence.textOf({ start: verb.end, end: article.start }) !== ' ')
    yield refuse('line-break', sentence);
  else if (said.text !== 'to' && joinedVerbs(sentence, terms.slice(marker)).some(({ text }) => !/s$/.test(text)))
    // "a function that takes a list and return it": the subject of the second verb is ambiguous.
    yield refuse('mixed-coordination', sentence);
  else {
    const participle = pastParticiple(verb.text.toLowerCase());
    for (const auxiliary of PROGRAM_AUXILIARIES)
      yield propose([
        replaceSpan({ start: verb.start, end: article.end }, matchCase(verb.text, article.text)),
        insertAt(said.start, `${auxiliary} ${participle} `),
      ]);
  }
}

/** Words between the noun and its description that name or locate the program. */
const NAMING = /^(?:called|named|in|for|within|of|the|an?|class|module|python|python3)$/;

/** Returns the index of "to", "that" or "which" after a program and its name; -1 if other words come in between. */
function markerBehind(terms: readonly Term[], noun: number, { textOf }: Imperative['sentence']): number {
  for (let i = noun + 1; i < terms.length; i++) {
    const [before, term] = [terms[i - 1] as Term, terms[i] as Term];
    const word = term.text.toLowerCase();
    if (/[^\s`*]/.test(textOf({ start: before.end, end: term.start }))) return -1;
    if (term.protected) continue;
    if (/^(?:to|that|which)$/.test(word)) return i;
    if (!NAMING.test(word) && !/^(?:called|named)$/.test(before.text.toLowerCase())) return -1;
  }
  return -1;
}

function* passives(request: Imperative, isStep: boolean): Iterable<Proposal | Refusal> {
  const { sentence, verb } = request;
  const object = objectOf(request);
  const base = verb.text.toLowerCase();
  const problem = requestProblem(request) ?? ('problem' in object ? object.problem : null);
  if (problem !== null || 'problem' in object) yield refuse(problem ?? 'no-object', sentence);
  else if (/[?!:]/.test(sentence.terminator)) yield refuse('not-a-plain-request', sentence);
  else if (isStep && !makesResult(base)) yield refuse('later-step', sentence);
  else if (sentence.textOf({ start: verb.end, end: object.first.start }) !== ' ') yield refuse('line-break', sentence);
  else {
    const { first, behind } = object;
    const passive = `should be ${pastParticiple(base)}`;
    const stop = sentence.end - (sentence.terminator === '' ? 0 : 1);
    const raised = first.protected ? first.text : matchCase(verb.text, first.text);
    if (/^(?:true|false|null|none)$/.test(raised) && verb.text !== base) yield refuse('value-would-open', sentence);
    else if (!behind && /[.?!:]/.test(sentence.textOf({ start: stop - 1, end: stop })))
      yield refuse('open-end', sentence);
    else
      yield propose([
        replaceSpan({ start: verb.start, end: first.end }, raised),
        behind ? insertAt(behind.start, `${passive} `) : insertAt(stop, ` ${passive}`),
      ]);
  }
}
