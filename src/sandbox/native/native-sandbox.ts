import type { Sandbox, SandboxJob, SandboxOptions, SandboxResult, SandboxTest, TestSuite } from '../../core/sandbox.ts';
import { FramedProcess, type RunnerPipes, WorkerDied } from '../framed-process.ts';
import { SandboxPool, type SandboxWorker } from '../pool/sandbox-pool.ts';

/** What a judge is asked; see `runner/judge.py`. */
export interface RunnerMessage {
  readonly job: object;
  /** Only where the judge does not keep it. */
  readonly suite?: object;
}

export type RunnerAnswer = { readonly ok: SandboxResult } | { readonly unknown: true } | { readonly error: string };

/** The definition of a suite. Texts of tests that are pieces of one are said once: a body has their number. */
function definitionOf({ tests, entryPoint, setup, preload, official }: TestSuite): object {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const toBody = ({ body }: SandboxTest) => {
    if (body.kind !== 'calls' || body.only === undefined) return body;
    const expected = body.expected?.map(({ form, text }) => ({ form, text: numberOf(text) }));
    return { ...body, inputs: numberOf(body.inputs), expected };
  };
  return { tests: tests.map(toBody), texts: [...numbers.keys()], entryPoint, setup, preload, official };
}

/** Has a judge run a job. It keeps some suites, and is sent one when it says that it does not know it. @throws WorkerDied */
export async function judgeJob(
  { code, suite, limits }: SandboxJob,
  ask: (message: RunnerMessage) => Promise<RunnerAnswer>,
): Promise<SandboxResult> {
  const message = { job: { code, suite: suite.id, ...limits } };
  const first = await ask(message);
  const answer = 'unknown' in first ? await ask({ ...message, suite: definitionOf(suite) }) : first;
  if ('ok' in answer) return answer.ok;
  throw new WorkerDied('error' in answer ? answer.error : 'the judge does not keep the suite');
}

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
