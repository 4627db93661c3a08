import type { Clue } from './clue.ts';

function failingTest(name: string, pattern: RegExp, speaksFor: Clue['speaksFor']): Clue {
  return {
    name,
    speaksFor,
    look: ({ output }) => {
      const test = output.failingTests.find((id) => pattern.test(id.toLowerCase()));
      return test === undefined ? null : `the test ${test} fails`;
    },
  };
}

/** Which tests fail, and whether the program itself refuses its input. */
export const testClues: readonly Clue[] = [
  {
    name: 'own-check-refuses',
    speaksFor: { 9: 0.7, 1: 0.4 },
    look: ({ output, failure }) => {
      const own = output.errors.find(
        ({ sourceLine }) =>
          sourceLine !== null && /^raise\b/.test(sourceLine) && failure.generated.includes(sourceLine.slice(0, 60)),
      );
      return own ? `the program itself raises: ${own.sourceLine?.slice(0, 160)}` : null;
    },
  },
  {
    name: 'one-test-fails',
    speaksFor: { 5: 0.3, 10: 0.3 },
    look: ({ output }) =>
      output.text !== '' && output.failed === 1 && output.passed > 0
        ? `only ${output.failingTests[0] ?? 'one test'} fails, ${output.passed} pass`
        : null,
  },
  failingTest('edge-test-fails', /empty|zero|none|edge|corner|nan|single|identity|scalar/, { 5: 0.5 }),
  failingTest('gradient-test-fails', /grad/, { 10: 0.4 }),
  failingTest('exception-test-fails', /exception|error|invalid|wrong|raise|warn/, { 5: 0.5, 1: 0.4 }),
  failingTest('shape-test-fails', /shape|cardinality|dim|batch|broadcast/, { 1: 0.4 }),
  failingTest('type-test-fails', /type|device|gpu|cuda/, { 6: 0.5 }),
];
