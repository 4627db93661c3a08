import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxPlugin } from '../../core/sandbox.ts';
import type { RunnerPipes } from '../framed-process.ts';
import { findHostPython, type HostPython } from './host-python.ts';
import { openNativeSandbox } from './native-sandbox.ts';
import { runnerArguments, runnerEnvironment, runnerFolder } from './runner-launch.ts';

async function launch(python: HostPython): Promise<RunnerPipes> {
  const folder = await mkdtemp(join(tmpdir(), 'mutagree-process-'));
  const scratch = join(folder, 'scratch');
  await mkdir(scratch);
  const child = spawn(
    python.executable,
    runnerArguments(runnerFolder(), { scratch: [scratch], packages: python.packages }),
    { cwd: folder, env: runnerEnvironment(scratch, python), stdio: 'pipe', detached: true },
  );
  child.once('close', () => rmSync(folder, { recursive: true, force: true }));
  return child;
}

/**
 * The runner as a plain process: limits, and verdicts made as everywhere, but programs can read and write whatever the user
 * can. Only for programs that one trusts.
 */
export const processSandbox: SandboxPlugin = {
  name: 'process',
  summary: 'a plain process of this machine; isolates nothing, for trusted programs only',
  isolates: false,
  usesHostPython: true,
  async probe() {
    if (process.platform === 'win32') {
      return {
        available: false,
        detail: 'Windows has no fork, which the runner is made of',
        hint: 'Use --sandbox wasm or docker, or run mutagree inside WSL.',
      };
    }
    try {
      const { version, executable } = await findHostPython();
      return { available: true, detail: `Python ${version} (${executable})` };
    } catch (error) {
      const { message, hint } = error as { message: string; hint?: string };
      return { available: false, detail: message, hint: hint ?? '' };
    }
  },
  async open(options) {
    const python = await findHostPython(options.python);
    return openNativeSandbox('process', () => launch(python), options);
  },
};
