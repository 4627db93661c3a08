#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { EXIT } from '../core/errors.ts';
import { isAbandoned, isSupervised, supervise, wantsSupervisor } from '../supervision/supervise.ts';

async function work(argv: readonly string[]): Promise<void> {
  const [{ processIo }, { runCli }] = await Promise.all([import('./io.ts'), import('./run-cli.ts')]);
  process.exitCode = await runCli(argv, processIo());
  // All results are closed by now; a lingering keep-alive socket must not hold the terminal, and an interrupted
  // asked for an end waits for it.
  setTimeout(() => process.exit(), process.exitCode === EXIT.interrupted ? 200 : 2000).unref();
}

const argv = process.argv.slice(2);
// Continuing would keep the run directory locked for the next start of the same command.
if (isAbandoned()) process.exit(EXIT.interrupted);
if (!isSupervised && wantsSupervisor(argv)) {
  process.exit(await supervise(fileURLToPath(import.meta.url), argv));
} else {
  await work(argv);
}
