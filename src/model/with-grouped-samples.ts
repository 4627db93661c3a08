import type { ChatModel, ChatReply, ChatRequest } from '../core/chat.ts';
import { hashOf } from '../core/hash.ts';

interface Waiting {
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  resolve(reply: ChatReply | Promise<ChatReply>): void;
  reject(error: unknown): void;
}

/** Which question a request is, whichever sample of it. */
function questionOf({ sample: _sample, seed: _seed, ...question }: ChatRequest): string {
  return hashOf(question);
}

/** Pieces of at most `size`, in order. */
function pieces<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/**
 * Samples of one question that are asked for in the same moment become one call (`n`), so that the prompt is paid once.
 * What an endpoint leaves out is asked for singly; one that gives a single reply, or refuses `n`, is not asked so again.
 * Each sample is answered, and stored, under its own key, as if it had been asked alone.
 *
 * @param most samples of a call; below 2 nothing changes
 */
export function withGroupedSamples(model: ChatModel, most: number): ChatModel {
  if (most < 2) return model;
  const questions = new Map<string, Waiting[]>();
  let isHonoured: boolean | null = null;
  /** The first group finds out; the others wait for it. */
  let finding: Promise<unknown> | null = null;

  const askAlone = ({ request, signal, resolve }: Waiting) => resolve(model.complete(request, signal));

  const askTogether = async (group: readonly [Waiting, ...Waiting[]]) => {
    const [first, ...rest] = group;
    const also = rest.map(({ request: { sample, seed } }) => ({ sample, ...(seed === undefined ? {} : { seed }) }));
    try {
      const { others = [], ...reply } = await model.complete({ ...first.request, also }, first.signal);
      isHonoured ??= others.length > 0;
      first.resolve(reply);
      for (const [at, waiting] of rest.entries()) {
        const other = others[at];
        if (other) waiting.resolve(other);
        else askAlone(waiting);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const ask = async (group: readonly Waiting[]) => {
    while (finding && isHonoured === null) await finding;
    const [first, ...rest] = group;
    if (!first) return;
    if (rest.length === 0 || isHonoured === false) {
      for (const waiting of group) askAlone(waiting);
      return;
    }
    const asking = askTogether([first, ...rest]).finally(() => {
      finding = null;
    });
    if (isHonoured === null) finding = asking;
    await asking;
  };

  return {
    id: model.id,
    complete: (request, signal) =>
      new Promise<ChatReply>((resolve, reject) => {
        const question = questionOf(request);
        const waiting = { request, signal, resolve, reject };
        const known = questions.get(question);
        if (known) {
          known.push(waiting);
          return;
        }
        const group = [waiting];
        questions.set(question, group);
        // All samples that a stage asks for in one go are there by then.
        setImmediate(() => {
          questions.delete(question);
          for (const piece of pieces(group, most)) void ask(piece);
        });
      }),
  };
}
