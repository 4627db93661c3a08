import type { SandboxJob, SandboxResult, SandboxTest, TestSuite } from '../../core/sandbox.ts';
import { WorkerDied } from '../pool/worker-died.ts';

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
