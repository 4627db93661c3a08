import type { Verdict } from './sandbox.ts';

/** One letter per verdict, as rows of matrices hold them in files and pages. */
export const VERDICT_LETTERS: Readonly<Record<Verdict, string>> = {
  pass: 'p',
  fail: 'f',
  error: 'e',
  timeout: 't',
  'out-of-memory': 'm',
  'not-run': 'n',
};
