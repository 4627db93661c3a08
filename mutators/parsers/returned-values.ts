import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
import { verbGroup } from './coordinated-verbs.ts';
import { imperatives } from './imperatives.ts';
import { subjectless } from './omitted-subjects.ts';
import { programClauses } from './program-clauses.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';
import { programSubject, requestProblem } from './requests.ts';
import type { Term } from './term.ts';

/** A statement or request that says nothing but what is returned. */
export interface ReturnedValue {
  readonly sentence: Sentence;
  /** From the sentence's start to the verb's end: "The function should return". */
  readonly opening: Span;
  /** `states`: "returns"; `demands`: "should return", or the imperative. */
  readonly mood: 'states' | 'demands';
}

export type ReturnedValueOrProblem = ReturnedValue | { readonly sentence: Sentence; readonly problem: string };

const SHOULD = /^(?:the|this|your) (?:function|method|program) should return\b/i;
const IT_SHOULD = /^it should return\b/i;
/** What is done to return it, which a value cannot do: "by dividing". */
const HOW = /\b(?:by|after|before|when|while|without|through)\s+\p{L}+ing\b|\busing\b/u;
const OPENS_VALUE = /^(?:an?|the|its|their|all)$/;

/** What a prompt says is returned, where the verb stands alone and has a noun behind it; in order of kind. */
export function* returnedValues(prompt: Prompt, entryPoint: string | null): Iterable<ReturnedValueOrProblem> {
  for (const clause of programClauses(prompt, entryPoint)) {
    const { sentence } = clause;
    if (clause.subject === 'relative' || clause.subject === 'output' || 'problem' in clause) continue;
    const [verb, ...others] = clause.verbs;
    if (verb?.base !== 'return' || clause.negated || clause.auxiliaryAt.start !== verb.term.start) continue;
    if (others.length > 0) yield { sentence, problem: 'other-verbs' };
    else if (clause.subject === 'omitted' && subjectless(prompt, entryPoint, sentence.block).length > 1)
      yield { sentence, problem: 'parallel-without-subject' };
    else yield* valueBehind(sentence, verb.term, 'states');
  }
  for (const sentence of proseSentences(prompt, entryPoint)) {
    const text = sentence.textOf({ start: sentence.start, end: Math.min(sentence.end, sentence.start + 60) });
    const flat = text.replace(/\s/g, ' ');
    if (!SHOULD.test(flat) && !IT_SHOULD.test(flat)) continue;
    const terms = sentence.terms();
    const verb = terms.find((term) => term.text === 'return');
    if (verb) yield* alone(sentence, verb);
  }
  if (programSubject(prompt, entryPoint) === null) return;
  for (const imperative of imperatives(prompt, entryPoint)) {
    const { sentence, verb, fronted } = imperative;
    if (verb.text.toLowerCase() !== 'return' || fronted) continue;
    const problem = requestProblem(imperative);
    if (problem) yield { sentence, problem };
    else yield* alone(sentence, verb);
  }
}

function* alone(sentence: Sentence, verb: Term): Iterable<ReturnedValueOrProblem> {
  const terms = sentence.terms();
  const group = verbGroup(sentence, terms, terms.indexOf(verb), 'base');
  if ('problem' in group) yield { sentence, problem: group.problem };
  else if (group.verbs.length > 1) yield { sentence, problem: 'other-verbs' };
  else yield* valueBehind(sentence, verb, 'demands');
}

function* valueBehind(sentence: Sentence, verb: Term, mood: ReturnedValue['mood']): Iterable<ReturnedValueOrProblem> {
  const terms = sentence.terms();
  const at = terms.indexOf(verb);
  const next = terms[at + 1];
  const opening = { start: sentence.start, end: verb.end };
  const before = sentence.textOf({ start: sentence.start, end: verb.start });
  if (/[.?!]\s/.test(sentence.textOf(sentence).replace(/\b(?:e\.g|i\.e|etc|vs)\./g, ''))) {
    yield { sentence, problem: 'several-sentences' };
  } else if (!/^\.?$/.test(sentence.terminator)) yield { sentence, problem: 'open-sentence' };
  else if (/[,(]/.test(before)) yield { sentence, problem: 'fronted' };
  else if (!next || !(OPENS_VALUE.test(next.text.toLowerCase()) || next.protected))
    yield { sentence, problem: 'no-noun' };
  else if (HOW.test(sentence.textOf({ start: verb.end, end: sentence.end }))) yield { sentence, problem: 'says-how' };
  else yield { sentence, opening, mood };
}
