/** What a worker has done since it began. */
export interface WorkerCounts {
  /** Jobs whose results were handed in. */
  readonly done: number;
  /** Jobs that the sandbox could not do. */
  readonly failed: number;
  /** Jobs that nobody may believe. */
  readonly refused: number;
  /** Jobs that are worked on now. */
  readonly active: number;
  /** Replies of models. */
  readonly replies: number;
  readonly rows: number;
  readonly cells: number;
  /** CPU milliseconds of all sandboxed processes. */
  readonly cpuMs: number;
}
