/** The worker's process ended or stopped answering: no word about the candidate. */
export class WorkerDied extends Error {}
