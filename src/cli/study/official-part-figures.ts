import { summariseArms } from '../../core/arm-results.ts';
import { judgedByParts, officialParts } from '../../core/official-parts.ts';
import type { RunRecord } from '../../core/run-record.ts';
import { formatEstimate } from '../verbs/evaluate.ts';

type PartFigures = readonly (readonly [
  string,
  Readonly<Record<string, ReturnType<typeof summariseArms>['arms'][number]['passAtK']>>,
])[];

/** pass@k of every arm by the parts of the official tests that the benchmark reports apart (EvalPlus). */
export function armsByPart(record: RunRecord): PartFigures {
  return officialParts(record.official).map((part) => {
    const official = record.official.map((one) => judgedByParts(one, part));
    const { arms } = summariseArms({ ...record, official });
    return [part, Object.fromEntries(arms.map(({ arm, passAtK }) => [arm, passAtK]))] as const;
  });
}

/** The same, one line a part and arm. */
export function partLines(parts: PartFigures): string {
  const lines = parts.flatMap(([part, arms]) =>
    Object.entries(arms).flatMap(([arm, { '1': first }]) =>
      first ? [`${part.padEnd(10)} ${arm.padEnd(18)} pass@1  ${formatEstimate(first)}\n`] : [],
    ),
  );
  return lines.join('');
}
