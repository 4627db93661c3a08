import type { Content, ContentRef } from './content.ts';
import type { ContentPlace } from './content-place.ts';
import type { JobNews } from './job-channel.ts';
import type { JobMessage } from './job-messages.ts';
import type { KnownWorker } from './known-worker.ts';

/** A coordinator's side of the calls of one kind of model; everything comes by way of Redis, where others may write. */
export interface AskChannel {
  /** Stores what is asked and puts the call into the queue. A job of the same name that has failed makes way. */
  send(message: JobMessage, payload: Content): Promise<void>;
  /** Hears of calls that end; may miss some and invent others, so that `look` is asked, too. */
  onNews(listener: (job: string, news: JobNews) => void): void;
  look(job: string): Promise<JobNews>;
  /** What a worker signed of a call, apart from what the queue says of it; null where none did. */
  answered(job: string): Promise<unknown>;
  /** Whether a worker has begun to make the call, and whether that worker is still there. */
  maker(job: string): Promise<'nobody' | 'there' | 'gone'>;
  /** A stored value; null where it is gone, or is another. */
  read(ref: ContentRef, place: ContentPlace): Promise<unknown>;
  /** Deletes a call that has ended, and all that lies in Redis of it. */
  forget(job: string): Promise<void>;
  /** Says that somebody waits for these calls; without it workers leave them alone. */
  beat(runs: readonly string[]): Promise<void>;
  /** Workers that are there now. */
  workers(): Promise<readonly KnownWorker[]>;
  /** Redis's clock, in milliseconds. */
  now(): Promise<number>;
  /** Closes all connections; calls under way go on. */
  close(): Promise<void>;
}
