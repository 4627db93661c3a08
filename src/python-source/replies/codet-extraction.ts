import { isValidPython } from '../syntax/parse-python.ts';
import { READ_CHARACTERS } from '../syntax/reading-limits.ts';

/** Where the published extraction ends a program or a test: the next thing at the margin. */
const STOPS = /\n(?:class|def|#|if|print)/;

/** The part of a published sample that continues the prompt: the stop sequences of CodeT (arXiv 2207.10397). */
export const cutCodetSolution = (sample: string): string => sample.split(STOPS, 1)[0] as string;

/** The first `limit` tests of a published sample, which continues after `assert `; syntax is checked by our tree. */
export function splitCodetTests(sample: string, entryPoint: string, limit: number): string[] {
  const tests: string[] = [];
  for (const part of `assert ${sample.slice(0, READ_CHARACTERS)}`.split('assert ')) {
    if (tests.length >= limit) break;
    if (!part.includes(entryPoint)) continue;
    const test = cutCodetSolution(`assert ${part}`.trim()).trim();
    if (isValidPython(test)) tests.push(test);
  }
  return tests;
}
