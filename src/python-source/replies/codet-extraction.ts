import { isValidPython } from '../syntax/parse-python.ts';
import { READ_CHARACTERS } from '../syntax/reading-limits.ts';

/** Where the published extraction ends a program or a test: the next thing at the margin. */
const STOPS = ['\nclass', '\ndef', '\n#', '\nif', '\nprint'] as const;

function cut(text: string): string {
  let end = text.length;
  for (const stop of STOPS) {
    const at = text.indexOf(stop);
    if (at >= 0 && at < end) end = at;
  }
  return text.slice(0, end);
}

/** The part of a published sample that continues the prompt: the stop sequences of CodeT (arXiv 2207.10397). */
export function cutCodetSolution(sample: string): string {
  return cut(sample);
}

/** The first `limit` tests of a published sample, which continues after `assert `; syntax is checked by our tree. */
export function splitCodetTests(sample: string, entryPoint: string, limit: number): string[] {
  const tests: string[] = [];
  for (const part of `assert ${sample.slice(0, READ_CHARACTERS)}`.split('assert ')) {
    if (tests.length >= limit) break;
    if (!part.includes(entryPoint)) continue;
    const test = cut(`assert ${part}`.trim()).trim();
    if (isValidPython(test)) tests.push(test);
  }
  return tests;
}
