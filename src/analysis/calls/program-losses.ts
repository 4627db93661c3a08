import { PROGRAM_LOST, type RunRecord } from '../../records/run-record.ts';
import { oncePer } from '../once-per.ts';

/** What became of the replies that were to hold a program. */
export interface ProgramLosses {
  /** Replies that came, given samples among them. */
  readonly replies: number;
  /** Without a program that parses: the model's own failure. */
  readonly without: number;
  /** With code that parses, of which the program that was taken does not: a failure of the reading. */
  readonly lost: number;
  /** Whether so much was lost that no difference of the run means anything. */
  readonly alarming: boolean;
}

const ALARMING = 0.05;
/** No reply came. */
const NOT_ANSWERED = new Set(['call-failed', 'refused']);

/** What became of the replies of a run that were to hold a program; computed once per record. */
export const programLosses: (record: RunRecord) => ProgramLosses = oncePer(({ candidates, problems }) => {
  const own = problems.filter(({ purpose, problem }) => purpose === 'program' && !NOT_ANSWERED.has(problem));
  const replies = candidates.reduce((sum, { origins }) => sum + origins.length, own.length);
  const lost = own.filter(({ problem }) => problem === PROGRAM_LOST).length;
  return { replies, without: own.length - lost, lost, alarming: lost > ALARMING * replies };
});
