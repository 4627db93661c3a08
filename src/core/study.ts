import type { RunRecord } from './run-record.ts';

/**
 * What reports are made from: finished runs over the same tasks and variants, one a model and repeat, in the order in
 * which they were asked for. A single run is a study of one.
 */
export interface Study {
  readonly runs: readonly [RunRecord, ...RunRecord[]];
}

/** A single run as a study. */
export function studyOf(record: RunRecord): Study {
  return { runs: [record] };
}
