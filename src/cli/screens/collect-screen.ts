import { type CollectSettings, collectTasks } from '../../app/collect-tasks.ts';
import { collectionText } from '../../app/texts/collection-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printResult } from '../io.ts';
import { listen } from '../listen.ts';

/** `mutagree collect`: tasks of a repository, with the counts of every step. */
export async function collectScreen(
  { json, ...settings }: CollectSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const listener = listen(io);
  const outcome = await collectTasks(settings, listener.use);
  await listener.finish();
  printResult(io, json, outcome, () => collectionText(outcome, settings));
  return EXIT.done;
}
