/** Where a value lies that belongs to one job; others may be equal, and must not go with it. */
export type ContentPlace = `payload:${string}` | `result:${string}` | `reply:${string}`;

/** What a job is made of. */
export const payloadOf = (job: string): ContentPlace => `payload:${job}`;

/** What a model answered, or why it did not; a question is asked once, so that there is one. */
export const replyOf = (job: string): ContentPlace => `reply:${job}`;

/** What a worker made of it; a job whose lock was lost may have two. */
export const resultOf = (job: string, worker: string): ContentPlace => `result:${job}:${worker}`;
