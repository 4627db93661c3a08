import { runWorker, type WorkerSettings } from '../../app/run-worker.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';

/** `mutagree worker`: jobs of a queue, until it is stopped. */
export async function workerScreen(
  { json, ...settings }: WorkerSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const worker = await runWorker(settings, io.use);
  try {
    const { id, kind, metricsUrl, abilities } = worker;
    if (json) {
      const { sandbox, python, image, version, runner } = abilities;
      printJson(io, { worker: id, kind, metricsUrl, sandbox, python, image, version, runner });
    } else {
      const metrics = metricsUrl === null ? '' : `Metrics: ${metricsUrl}\n`;
      io.stdout(`worker ${id} (${kind})\n${metrics}Ctrl-C ends it.\n`);
    }
    await worker.ended;
  } finally {
    await worker.close();
    const { done, failed, refused, rows, cells } = worker.counts;
    io.stderr(`${done} jobs done (${rows} programs, ${cells} cells), ${failed} failed, ${refused} refused\n`);
  }
  return EXIT.done;
}
