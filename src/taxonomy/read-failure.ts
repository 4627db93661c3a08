import { dedent } from '../python-source/syntax/dedent.ts';
import { lastFunctionName } from '../python-source/syntax/python-names.ts';
import type { FailedProgram } from './failed-program.ts';
import { readProgram } from './program-facts.ts';
import { readPytestFailure } from './pytest-failure.ts';

/** Parses what a failure consists of. */
export function readFailure(failure: FailedProgram) {
  const referenceCode = failure.reference === undefined ? null : dedent(failure.reference);
  const wanted = referenceCode === null ? null : lastFunctionName(referenceCode);
  const reference = referenceCode === null ? null : readProgram(referenceCode, wanted);
  return {
    failure,
    output: readPytestFailure(failure.pytestOutput, failure.generated),
    program: readProgram(dedent(failure.generated), wanted),
    /** Null without a reference. */
    reference,
    prompt: failure.prompt.toLowerCase(),
  };
}

export type ReadFailure = ReturnType<typeof readFailure>;
