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

/**
 * The part of a published sample that continues the prompt; nothing is checked or cleaned.
 *
 * Source: Chen et al. 2022, "CodeT" (arXiv 2207.10397), the released code's stop sequences.
 */
export function cutCodetSolution(sample: string): string {
  return cut(sample);
}

/**
 * The tests of a published sample, which continues after `assert `: the first `limit` statements that hold the entry
 * point's name and compile.
 *
 * Source: as above; its own check of syntax is Python's, ours the syntax tree's.
 */
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
