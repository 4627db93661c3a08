/** The worker's process ended or stopped answering: no word about the candidate. */
export class WorkerDied extends Error {
  /** @param ownDoing whether by what it ran, and not by a signal from elsewhere */
  constructor(
    message: string,
    readonly ownDoing = false,
  ) {
    super(message);
  }
}
