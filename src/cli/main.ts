#!/usr/bin/env node
import { processIo } from './io.ts';
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2), processIo());
// Everything that matters is closed by now; a lingering keep-alive socket must not hold the terminal.
setTimeout(() => process.exit(), 2000).unref();
