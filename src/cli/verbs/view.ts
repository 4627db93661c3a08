import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';
import { startViewServer } from '../view/view-server.ts';

/** `mutagree view [DIR]`: the runs of a folder in the browser, until Ctrl-C. */
export async function view(
  directory: string,
  { port, json }: { port: number; json?: true },
  io: Io,
): Promise<ExitCode> {
  const root = resolve(directory);
  if (
    !(await stat(root).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  ) {
    throw new ConfigError('no-folder', `${directory} is no folder`, {
      mend: 'Name the folder that holds run directories, such as runs.',
    });
  }
  const server = await startViewServer(root, port).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE' && cause.code !== 'EACCES') throw cause;
    throw new ConfigError('port-taken', `port ${port} of 127.0.0.1 cannot be used (${cause.code})`, {
      mend: 'Choose another one with --port, or --port 0 for a free one.',
      cause,
    });
  });
  try {
    if (json) printJson(io, { url: server.url, directory: root });
    else io.stdout(`Runs in ${root}: ${server.url}\nCtrl-C ends it.\n`);
    await new Promise<void>((done) => {
      if (io.signal.aborted) done();
      else io.signal.addEventListener('abort', () => done(), { once: true });
    });
  } finally {
    await server.close();
  }
  return EXIT.done;
}
