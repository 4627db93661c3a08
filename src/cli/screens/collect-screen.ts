import { type CollectSettings, collectTasks } from '../../app/collect-tasks.ts';
import { collectionText } from '../../app/texts/collection-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printResult } from '../io.ts';

/** `mutagree collect`: tasks of a repository, with the counts of every step. */
export async function collectScreen(
  { json, ...settings }: CollectSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const outcome = await collectTasks(settings, io.use);
  printResult(io, json, outcome, () => collectionText(outcome, settings));
  return EXIT.done;
}
