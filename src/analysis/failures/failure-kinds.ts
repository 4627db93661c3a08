import type { FailureKind } from '../../core/explanation.ts';
import { groupBy } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import type { Study } from '../../records/study.ts';
import { groupRuns } from '../comparison/conditions.ts';
import { type FailingSample, failingSamples } from './failing-samples.ts';

/** How often each name of a kind occurs. */
function countKinds(kinds: readonly FailureKind[], nameOf: (kind: FailureKind) => string) {
  const named = kinds.map((kind) => ({ label: kind.label, name: nameOf(kind) }));
  return [...groupBy(named, ({ label, name }) => JSON.stringify([label, name])).values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...first, failures: own.length }] : [];
  });
}

/** Failing samples of one group by kind; one with several kinds counts under each. */
function tally(name: string, samples: readonly FailingSample[]) {
  const kinds = samples.flatMap(({ explained }) => explained.kinds);
  return {
    name,
    failures: samples.length,
    undecided: samples.filter(({ explained }) => explained.kinds.length === 0).length,
    kinds: countKinds(kinds, (kind) => kind.name).sort((a, b) => b.failures - a.failures || a.label - b.label),
  };
}

export type KindTally = ReturnType<typeof tally>;

function tallyBy(
  samples: readonly FailingSample[],
  namesOf: (sample: FailingSample) => readonly string[],
): KindTally[] {
  const names = new Set(samples.flatMap(namesOf));
  return [...names].map((name) =>
    tally(
      name,
      samples.filter((sample) => namesOf(sample).includes(name)),
    ),
  );
}

function subKindTallies(samples: readonly FailingSample[]) {
  const kinds = samples.flatMap(({ explained }) => explained.kinds.filter(({ subKind }) => subKind !== undefined));
  return countKinds(kinds, ({ subKind = '' }) => subKind).sort((a, b) => a.label - b.label || b.failures - a.failures);
}

const wordingName = ({ variant }: Pick<FailingSample, 'variant'>) => variant.mutation?.mutator ?? 'original';

/** Per model and temperature with an explained failure. Computed once per study. */
export const failureKinds = oncePer((study: Study) => {
  return groupRuns(study).flatMap(({ model, temperature, runs }) => {
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
});

/** The failures under one model and temperature, over all repeats. */
export type FailureKinds = ReturnType<typeof failureKinds>[number];
