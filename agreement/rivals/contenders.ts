import { groupBy } from '../../src/core/group-by.ts';
import type { ExecutionMatrix, Ranking } from '../../src/core/matrix.ts';
import type { Contender, PartingInput } from '../../src/core/rival.ts';

/**
 * The ranked candidates, those together that no test and no probe parts, in the order of the ranking; of one set the
 * larger behaviour first.
 *
 * @param codeOf a candidate of the matrix by its index
 */
export function contendersOf(
  { candidates, verdicts, outputs, probes }: ExecutionMatrix,
  { sets }: Ranking,
  codeOf: (row: number) => string,
): readonly Contender[] {
  const doesOf = (row: number) => JSON.stringify([verdicts[row], outputs?.[row], probes?.outputs[row]]);
  const weightOf = (row: number) => candidates[row]?.weight ?? 0;
  const seen = new Set<string>();
  return sets.flatMap((set) =>
    [...groupBy(set.candidates, doesOf)]
      .flatMap(([does, rows]): Contender[] => {
        if (seen.has(does)) return [];
        seen.add(does);
        const [best = 0] = rows.toSorted((a, b) => weightOf(b) - weightOf(a));
        const samples = rows.reduce((sum, row) => sum + weightOf(row), 0);
        return [{ code: codeOf(best), samples, candidates: rows }];
      })
      .sort((a, b) => b.samples - a.samples),
  );
}

/** Longer inputs are not asked about: a model would not work out their outputs. */
const LONGEST = 2000;

/**
 * Probes on which two contenders part, best to ask about first: both return something, and there is little to read.
 */
export function partingInputs(
  { probes }: Pick<ExecutionMatrix, 'probes'>,
  first: Contender,
  second: Contender,
): readonly PartingInput[] {
  const [a = 0, b = 0] = [first.candidates[0], second.candidates[0]];
  const lengthOf = ({ input, outputs }: PartingInput) =>
    input.length + outputs.reduce((sum, output) => sum + (output?.length ?? 0), 0);
  const silent = ({ outputs }: PartingInput) => outputs.filter((output) => output === null).length;
  return (probes?.inputs ?? [])
    .flatMap((input, at): PartingInput[] => {
      const outputs = [probes?.outputs[a]?.[at] ?? null, probes?.outputs[b]?.[at] ?? null] as const;
      return outputs[0] === outputs[1] ? [] : [{ input, outputs }];
    })
    .filter((parting) => lengthOf(parting) <= LONGEST)
    .sort((one, other) => silent(one) - silent(other) || lengthOf(one) - lengthOf(other));
}
