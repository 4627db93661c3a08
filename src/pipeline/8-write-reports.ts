import type { Study } from '../records/study.ts';
import type { Deps } from './deps.ts';

type ReportDeps = Pick<Deps, 'reporters' | 'progress'> & { readonly store: Pick<Deps['store'], 'writeFile'> };

/** Stage 8. Renders every report from the run records alone; returns the names of the files. One without text has none. */
export async function writeReports(study: Study, { reporters, store, progress }: ReportDeps) {
  progress.start('report', reporters.length);
  const files: string[] = [];
  for (const { file, render } of reporters) {
    const text = render(study);
    progress.advance();
    if (text === '') continue;
    await store.writeFile(file, text);
    files.push(file);
  }
  return files;
}
