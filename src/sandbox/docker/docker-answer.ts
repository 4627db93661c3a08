import { InterruptedError, SandboxError } from '../../core/errors.ts';

/** The hint if no Docker daemon answers. */
export const START_DAEMON = 'Start the Docker daemon (DOCKER_HOST is followed), or use --sandbox bubblewrap or wasm.';

/** Asks Docker; a daemon that does not answer is a failure of the sandbox. @throws SandboxError `docker-failed` */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof SandboxError || cause instanceof InterruptedError) throw cause;
    throw new SandboxError('docker-failed', `Docker does not do its part: ${(cause as Error).message}`, {
      cause,
      hint: START_DAEMON,
    });
  }
}
