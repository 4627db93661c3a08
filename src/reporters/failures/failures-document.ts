import { failureKinds } from '../../analysis/failures/failure-kinds.ts';
import { sharedMisreadings } from '../../analysis/failures/shared-misreadings.ts';
import type { Study } from '../../records/study.ts';
import { dlBenchFigures } from '../published/dl-bench-figures.ts';

const MOST_MISREADINGS = 50;

/** The failures of report.json; null if the study recorded none. */
export function failuresDocument(study: Study) {
  const results = failureKinds(study);
  if (results.length === 0) return null;
  const { source, bugs } = dlBenchFigures();
  return {
    kinds: results,
    sharedMisreadings: sharedMisreadings(study)
      .slice(0, MOST_MISREADINGS)
      .map(({ failed: { test, expected, returned }, hangsOn, program: _, traceback: __, ...rest }) => ({
        ...rest,
        test,
        expected,
        returned,
        hangsOn: hangsOn.map(({ variantId }) => variantId),
      })),
    published: {
      source: source.title,
      failuresOf: bugs.failuresOf,
      kinds: bugs.kinds.map(({ label, name, count }) => ({ label, name, failures: count })),
    },
  };
}
