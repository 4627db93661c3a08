import type { Sandbox, SandboxJob, SandboxOptions, SandboxResult } from '../../core/sandbox.ts';
import { FramedProcess, type RunnerPipes } from '../framed-process.ts';
import { SandboxPool, type SandboxWorker } from '../pool/sandbox-pool.ts';
import { judgeJob, type RunnerAnswer } from './runner-protocol.ts';

/** Beyond every limit that the runner enforces itself: then it hangs, and is replaced. */
function patienceMs({ suite, limits }: SandboxJob): number {
  return 60_000 + (suite.tests.length + 1) * (limits.timeoutMs * 24 + 15_000);
}

class NativeWorker extends FramedProcess implements SandboxWorker {
  async run(job: SandboxJob): Promise<SandboxResult> {
    try {
      return await judgeJob(job, (message) => this.ask<RunnerAnswer>(message, patienceMs(job)));
    } catch (error) {
      this.fail((error as Error).message);
      throw error;
    }
  }
}

/**
 * A pool of native runners.
 *
 * @param launch starts one; what that makes on the host goes when the process has ended
 */
export function openNativeSandbox(name: string, launch: () => Promise<RunnerPipes>, { jobs }: SandboxOptions): Sandbox {
  return new SandboxPool({ name, size: jobs, startWorker: async () => new NativeWorker(await launch()) });
}
