import type { TestBody } from '../../core/program.ts';
import type { Rng } from '../../core/random.ts';
import { makeProbes } from './make-probes.ts';
import { callsInProse, callsOfTests } from './seed-calls.ts';
import { makeInputs } from './stdin-probes.ts';

/** The input of one task's probes. */
export interface ProbeSource {
  /** The function under test; null for a script. */
  readonly entryPoint: string | null;
  /** Shows examples. */
  readonly prompt: string;
  readonly tests: readonly TestBody[];
}

/**
 * Up to `count` inputs of the function (calls, as Python writes them) or script (texts of stdin), near those of tests
 * and of the prompt's examples.
 */
export function taskProbes({ entryPoint, prompt, tests }: ProbeSource, count: number, rng: Rng): readonly string[] {
  if (count <= 0) return [];
  if (entryPoint === null) {
    const seeds = tests.flatMap((body) => (body.kind === 'stdio' ? [body.stdin] : []));
    return makeInputs(seeds, count, rng);
  }
  return makeProbes([...callsInProse(prompt, entryPoint), ...callsOfTests(tests, entryPoint)], entryPoint, count, rng);
}

/** A probe as a test without an expectation: the program's return value or output is recorded. */
export function probeBody(input: string, entryPoint: string | null): TestBody {
  return entryPoint === null ? { kind: 'stdio', stdin: input, expectedStdout: '' } : { kind: 'assertion', code: input };
}
