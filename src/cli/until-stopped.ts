import type { Io } from './io.ts';

/** Until Ctrl-C or SIGTERM. */
export const untilStopped = ({ signal }: Io): Promise<void> =>
  new Promise<void>((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
