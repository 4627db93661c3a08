export interface FailedProgram {
  readonly id: string;
  readonly prompt: string;
  readonly generated: string;
  /** pytest's output, or any traceback; may be cut, and may contain later sessions in which everything passes. */
  readonly pytestOutput: string;
  /** A right program for the same prompt, where one is known. */
  readonly reference?: string | undefined;
}
