import type { RunRecord } from '../core/run-record.ts';
import type { Deps } from './deps.ts';

/** Stage 8. Renders every report from the run record alone; returns the file names. */
export async function writeReports(
  record: RunRecord,
  {
    reporters,
    store,
    progress,
  }: Pick<Deps, 'reporters' | 'progress'> & { readonly store: Pick<Deps['store'], 'writeFile'> },
): Promise<readonly string[]> {
  progress.start('report', reporters.length);
  for (const reporter of reporters) {
    await store.writeFile(reporter.file, reporter.render(record));
    progress.advance();
  }
  return reporters.map((reporter) => reporter.file);
}
