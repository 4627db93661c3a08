import { oncePer } from '../../core/once-per.ts';
import { PROGRAM_LOST, type RunRecord } from '../../records/run-record.ts';

const ALARMING = 0.05;
/** No reply came. */
const NOT_ANSWERED = new Set(['call-failed', 'refused']);

/**
 * What became of the replies of a run that were to hold a program, given samples among them: `without` one that parses
 * is the model's own failure, `lost` (code that parses, of which the program that was taken does not) one of the
 * reading. Where that is `alarming`, no difference of the run means anything. Computed once per record.
 */
export const programLosses = oncePer(({ candidates, problems }: RunRecord) => {
  const own = problems.filter(({ purpose, problem }) => purpose === 'program' && !NOT_ANSWERED.has(problem));
  const replies = candidates.reduce((sum, { origins }) => sum + origins.length, own.length);
  const lost = own.filter(({ problem }) => problem === PROGRAM_LOST).length;
  return { replies, without: own.length - lost, lost, alarming: lost > ALARMING * replies };
});
