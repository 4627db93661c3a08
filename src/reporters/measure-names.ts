import type { MeasureName } from '../analysis/arms/efficiency.ts';

/** What a measure of a program is called in reports, with its unit. */
export const MEASURE_NAMES: Readonly<Record<MeasureName, string>> = {
  cpuMs: 'CPU time, ms',
  peakKib: 'peak memory, KiB',
  cyclomatic: 'cyclomatic complexity',
  cognitive: 'cognitive complexity',
  maintainabilityIndex: 'maintainability index',
  sourceLines: 'source lines',
};
