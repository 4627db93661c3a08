import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatModel, ChatReply, ChatRequest } from '../core/chat.ts';
import { InterruptedError } from '../core/errors.ts';
import type { AskChannel } from './ask-channel.ts';
import { type AskPayload, errorIn, lostCall, readAnswer } from './ask-messages.ts';
import { toContent } from './content.ts';
import { replyOf } from './content-place.ts';
import type { JobNews } from './job-channel.ts';
import { openResult, type ResultMessage, signJob } from './job-messages.ts';
import type { QueueKey } from './queue-secret.ts';

export interface QueueModelOptions {
  /** As the run names the model. */
  readonly id: string;
  readonly key: QueueKey;
  /** The kind of model. */
  readonly kind: string;
  readonly note: (text: string) => void;
  /** Hears after each look, and before the first call; learns which workers are there. */
  readonly learn: (isWaiting: boolean) => Promise<void>;
  /** How far the clock of Redis is ahead of ours. */
  readonly clockOffsetMs: () => number;
  /** How often what Redis holds is compared with what is waited for; 5 s. */
  readonly lookMs?: number;
}

const LOOK_MS = 5000;
/** A call is not begun after this: what lies in Redis must not be paid for some other day. */
const CALL_LIFE_MS = 24 * 3600_000;
/** Looks in a row at which Redis had nothing of a call before it counts as lost there. */
const MOST_MISSED = 3;
/** A call that no worker began is sent again so often. */
const MOST_SENT = 20;
const PAUSE_MS = 200;
/** A reply is stored by whoever asked long before that. */
const TAKEN_MS = 30_000;
const LAST_WORDS_MS = 5000;

interface Waiting {
  readonly job: string;
  readonly request: ChatRequest;
  readonly resolve: (reply: ChatReply) => void;
  readonly reject: (error: unknown) => void;
  sent: number;
  missed: number;
}

const jobOf = (call: string) => `ask-${call}`;

/**
 * A model that workers of a queue ask: each call is a job of its own, named after the call in the journal, made by one
 * worker once, and answered by what that worker signed. The reply stays in Redis until it is taken, so that a run that was
 * killed finds what it asked for. Nothing is asked again here: that is the retries' business, and each is accounted for.
 */
export class QueueModel implements ChatModel {
  readonly id: string;
  readonly #channel: AskChannel;
  readonly #options: QueueModelOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #kept = new Set<string>();
  readonly #doneBy = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  /** Until whoever asked has stored them: a process that dies before finds them again. */
  readonly #taken = new Map<string, number>();
  #refused = 0;
  #looking: Promise<void> | null = null;
  #isClosed = false;

  constructor(channel: AskChannel, options: QueueModelOptions) {
    this.id = options.id;
    this.#channel = channel;
    this.#options = options;
    channel.onNews((job, news) => void this.#hear(job, news));
    this.#timer = setInterval(() => this.#lookOnce(), options.lookMs ?? LOOK_MS);
  }

  /** Answers that were refused, and replies by worker. */
  get account(): { readonly refused: number; readonly doneBy: ReadonlyMap<string, number> } {
    return { refused: this.#refused, doneBy: this.#doneBy };
  }

  readonly keeps = async (call: string): Promise<boolean> => {
    const job = jobOf(call);
    const [news, answered] = await Promise.all([this.#channel.look(job), this.#channel.answered(job)]);
    const isThere = news.state === 'open' || news.state === 'done' || answered !== null;
    if (isThere) this.#kept.add(job);
    return isThere;
  };

  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const { call, about: _about, ...asked } = request;
    const job = jobOf(call ?? randomUUID());
    return new Promise((resolve, reject) => {
      if (signal.aborted || this.#isClosed) return reject(new InterruptedError());
      // The call goes on, and its reply waits for the next process.
      const stop = () => this.#end(job, () => reject(new InterruptedError()));
      signal.addEventListener('abort', stop, { once: true });
      const done = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          signal.removeEventListener('abort', stop);
          settle(value);
        };
      };
      const waiting = { job, request: asked, resolve: done(resolve), reject: done(reject), sent: 0, missed: 0 };
      this.#waiting.set(job, waiting);
      void (this.#kept.delete(job) ? this.#resume(waiting) : this.#send(waiting)).catch((error: unknown) =>
        this.#end(job, () => waiting.reject(error)),
      );
    });
  }

  async #send(waiting: Waiting): Promise<void> {
    const { key, kind, clockOffsetMs } = this.#options;
    const { job, request } = waiting;
    const payload = await toContent({ request } satisfies AskPayload);
    const until = Math.round(Date.now() + clockOffsetMs() + CALL_LIFE_MS);
    const ref = { hash: payload.hash, size: payload.size };
    waiting.sent++;
    waiting.missed = 0;
    await this.#channel.beat([job]);
    await this.#channel.send(signJob(key, { run: job, job, kind, payload: ref, until }), payload);
  }

  async #resume(waiting: Waiting): Promise<void> {
    await this.#channel.beat([waiting.job]);
    await this.#lookAt(waiting);
  }

