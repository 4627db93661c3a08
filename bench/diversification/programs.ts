/** What `ask.ts` writes, one a line. */
export interface AskedReply {
  readonly taskId: string;
  readonly strength: string;
  /** The variant's id behind its strength. */
  readonly variantId: string;
  readonly prompt: string;
  readonly renames: Readonly<Record<string, string>>;
  readonly changedWords: number;
  readonly text: string;
  readonly status: string;
}
