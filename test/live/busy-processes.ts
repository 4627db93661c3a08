import { spawn } from 'node:child_process';

/** Starts endless loops that load the machine until `stop` ends them. */
export function startBusyProcesses(count: number): { stop(): void } {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const stop = () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
  process.once('exit', stop);
  return { stop };
}
