import { verbGroup } from './coordinated-verbs.ts';
import type { ProgramHead } from './program-heads.ts';

const AUXILIARIES = ['should be', 'needs to be'] as const;

/** Words that ask for a program, and the auxiliary that asks for it in the passive. */
const STATED_TASKS = [
  ['you should', 'should be'],
  ['you need to', 'needs to be'],
  ['you have to', 'has to be'],
  ['your task is to', 'should be'],
  ['the task is to', 'should be'],
] as const;

/** Where the passive of a request begins and what may ask for it. */
export interface PassiveLead {
  readonly from: number;
  readonly auxiliaries: readonly string[];
}

/** The lead of a request for a program; null where the words before it would not fit a passive. */
export function passiveLead({ sentence, terms, request }: ProgramHead): PassiveLead | null {
  const from = terms[request]?.start ?? sentence.start;
  const before = sentence.textOf({ start: sentence.start, end: from }).trimEnd();
  if (before === '' || /^(?:given|for|from)\b.*,$/is.test(before)) return { from, auxiliaries: AUXILIARIES };
  const stated = STATED_TASKS.find(([words]) => words === before.toLowerCase());
  return stated ? { from: sentence.start, auxiliaries: [stated[1]] } : null;
}

/** "a function that takes a list and return it": whose verb the second one is cannot be told. */
export function mixesForms({ sentence, terms, verb, kind }: ProgramHead): boolean {
  const group = verb < 0 || kind === 'infinitive' ? null : verbGroup(sentence, terms, verb, 'third');
  return group !== null && 'problem' in group && group.problem === 'mixed-coordination';
}
