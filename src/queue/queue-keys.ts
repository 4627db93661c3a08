/** All keys begin so, and an ACL can allow just them. */
const PREFIX = 'mutagree';

/** A set of the ids of workers, and one of the kinds of queues that they have had. */
export const WORKERS = `${PREFIX}:workers`;
export const KINDS = `${PREFIX}:kinds`;
/** A channel with the names of jobs that ended. */
export const ENDED = `${PREFIX}:ended`;

/** A worker's sealed notice; expires when the worker no longer renews it. */
export const workerKey = (id: string) => `${PREFIX}:worker:${id}`;
/** A test suite, compressed, by the SHA-256 of its bytes. */
export const suiteKey = (hash: string) => `${PREFIX}:suite:${hash}`;
/** The list of the ids of jobs that wait for a worker of a kind. */
export const waitKey = (kind: string) => `${PREFIX}:${kind}:wait`;

/** Where the parts of one job are. */
export interface JobKeys {
  /** Kind and id: signatures are bound to it, and `ENDED` names it. */
  readonly name: string;
  /** The sealed job; expires when its coordinator no longer renews it. */
  readonly body: string;
  /** The id of the worker that has the job, `DONE` after its end. */
  readonly claim: string;
  /** The sealed result. */
  readonly result: string;
}

export const DONE = 'done';

export const jobKeys = (kind: string, id: string): JobKeys => ({
  name: `${kind} ${id}`,
  body: `${PREFIX}:${kind}:job:${id}`,
  claim: `${PREFIX}:${kind}:claim:${id}`,
  result: `${PREFIX}:${kind}:result:${id}`,
});

/** Claims stay so long. */
export const DAY_S = 24 * 3600;
/** Suites and verdicts stay so long; a coordinator that still needs them sends or asks for them again. */
export const HOUR_S = 3600;
