import type { FailureKind } from '../../core/explanation.ts';
import { groupBy } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import type { FailureKinds, KindTally } from '../../records/report/failures-schema.ts';
import type { Study } from '../../records/study.ts';
import { groupRuns } from '../comparison/conditions.ts';
import { type FailingSample, failingSamples } from './failing-samples.ts';

type SubKindTally = FailureKinds['subKinds'][number];

function tally(name: string, samples: readonly FailingSample[]): KindTally {
  const counts = new Map<number, { label: number; name: string; failures: number }>();
  for (const { label, name: kind } of samples.flatMap(({ explained }) => explained.kinds)) {
    const own = counts.get(label) ?? { label, name: kind, failures: 0 };
    counts.set(label, { ...own, failures: own.failures + 1 });
  }
  return {
    name,
    failures: samples.length,
    undecided: samples.filter(({ explained }) => explained.kinds.length === 0).length,
    kinds: [...counts.values()].sort((a, b) => b.failures - a.failures || a.label - b.label),
  };
}

function tallyBy(
  samples: readonly FailingSample[],
  namesOf: (sample: FailingSample) => readonly string[],
): KindTally[] {
  const named = samples.flatMap((sample) => namesOf(sample).map((name) => ({ name, sample })));
  const groups = groupBy(named, ({ name }) => name);
  return [...groups].map(([name, own]) =>
    tally(
      name,
      own.map(({ sample }) => sample),
    ),
  );
}

const subKindKey = ({ label, subKind }: FailureKind) => JSON.stringify([label, subKind]);

function subKindTallies(samples: readonly FailingSample[]): SubKindTally[] {
  const kinds = samples.flatMap(({ explained }) => explained.kinds.filter(({ subKind }) => subKind !== undefined));
  const counts = new Map<string, SubKindTally>();
  for (const kind of kinds) {
    const key = subKindKey(kind);
    const own = counts.get(key) ?? { label: kind.label, name: kind.subKind ?? '', failures: 0 };
    counts.set(key, { ...own, failures: own.failures + 1 });
  }
  return [...counts.values()].sort((a, b) => a.label - b.label || b.failures - a.failures);
}

/** The name under which a variant's samples are counted. */
const wordingName = ({ variant }: Pick<FailingSample, 'variant'>) => variant.mutation?.mutator ?? 'original';

function computeKinds(study: Study): FailureKinds[] {
  return groupRuns(study).flatMap(({ model, temperature, runs }): FailureKinds[] => {
    const samples = runs.flatMap(failingSamples);
    if (samples.length === 0) return [];
    const originalFirst = (a: KindTally, b: KindTally) =>
      Number(b.name === 'original') - Number(a.name === 'original') || b.failures - a.failures;
    return [
      {
        model,
        temperature,
        programs: new Set(samples.map(({ candidate }) => candidate)).size,
        by: [...new Set(samples.map(({ explained }) => explained.by))],
        all: tally('all', samples),
        subKinds: subKindTallies(samples),
        byArm: tallyBy(samples, ({ arms }) => arms),
        byMutator: tallyBy(samples, (sample) => [wordingName(sample)]).sort(originalFirst),
        byStage: tallyBy(samples, ({ task }) => (task.labels.stage ? [task.labels.stage] : [])),
      },
    ];
  });
}

/**
 * Kinds of failures for each model and temperature; conditions without an explained failure are left out. Computed once
 * per study.
 */
export const failureKinds: (study: Study) => readonly FailureKinds[] = oncePer(computeKinds);
