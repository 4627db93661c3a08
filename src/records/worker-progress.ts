/** What one worker of a queue does for a run that is under way. */
export interface WorkerProgress {
  /** Its name in the queue. */
  readonly id: string;
  /** Whether it has said lately that it is there. */
  readonly isThere: boolean;
  /** Programs that it executes at once. */
  readonly runners: number;
  /** Jobs that it works on now, of whatever run. */
  readonly active: number;
  /** Programs that it executed for this session of the run. */
  readonly programs: number;
}
