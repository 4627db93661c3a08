import { runCli } from '../../src/cli/run-cli.ts';
import { fakeIo } from './fake-io.ts';

/** The command line in an environment: its exit code and what it prints. */
export function cliWith(env: Readonly<Record<string, string>>) {
  return async (...argv: readonly string[]) => {
    const io = fakeIo({ env });
    const code = await runCli(argv, io);
    return { code, out: io.out.join(''), err: io.err.join('') };
  };
}

export const cli = cliWith({});
