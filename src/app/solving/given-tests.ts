import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { GeneratedTest, TestBody } from '../../core/program.ts';
import type { Task } from '../../core/task.ts';
import { normaliseTest } from '../../python-source/renaming/normalise.ts';
import { extractTests } from '../../python-source/replies/extract-tests.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { SyntaxBudget } from '../../python-source/syntax/reading-limits.ts';
import { checksOf, promptExamples } from '../../python-source/tests/prompt-examples.ts';
import { readTestLines } from '../../python-source/tests/test-lines.ts';
import type { Question } from '../../records/solution.ts';

function asGiven(taskId: string, bodies: readonly TestBody[]): GeneratedTest[] {
  const byId = new Map(bodies.map((body) => [hashOf(normaliseTest(body)), body]));
  return [...byId].map(([id, body], sample) => ({ id, taskId, body, origins: [{ variantId: 'given', sample }] }));
}

function readExample(example: string, entryPoint: string): string[] {
  const { statements } = readTestLines(example, entryPoint, new SyntaxBudget(example.length));
  const checks = checksOf(statements);
  if (checks.length === 0) {
    throw new ConfigError('example-form', `"${example}" is not an example of ${entryPoint}`, {
      hint: `Write a call with its result, such as ${entryPoint}(1) == 2.`,
    });
  }
  return checks;
}

function readTests(tests: string, entryPoint: string): readonly TestBody[] {
  if (!isValidPython(tests)) {
    throw new ConfigError('tests-form', 'the given tests are not Python', { hint: 'Fix their syntax.' });
  }
  const read = extractTests(`\`\`\`python\n${tests}\n\`\`\`\n`, { entryPoint, truncated: false });
  const lost = read.problems.filter((problem) => problem !== 'trivial');
  if (read.tests.length === 0 || lost.length > 0) {
    const why = lost.length > 0 ? `: ${[...new Set(lost)].join(', ')}` : '';
    throw new ConfigError('tests-form', `not every one of the given tests can be used${why}`, {
      hint: `Tests are assertions, unittest classes or test_ functions without fixtures that call ${entryPoint}.`,
    });
  }
  return read.tests;
}

/**
 * The tests that the user has already said: `--example`, `--tests`, and the examples of the prompt.
 *
 * @param from `none` leaves the examples of the prompt out
 */
export function givenTests(
  task: Task,
  { examples = [], tests }: Pick<Question, 'examples' | 'tests'>,
  from: 'examples' | 'none' = 'examples',
): readonly GeneratedTest[] {
  const { id, entryPoint } = task;
  const stated = from === 'none' ? [] : promptExamples(task);
  if (entryPoint === null) {
    if (tests !== undefined || examples.length > 0) {
      throw new ConfigError('tests-script', 'a script that reads standard input takes no assertions', {
        hint: 'Write its examples into the prompt, as Input: and Output: blocks.',
      });
    }
    return asGiven(id, stated);
  }
  const assertion = (code: string): TestBody => ({ kind: 'assertion', code });
  return asGiven(id, [
    ...stated,
    ...examples.flatMap((example) => readExample(example, entryPoint)).map(assertion),
    ...(tests === undefined ? [] : readTests(tests, entryPoint)),
  ]);
}
