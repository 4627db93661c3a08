import { lastFunctionName } from '../python-source/syntax/python-names.ts';
import type { ReadFailure } from './clues/clue.ts';
import type { FailedProgram } from './failed-program.ts';
import { readProgram } from './program-facts.ts';
import { readPytestFailure } from './pytest-failure.ts';

/** A method cut out of its class keeps the indentation of the class. */
function dedent(code: string): string {
  const lines = code.split('\n');
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const indent = first.length - first.trimStart().length;
  return indent === 0
    ? code
    : lines.map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line)).join('\n');
}

/** Parses what a failure consists of. */
export function readFailure(failure: FailedProgram): ReadFailure {
  const referenceCode = failure.reference === undefined ? null : dedent(failure.reference);
  const wanted = referenceCode === null ? null : lastFunctionName(referenceCode);
  const reference = referenceCode === null ? null : readProgram(referenceCode, wanted);
  return {
    failure,
    output: readPytestFailure(failure.pytestOutput, failure.generated),
    program: readProgram(dedent(failure.generated), wanted),
    reference,
    prompt: failure.prompt.toLowerCase(),
  };
}
