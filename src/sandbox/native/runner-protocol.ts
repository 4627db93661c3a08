import type { SandboxJob, SandboxResult, SandboxTest, TestSuite, Verdict } from '../../core/sandbox.ts';

/** What a runner is told; see `runner/main.py`. */
export type RunnerMessage =
  | { readonly op: 'suite'; readonly id: string; readonly suite: unknown }
  | { readonly op: 'forget'; readonly id: string }
  | { readonly op: 'job'; readonly job: unknown };

/** A runner's answer to one job. */
export type RunnerAnswer =
  | {
      readonly ok: {
        readonly verdicts: readonly Verdict[];
        readonly outputs: readonly (string | null)[];
        readonly details: readonly (string | null)[];
        /** Indexes of weak cells. */
        readonly weak: readonly number[];
        readonly cpuMs: number;
        /** Whether the runner could not clean up after the candidate. */
        readonly recycle: boolean;
      };
    }
  | { readonly error: string };

/** Texts of tests that are pieces of one, each said once: a body has its number in the place of the text. */
function sharedTexts() {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  return {
    toBody({ body }: SandboxTest): unknown {
      if (body.kind !== 'calls' || body.only === undefined) return body;
      const expected = body.expected?.map(({ form, text }) => ({ form, text: numberOf(text) }));
      return { ...body, inputs: numberOf(body.inputs), ...(expected ? { expected } : {}) };
    },
    texts: () => [...numbers.keys()],
  };
}

export function suiteMessage(suite: TestSuite): RunnerMessage {
  const { toBody, texts } = sharedTexts();
  return {
    op: 'suite',
    id: suite.id,
    suite: {
      tests: suite.tests.map(toBody),
      texts: texts(),
      entryPoint: suite.entryPoint,
      setup: suite.setup ?? '',
      preload: suite.preload ?? [],
      ...(suite.official ? { official: true } : {}),
    },
  };
}

export function jobMessage({ code, suite, limits }: SandboxJob): RunnerMessage {
  const { timeoutMs, memoryMib, giveUpAfterTimeouts, neverShorten, stopAtFailure } = limits;
  return {
    op: 'job',
    job: {
      code,
      suite: suite.id,
      timeoutMs,
      memoryMib,
      ...(giveUpAfterTimeouts === undefined ? {} : { giveUpAfterTimeouts }),
      ...(neverShorten ? { neverShorten } : {}),
      ...(stopAtFailure ? { stopAtFailure } : {}),
    },
  };
}

export function toResult(answer: Extract<RunnerAnswer, { ok: unknown }>): SandboxResult {
  const { verdicts, outputs, details, weak, cpuMs } = answer.ok;
  const isWeak = new Set(weak);
  return { verdicts, outputs, details, weak: verdicts.map((_, index) => isWeak.has(index)), cpuMs };
}
