import type { Sandbox, SandboxJob, SandboxOptions, SandboxResult } from '../../core/sandbox.ts';
import type { RunnerPipes } from '../framed-process.ts';
import { SandboxPool, type SandboxWorker } from '../pool/sandbox-pool.ts';
import { RunnerConversation } from './runner-conversation.ts';
import { judgeJob, type RunnerAnswer, type RunnerMessage, toResult } from './runner-protocol.ts';

/** How one kind of native sandbox starts the Python runner; what that makes on the host goes when the process has ended. */
export type LaunchRunner = () => Promise<RunnerPipes>;

/** Beyond every limit that the runner enforces itself: then it hangs, and is replaced. */
function patienceMs({ suite, limits }: SandboxJob): number {
  return 60_000 + (suite.tests.length + 1) * (limits.timeoutMs * 24 + 15_000);
}

class NativeWorker implements SandboxWorker {
  readonly #conversation: RunnerConversation<RunnerMessage, RunnerAnswer>;

  constructor(process: RunnerPipes) {
    this.#conversation = new RunnerConversation(process);
  }

  get spent(): boolean {
    return this.#conversation.isOver;
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    try {
      const judged = await judgeJob(job, (message) => this.#conversation.ask(message, patienceMs(job)));
      if (judged.recycle) this.#conversation.end();
      return toResult(judged);
    } catch (error) {
      this.#conversation.end();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#conversation.close();
  }
}

/** A pool of native runners. */
export function openNativeSandbox(name: string, launch: LaunchRunner, { jobs }: SandboxOptions): Sandbox {
  return new SandboxPool({ name, size: jobs, startWorker: async () => new NativeWorker(await launch()) });
}
