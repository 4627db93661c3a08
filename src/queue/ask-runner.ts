import type { ChatModel } from '../core/chat.ts';
import { InterruptedError } from '../core/errors.ts';
import { type AskAnswer, type AskPayload, failedAnswer, lostCall } from './ask-messages.ts';
import { type Content, type ContentRef, toContent } from './content.ts';
import { type ContentPlace, payloadOf, replyOf } from './content-place.ts';
import { type JobMessage, openJob, openResult, type ResultMessage, signResult } from './job-messages.ts';
import type { QueueKey } from './queue-secret.ts';

/** A worker's side of the calls of models. */
export interface AskDesk {
  read(ref: ContentRef, place: ContentPlace): Promise<unknown>;
  store(content: Content, place: ContentPlace): Promise<void>;
  /** Whether the coordinator said lately that it waits for this call. */
  isAlive(run: string): Promise<boolean>;
  /** Redis's clock, in milliseconds. */
  now(): Promise<number>;
  /** Writes down who makes a call, where nobody does. @returns who does; null: nobody did, it is ours */
  claim(job: string, worker: string): Promise<string | null>;
  /** Takes it back: nothing was asked. */
  release(job: string): Promise<void>;
  /** What was signed of a call that ended. */
  answered(job: string): Promise<unknown>;
  keepAnswer(job: string, message: ResultMessage): Promise<void>;
  /** Whether a worker has said lately that it is there. */
  isThere(worker: string): Promise<boolean>;
}

export type AskOutcome =
  | { readonly kind: 'done'; readonly message: ResultMessage; readonly isFailure: boolean }
  /** Nobody may be believed who says such a thing; nothing was asked. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Its coordinator is gone, or what it refers to; nothing was asked. */
  | { readonly kind: 'left'; readonly reason: string }
  /** Another worker makes the call: it is to be looked at again. */
  | { readonly kind: 'elsewhere' };

export interface AskRunnerOptions {
  readonly key: QueueKey;
  /** The kind of model. */
  readonly kind: string;
  /** The name of this worker. */
  readonly worker: string;
  readonly model: ChatModel;
  readonly desk: AskDesk;
}

/**
 * Makes calls of a queue, each once: a job that is handed out twice is not paid for twice. Nothing of a job is unpacked, and
 * nothing asked, before its signature holds.
 */
export class AskRunner {
  readonly #options: AskRunnerOptions;
  readonly #underWay = new Map<string, Promise<AskOutcome>>();

  constructor(options: AskRunnerOptions) {
    this.#options = options;
  }

  /**
   * @param job the name under which Redis has it
   * @throws InterruptedError when the signal aborts
   */
  async run(job: string, value: unknown, signal: AbortSignal): Promise<AskOutcome> {
    const { key, kind, desk } = this.#options;
    const opened = openJob(key, value, { job, kind, now: await desk.now() });
    if ('refused' in opened) return { kind: 'refused', reason: opened.refused };
    const { message } = opened;
    const known = await this.#known(message);
    if (known) return known;
    // It came back to us: the lock was lost while we asked, or were about to.
    const own = this.#underWay.get(job);
    if (own) return own;
    const begun = this.#begin(message, signal).finally(() => this.#underWay.delete(job));
    this.#underWay.set(job, begun);
    return begun;
  }

  async #begin(message: JobMessage, signal: AbortSignal): Promise<AskOutcome> {
    const { worker, desk } = this.#options;
    const { run, job } = message;
    if (!(await desk.isAlive(run))) return { kind: 'left', reason: 'its coordinator is gone' };
    const payload = (await desk.read(message.payload, payloadOf(job))) as AskPayload | null;
    if (!payload) return { kind: 'left', reason: 'what it refers to is not in Redis, or is something else' };
    if (signal.aborted) throw new InterruptedError();
    const owner = await desk.claim(job, worker);
    if (owner === null) {
      // A coordinator that has its reply says no more that it waits, and only then deletes who asked.
      if (await desk.isAlive(run)) return this.#ask(message, payload, signal);
      await desk.release(job);
      return { kind: 'left', reason: 'its coordinator is gone' };
    }
    if (owner === worker || !(await desk.isThere(owner))) {
      // What it stored at its end, between our two looks.
      return (await this.#known(message)) ?? this.#give(message, failedAnswer(lostCall(`worker ${owner} is gone`)));
    }
    return { kind: 'elsewhere' };
  }

  /** What somebody signed of this very call before. */
  async #known({ run, job }: JobMessage): Promise<AskOutcome | null> {
    const { key, desk } = this.#options;
    const opened = openResult(key, await desk.answered(job), { run, job });
    if (!('message' in opened)) return null;
    return { kind: 'done', message: opened.message, isFailure: opened.message.outcome === 'failed' };
  }

  async #ask(message: JobMessage, { request }: AskPayload, signal: AbortSignal): Promise<AskOutcome> {
    let answer: AskAnswer;
    try {
      answer = { reply: await this.#options.model.complete(request, signal) };
    } catch (error) {
      if (signal.aborted) throw new InterruptedError();
      answer = failedAnswer(error);
    }
    return this.#give(message, answer);
  }

  async #give({ run, job }: JobMessage, answer: AskAnswer): Promise<AskOutcome> {
    const { key, worker, desk } = this.#options;
    const isFailure = 'failure' in answer;
    const content = await toContent(answer);
    await desk.store(content, replyOf(job));
    const { hash, size } = content;
    const outcome = isFailure ? 'failed' : 'done';
    const message = signResult(key, { run, job, worker, outcome, content: { hash, size } });
    // Found by whoever looks for it, though our lock may be lost by now.
    await desk.keepAnswer(job, message);
    return { kind: 'done', message, isFailure };
  }
}
