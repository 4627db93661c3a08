import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../core/errors.ts';
import { startViewServer } from '../view/view-server.ts';
import type { UseOptions } from './context.ts';

/** `onEvent` is warned of every page that could not be made for a fault of ours. */
export interface ViewOptions extends Pick<UseOptions, 'onEvent'> {
  readonly port?: number | undefined;
}

/**
 * Serves the runs of a folder to the browsers of this machine, with live progress, until it is closed.
 *
 * @param port on 127.0.0.1; 0 takes a free one
 * @throws ConfigError for a folder that is not there, or a port that is taken
 */
export async function viewRuns(directory: string, { port = 0, onEvent }: ViewOptions = {}) {
  const root = resolve(directory);
  if (!(await stat(root).catch(() => null))?.isDirectory()) {
    throw new ConfigError('no-folder', `${directory} is not a folder`, {
      hint: 'Name the folder that holds run directories, such as runs.',
    });
  }
  const warn = (fault: unknown) => {
    const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    onEvent?.({ kind: 'warning', text: `a page could not be made: ${text}` });
  };
  const server = await startViewServer(root, port, warn).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE' && cause.code !== 'EACCES') throw cause;
    throw new ConfigError('port-taken', `port ${port} of 127.0.0.1 cannot be used (${cause.code})`, {
      hint: 'Choose another --port, or 0 for a free one.',
      cause,
    });
  });
  return { ...server, directory: root };
}
