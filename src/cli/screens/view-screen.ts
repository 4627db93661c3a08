import { viewRuns } from '../../app/view-runs.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';
import { untilStopped } from '../until-stopped.ts';

/** `mutagree view [DIR]`: the runs of a folder in the browser, until Ctrl-C. */
export async function viewScreen(
  folder: string,
  { port, json }: { port: number; json?: true },
  io: Io,
): Promise<ExitCode> {
  const { url, directory, close } = await viewRuns(folder, { port, ...io.use });
  try {
    if (json) printJson(io, { url, directory });
    else io.stdout(`Runs in ${directory}: ${url}\nCtrl-C ends it.\n`);
    await untilStopped(io);
  } finally {
    await close();
  }
  return EXIT.done;
}
