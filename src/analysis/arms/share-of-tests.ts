import type { OfficialRecord } from '../../records/run-record.ts';

/** Share of the official tests that a program passes; 0 where there are none. */
export const shareOfTests = ({ tests }: OfficialRecord): number =>
  tests && tests.total > 0 ? tests.passed / tests.total : 0;
