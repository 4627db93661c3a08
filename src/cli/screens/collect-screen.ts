import { type CollectSettings, collectTasks } from '../../app/collect-tasks.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { table } from '../../reporters/columns.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';

/** `mutagree collect`: tasks of a repository, with the counts of every step. */
export async function collectScreen(
  { json, ...settings }: CollectSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const listener = listen(io);
  const outcome = await collectTasks(settings, listener.use);
  await listener.finish();
  if (json) {
    printJson(io, outcome);
    return EXIT.done;
  }
  const { funnel, files, tests, links, tasks, resembling } = outcome;
  const rows = funnel.map(({ step, functions }) => [step, String(functions)]);
  io.stdout(
    `${files} files, ${tests} tests, ${links} links from tests to functions\n\n${table([['step', 'functions'], ...rows])}`,
  );
  io.stdout(
    `\n${settings.out}: ${tasks} tasks${resembling > 0 ? `, of which ${resembling} resemble known ones` : ''}\n`,
  );
  if (!settings.verify) io.stdout('No test was run: add --verify before the tasks are used.\n');
  return EXIT.done;
}
