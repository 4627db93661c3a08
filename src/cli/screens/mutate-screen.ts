import { mutateTasks } from '../../app/mutate-tasks.ts';
import type { MutateSettings } from '../../app/mutation/mutation-settings.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { table } from '../../reporters/columns.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';
import { drawnText, reviewText } from './review-text.ts';

/** `mutagree mutate`: rewrites prompts; only the mutators that let a model write need one. */
export async function mutateScreen(
  { json, ...settings }: MutateSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const listener = listen(io);
  const {
    prompts,
    variants,
    mutators: rows,
    wallMs,
    review,
  } = await mutateTasks(settings, listener.use).finally(listener.finish);
  if (review?.kind === 'scored') {
    if (json) printJson(io, { review });
    else io.stdout(reviewText(review.score));
    return EXIT.done;
  }
  const mutants = variants.filter(({ mutation }) => mutation !== null).length;
  if (json) {
    printJson(io, { prompts, variants: mutants, wallMs, mutators: rows, ...(review ? { review } : {}) });
    return EXIT.done;
  }
  const header = ['mutator', 'prompts', 'variants', 'words changed', 'refused most for'];
  const lines = rows.map((row) => {
    const [reason] = Object.entries(row.refused).sort(([, a], [, b]) => b - a);
    const most = reason ? `${reason[0]} (${reason[1]})` : '';
    const changed = row.changedWords === null ? '' : `${(100 * row.changedWords).toFixed(1)} %`;
    return [row.id, `${row.applicable}/${prompts}`, String(row.variants), changed, most];
  });
  io.stdout(`${table([header, ...lines])}\n${mutants} variants of ${prompts} prompts in ${wallMs} ms\n`);
  if (review) io.stdout(drawnText(review, settings.review ?? ''));
  else if (settings.output === undefined) io.stderr('Nothing was written; give -o FILE to keep the variants.\n');
  return EXIT.done;
}
