import {
  drainQueue,
  failedJobs,
  pauseQueue,
  type QueuePlace,
  queueOverview,
  resumeQueue,
  retryFailedJobs,
} from '../../app/manage-queue.ts';
import { overviewText } from '../../app/texts/queue-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';

export type QueueAct = 'list' | 'pause' | 'resume' | 'drain' | 'failed' | 'retry';

export interface QueueFlags extends QueuePlace {
  readonly json?: true;
}

/** What was done, as a document and as a sentence. */
async function act(name: QueueAct, flags: QueueFlags, io: Io): Promise<readonly [document: unknown, text: string]> {
  const { use } = io;
  const place = { queue: flags.queue };
  if (name === 'list') {
    const overview = await queueOverview(place, use);
    return [overview, overviewText(overview)];
  }
  if (name === 'failed') {
    const jobs = await failedJobs(place, use);
    const lines = jobs.map(({ job, kind, attempts, reason }) => `${job} (${kind}, ${attempts} tries): ${reason}\n`);
    return [{ failed: jobs }, lines.join('') || 'No job has failed.\n'];
  }
  if (name === 'retry') {
    const retried = await retryFailedJobs(place, use);
    return [{ retried }, `${retried} failed jobs are tried again.\n`];
  }
  const change = { pause: pauseQueue, resume: resumeQueue, drain: drainQueue }[name];
  await change(place, use);
  const said = { pause: 'Paused.\n', resume: 'Resumed.\n', drain: 'Drained.\n' }[name];
  return [{ done: name }, said];
}

/** `mutagree queue …`: what people see and do of a queue. */
export async function queueScreen(name: QueueAct, flags: QueueFlags, io: Io): Promise<ExitCode> {
  const [document, text] = await act(name, flags, io);
  if (flags.json) printJson(io, document);
  else io.stdout(text);
  return EXIT.done;
}
