import { SandboxError } from '../../core/errors.ts';

/** The result of work that decides nothing, or why the sandbox could not do it. @throws errors of any other kind */
export const failureAsValue = <Result>(work: Promise<Result>): Promise<Result | SandboxError> =>
  work.catch((error: unknown) => {
    if (error instanceof SandboxError) return error;
    throw error;
  });
