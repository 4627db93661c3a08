import type { Mutator, Proposal, Refusal } from '../../src/core/mutation.ts';
import { type Imperative, imperatives } from '../parsers/imperatives.ts';
import { objectOf, passiveKind, type VerbObject } from '../parsers/object-phrases.ts';
import { type ProgramHead, programHeads } from '../parsers/program-heads.ts';
import { mixesForms, passiveLead } from '../parsers/program-requests.ts';
import { requestProblem } from '../parsers/requests.ts';
import { pastParticiple } from '../parsers/verb-forms.ts';
import { insertAt, matchCase, propose, refuse, replaceSpan } from '../proposals.ts';

/** Behind these a step may be one of several that may be taken, which "should" would make a duty. */
const RULES = /\b(?:operations?|following|moves?|options?|choose|can)\b|:\s*$/i;

/**
 * "Return the sum." -> "The sum should be returned."; "Write a function to ..." -> "A function should be written to ..."
 *
 * What is said of a program stays behind the verb, so nothing in it changes its scope. An object must end with the
 * sentence, or where what follows can only belong to the verb; else it refuses, as before coordinated verbs and where
 * the passive would have no subject but "it" ("It should be checked if ..."). Steps
 * other than results become passive only in the prompt's first request: a later one may describe a rule.
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
    let met = false;
    for (const head of programHeads(prompt, entryPoint)) {
      met = true;
      yield* programPassives(head);
    }
    for (const [index, imperative] of imperatives(prompt, entryPoint).entries()) {
      if (imperative.asksFor !== 'behaviour') continue;
      met = true;
      const isStep = index > 0 || RULES.test(prompt.text.slice(0, imperative.sentence.start));
      yield* passives(imperative, isStep);
    }
    if (!met) yield refuse('no-imperative');
  },
};

function* programPassives(head: ProgramHead): Iterable<Proposal | Refusal> {
  const { sentence, terms, request, article, marker } = head;
  const [verb, determiner, at] = [terms[request], terms[article], terms[marker]];
  const lead = passiveLead(head);
  if (!verb || !determiner || !at || !lead) yield refuse('inside-sentence', sentence);
  else if (sentence.block.kind === 'list-item') yield refuse('list-item', sentence);
  else if (sentence.terminator === '?') yield refuse('not-a-plain-request', sentence);
  else if (/[^ ]/.test(sentence.textOf({ start: lead.from, end: determiner.start }).replace(/\S/g, '')))
    yield refuse('line-break', sentence);
  else if (mixesForms(head)) yield refuse('mixed-coordination', sentence);
  else {
    const opening = matchCase(sentence.textOf({ start: lead.from, end: verb.end }), determiner.text.toLowerCase());
    for (const auxiliary of lead.auxiliaries) {
      yield propose([
        replaceSpan({ start: lead.from, end: determiner.end }, opening),
        insertAt(at.start, `${auxiliary} ${pastParticiple(verb.text.toLowerCase())} `),
      ]);
    }
  }
}

function* passives(imperative: Imperative, isStep: boolean): Iterable<Proposal | Refusal> {
  const { sentence, verb } = imperative;
  const problem = requestProblem(imperative);
  const object = objectOf(imperative);
  const base = verb.text.toLowerCase();
  if (problem) yield refuse(problem, sentence);
  else if (/[?!:]/.test(sentence.terminator)) yield refuse('not-a-plain-request', sentence);
  else if ('problem' in object) yield refuse(object.problem, sentence);
  else if (isStep && object.kind === 'phrase' && passiveKind(base) !== 'result') yield refuse('later-step', sentence);
  else if (sentence.textOf({ start: verb.end, end: verb.end + 1 }) !== ' ') yield refuse('line-break', sentence);
  else if (object.kind === 'question') yield refuse('impersonal-passive', sentence);
  else yield* phrasePassive(imperative, object);
}

function* phrasePassive(
  { sentence, verb }: Imperative,
  { first, end }: Extract<VerbObject, { kind: 'phrase' }>,
): Iterable<Proposal | Refusal> {
  const terms = sentence.terms();
  const opening = terms[first];
  const behind = terms[end];
  if (!opening || opening.start !== verb.end + 1) {
    yield refuse('line-break', sentence);
    return;
  }
  const passive = `should be ${pastParticiple(verb.text.toLowerCase())}`;
  const stop = sentence.end - (sentence.terminator === '' ? 0 : 1);
  const raised = opening.protected ? sentence.textOf(opening) : matchCase(verb.text, opening.text);
  if (/^(?:true|false|null|none)$/.test(raised) && verb.text !== verb.text.toLowerCase())
    yield refuse('value-would-open', sentence);
  else if (!behind && /[.?!:)"'”’]/.test(sentence.textOf({ start: stop - 1, end: stop }).replace(/[)"'”’]/, '')))
    yield refuse('open-end', sentence);
  else
    yield propose([
      replaceSpan({ start: verb.start, end: opening.end }, raised),
      behind ? insertAt(behind.start, `${passive} `) : insertAt(stop, ` ${passive}`),
    ]);
}
