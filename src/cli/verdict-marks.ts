import type { Verdict } from '../core/sandbox.ts';

/** One sign per verdict, as rows of matrices are printed. */
export const VERDICT_MARKS: Readonly<Record<Verdict, string>> = {
  pass: '.',
  fail: 'F',
  error: 'E',
  timeout: 'T',
  'out-of-memory': 'M',
  'not-run': '-',
};

export const VERDICT_LEGEND = '. pass  F fail  E error  T timeout  M out of memory  - not run';
