import { oncePer } from '../../core/once-per.ts';
import { PROGRAM_LOST, type RunRecord } from '../../records/run-record.ts';

const ALARMING = 0.05;
const NOT_ANSWERED = new Set(['call-failed', 'refused']);

/** Replies without a program that parses, and those `lost` in the reading; if `alarming`, no difference means anything. */
export const programLosses = oncePer(({ candidates, problems }: RunRecord) => {
  const own = problems.filter(({ purpose, problem }) => purpose === 'program' && !NOT_ANSWERED.has(problem));
  const replies = candidates.reduce((sum, { origins }) => sum + origins.length, own.length);
  const lost = own.filter(({ problem }) => problem === PROGRAM_LOST).length;
  return { replies, without: own.length - lost, lost, alarming: lost > ALARMING * replies };
});