  #end(job: string, settle: () => void): void {
    if (this.#waiting.delete(job)) settle();
  }

  async #hear(job: string, news: JobNews): Promise<void> {
    const waiting = this.#waiting.get(job);
    if (!waiting || this.#isClosed) return;
    try {
      if (news.state === 'done') await this.#take(waiting, news.value);
      else if (news.state === 'failed') await this.#lookAt(waiting);
    } catch {
      // Redis does not answer: the next look finds it.
    }
  }

  /** What a worker signed for this call; null, and told to people, where it did not. */
  #believed(job: string, value: unknown): ResultMessage | null {
    const opened = openResult(this.#options.key, value, { run: job, job });
    if ('message' in opened) return opened.message;
    this.#refused++;
    this.#options.note(`an answer in the queue was refused (${job}): ${opened.refused}`);
    return null;
  }

  /** @returns whether that was an answer */
  async #take(waiting: Waiting, value: unknown): Promise<boolean> {
    const { job } = waiting;
    const message = this.#believed(job, value);
    if (!message) return false;
    const answer = readAnswer(await this.#channel.read(message.content, replyOf(job)));
    if (!this.#waiting.has(job)) return true;
    this.#end(job, () => {
      if (!answer) waiting.reject(lostCall(`the answer of worker ${message.worker} is not in Redis`));
      else if ('failure' in answer) waiting.reject(errorIn(answer, message.worker));
      else {
        this.#doneBy.set(message.worker, (this.#doneBy.get(message.worker) ?? 0) + 1);
        waiting.resolve(answer.reply);
      }
    });
    this.#taken.set(job, performance.now());
    return true;
  }

  async #lookAt(waiting: Waiting): Promise<void> {
    const { job } = waiting;
    const news = await this.#channel.look(job);
    if (news.state === 'done' && (await this.#take(waiting, news.value))) return;
    // Whatever the queue thinks of the job: whoever made the call may have lost its lock meanwhile.
    const answered = await this.#channel.answered(job);
    if (answered !== null && (await this.#take(waiting, answered))) return;
    if (news.state === 'open') waiting.missed = 0;
    if (news.state === 'open' || !this.#waiting.has(job)) return;
    const maker = await this.#channel.maker(job);
    // Its answer comes, whatever the queue thinks of the job.
    if (maker === 'there') return;
    waiting.missed++;
    // Nobody has begun it: to ask is free.
    if (maker === 'nobody' && waiting.sent < MOST_SENT) {
      if (news.state === 'failed') await sleep(PAUSE_MS);
      else if (waiting.missed < 2) return;
      if (this.#waiting.has(job)) await this.#send(waiting);
    } else if (waiting.missed >= MOST_MISSED) {
      const reason = news.state === 'failed' ? news.reason : 'Redis no longer has it';
      this.#end(job, () => waiting.reject(lostCall(`a call was lost on its way through the queue: ${reason}`)));
      await this.#channel.forget(job);
    }
  }

  /** One at a time: Redis may be away for long. */
  #lookOnce(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  async #look(): Promise<void> {
    try {
      await this.#channel.beat([...this.#waiting.keys()]);
      await this.#options.learn(this.#waiting.size > 0);
      await Promise.all([...this.#waiting.values()].map((waiting) => this.#lookAt(waiting)));
      await this.#forgetTaken(TAKEN_MS);
    } catch (error) {
      if (!this.#isClosed) this.#options.note(`the queue does not answer: ${(error as Error).message}`);
    }
  }

  async #forgetTaken(olderThanMs: number): Promise<void> {
    const old = [...this.#taken].filter(([, at]) => performance.now() - at >= olderThanMs);
    await Promise.all(
      old.map(async ([job]) => {
        await this.#channel.forget(job);
        this.#taken.delete(job);
      }),
    );
  }

  /**
   * Calls under way go on, and their replies wait for the next process.
   *
   * @param isStored whether all replies that were given are stored, so that none is needed there any more
   */
  async close(isStored = false): Promise<void> {
    if (this.#isClosed) return;
    // A Redis that is away is not waited for: what is left there expires.
    if (isStored)
      await Promise.race([this.#forgetTaken(0).catch(() => {}), sleep(LAST_WORDS_MS, undefined, { ref: false })]);
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const { job, reject } of [...this.#waiting.values()]) this.#end(job, () => reject(new InterruptedError()));
    await this.#channel.close();
  }
}
