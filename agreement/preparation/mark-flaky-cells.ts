import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import type { Verdict } from '../../src/core/sandbox.ts';

/** A cell that did not come out alike twice. Indexes into the matrix. */
export interface FlakyCell {
  readonly candidate: number;
  readonly test: number;
  readonly verdicts: readonly [Verdict, Verdict];
}

/**
 * The first of two executions of one and the same matrix, with those cells that differ in the second, in verdict or
 * output, taken back: a pass that cannot be repeated becomes `not-run` and is not evidence, and a changed output is
 * none.
 *
 * @throws RangeError when the shapes differ.
 */
export function markFlakyCells(
  first: ExecutionMatrix,
  second: ExecutionMatrix,
): { readonly matrix: ExecutionMatrix; readonly flaky: readonly FlakyCell[] } {
  const flaky: FlakyCell[] = [];
  const outputs = first.outputs?.map((row) => [...row]);
  const verdicts = first.verdicts.map((row, candidate) =>
    row.map((verdict, test): Verdict => {
      const again = second.verdicts[candidate]?.[test];
      if (again === undefined) throw new RangeError('the second execution has another shape than the first');
      const sameOutput = first.outputs?.[candidate]?.[test] === second.outputs?.[candidate]?.[test];
      if (again === verdict && sameOutput) return verdict;
      flaky.push({ candidate, test, verdicts: [verdict, again] });
      const row = outputs?.[candidate];
      if (row && !sameOutput) row[test] = null;
      return again === verdict ? verdict : verdict === 'pass' ? 'not-run' : verdict;
    }),
  );
  const probes = steadyProbes(first, second);
  if (flaky.length === 0 && !probes) return { matrix: first, flaky };
  return { matrix: { ...first, verdicts, ...(outputs ? { outputs } : {}), ...(probes ? { probes } : {}) }, flaky };
}

/** Probe outputs that both executions agree on; undefined without probes. */
function steadyProbes({ probes }: ExecutionMatrix, second: ExecutionMatrix): ExecutionMatrix['probes'] {
  return (
    probes && {
      inputs: probes.inputs,
      outputs: probes.outputs.map((row, candidate) =>
        row.map((text, input) => (second.probes?.outputs[candidate]?.[input] === text ? text : null)),
      ),
    }
  );
}
