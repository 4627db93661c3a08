import type { Study } from '../core/study.ts';
import type { Deps } from './deps.ts';

/** Stage 8. Renders every report from the run records alone; returns the file names. */
export async function writeReports(
  study: Study,
  {
    reporters,
    store,
    progress,
  }: Pick<Deps, 'reporters' | 'progress'> & { readonly store: Pick<Deps['store'], 'writeFile'> },
): Promise<readonly string[]> {
  progress.start('report', reporters.length);
  for (const reporter of reporters) {
    await store.writeFile(reporter.file, reporter.render(study));
    progress.advance();
  }
  return reporters.map((reporter) => reporter.file);
}
