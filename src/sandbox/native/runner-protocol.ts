import type { Readable, Writable } from 'node:stream';
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

/** Of one frame: less than what is the longest text. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Frames of a little-endian 32-bit length and JSON, over a process's pipes. */
export class FrameStream<Message extends object = RunnerMessage, Answer = RunnerAnswer> {
  readonly #output: Writable;
  #parts: Buffer[] = [];
  #held = 0;
  #isBroken = false;

  /** @param onBroken told once, and nothing after it, when what comes is too long or not a frame: its process is to end */
  constructor(
    input: Readable,
    output: Writable,
    { onAnswer, onBroken }: { onAnswer: (answer: Answer) => void; onBroken: (why: string) => void },
  ) {
    this.#output = output;
    output.on('error', () => {});
    input.on('error', () => {});
    input.on('data', (part: Buffer) => {
      if (this.#isBroken) return;
      this.#parts.push(part);
      this.#held += part.length;
      for (const answer of this.#whole(onBroken)) onAnswer(answer);
    });
  }

  /** The answers that have come whole. */
  *#whole(onBroken: (why: string) => void): Generator<Answer> {
    try {
      for (let frame = this.#take(); frame; frame = this.#take()) yield JSON.parse(frame.toString('utf8')) as Answer;
    } catch (error) {
      this.#isBroken = true;
      this.#parts = [];
      onBroken(`the runner says what is not an answer: ${(error as Error).message}`);
    }
  }

  #take(): Buffer | null {
    if (this.#held < 4) return null;
    if ((this.#parts[0] as Buffer).length < 4) this.#parts = [Buffer.concat(this.#parts)];
    const size = (this.#parts[0] as Buffer).readUInt32LE(0);
    if (size > MOST_BYTES) throw new RangeError(`${size} bytes, and ${MOST_BYTES} at most`);
    if (this.#held < 4 + size) return null;
    const all = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    const rest = all.subarray(4 + size);
    this.#parts = rest.length > 0 ? [rest] : [];
    this.#held = rest.length;
    return all.subarray(4, 4 + size);
  }

  send(message: Message): void {
    const body = Buffer.from(JSON.stringify(message), 'utf8');
    const head = Buffer.alloc(4);
    head.writeUInt32LE(body.length);
    this.#output.write(Buffer.concat([head, body]));
  }
}
