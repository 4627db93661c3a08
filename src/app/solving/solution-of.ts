import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { type GeneratedTest, type TestBody, testText } from '../../core/program.ts';
import type { Task } from '../../core/task.ts';
import { votesFor } from '../../pipeline/6-rank/rank-candidates.ts';
import type { SolvedTask } from '../../pipeline/solve-task.ts';
import { normaliseTest } from '../../python-source/renaming/normalise.ts';
import { extractTests } from '../../python-source/replies/extract-tests.ts';
import { withoutMethodAdapter } from '../../python-source/replies/method-adapter.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { type PythonNode, parsePython } from '../../python-source/syntax/python-tree.ts';
import { SyntaxBudget } from '../../python-source/syntax/reading-limits.ts';
import { checksOf, promptExamples } from '../../python-source/tests/prompt-examples.ts';
import { readTestLines } from '../../python-source/tests/test-lines.ts';
import type {
  Parting,
  Question,
  Solution,
  SolutionCost,
  SolutionProblem,
  SolutionSet,
} from '../../records/solution.ts';

/** The first outermost call of the function in a test; the whole test where none is found. */
function inputOf(body: TestBody, entryPoint: string | null): string {
  if (body.kind === 'stdio') return body.stdin;
  const text = testText(body);
  if (entryPoint === null) return text;
  const isCall = ({ callee }: PythonNode) => callee?.text.split('.').includes(entryPoint) ?? false;
  return parsePython(text).root.findAll(isCall)[0]?.text ?? text;
}

/** The shortest input of tests and probes on which two programs give something else, or their verdicts part. */
function partingOf({ matrix, tests, task }: SolvedTask, first: string, second: string): Parting | null {
  const row = (id: string) => matrix.candidates.findIndex((candidate) => candidate.id === id);
  const [a, b] = [row(first), row(second)];
  if (a < 0 || b < 0) return null;
  const outputs = (at: number, column: number) => matrix.outputs?.[at]?.[column] ?? null;
  const onTests = tests.flatMap((test, column) => {
    const [picked, other] = [outputs(a, column), outputs(b, column)];
    const [passes, otherPasses] = [a, b].map((at) => matrix.verdicts[at]?.[column] === 'pass');
    if (picked !== other) return [{ input: inputOf(test.body, task.entryPoint), picked, other }];
    if (passes === otherPasses) return [];
    // If their values are equal or unknown, the whole test distinguishes them.
    const passedBy = passes ? ('picked' as const) : ('other' as const);
    return [{ input: testText(test.body), picked, other, passedBy }];
  });
  const onProbes = (matrix.probes?.inputs ?? []).flatMap((input, at) => {
    const [picked = null, other = null] = [matrix.probes?.outputs[a]?.[at], matrix.probes?.outputs[b]?.[at]];
    return picked === other ? [] : [{ input, picked, other }];
  });
  // An input with two outputs is more informative than a verdict.
  const rank = (parting: Parting) => Number(parting.passedBy !== undefined);
  const parted = [...onTests, ...onProbes].sort(
    (x, y) => rank(x) - rank(y) || x.input.length - y.input.length || (x.input < y.input ? -1 : 1),
  );
  return parted[0] ?? null;
}

/** The consensus sets, the pick's own first, each with the id of its heaviest program. */
function setsOf({ ranking, matrix, candidates }: SolvedTask): (SolutionSet & { readonly id: string })[] {
  const { pickedId } = ranking;
  if (pickedId === null) return [];
  const codes = new Map(candidates.map(({ id, code }) => [id, code]));
  const heaviest = (ids: readonly string[]) =>
    [...ids].sort((a, b) => votesFor(matrix, [b]) - votesFor(matrix, [a]) || (a < b ? -1 : 1))[0];
  const ranked = ranking.sets.length > 0 ? ranking.sets : [{ candidateIds: [pickedId], testIds: [], score: 0 }];
  // The pick was drawn among tied sets.
  const own = ranked.find(({ candidateIds }) => candidateIds.includes(pickedId));
  const ordered = own ? [own, ...ranked.filter((set) => set !== own)] : ranked;
  return ordered.flatMap(({ candidateIds, testIds, score }, at) => {
    const id = at === 0 ? pickedId : (heaviest(candidateIds) ?? '');
    const program = codes.get(id);
    if (program === undefined) return [];
    const votes = votesFor(matrix, candidateIds);
    return [{ id, program: withoutMethodAdapter(program), votes, tests: testIds.length, score }];
  });
}

/** The answer that a solved task gives. @param given tests that every program must pass @param least confidence */
export function solutionOf(
  solved: SolvedTask,
  given: readonly GeneratedTest[],
  cost: SolutionCost,
  least = 0,
): Solution {
  const { matrix, required, ranking, task, candidates, tests, arms } = solved;
  const { confidence = null } = ranking;
  /** Distinct programs of before the required tests were run. */
  const written = required?.candidates ?? candidates;
  const sets = setsOf(solved);
  const [first, second] = sets;
  const problemOf = (): SolutionProblem | null => {
    if (written.length === 0) return 'no-programs';
    if (candidates.length === 0) return 'given-tests-failed';
    return (confidence ?? 0) < least ? 'below-confidence' : null;
  };
  const problem = problemOf();
  const asked = arms[0]?.samples ?? [];
  // The matrix that is shown: the given tests, then the generated ones; programs that failed a given test have no more.
  const rowOf = new Map(matrix.candidates.map(({ id }, at) => [id, at]));
  return {
    program: problem === null ? (first?.program ?? null) : null,
    problem,
    entryPoint: task.entryPoint,
    sets: sets.map(({ id: _, ...set }) => set),
    counts: {
      programs: written.length,
      programSamples: asked.length,
      tests: tests.length,
      testSamples: tests.reduce((sum, { origins }) => sum + origins.length, 0),
      variants: new Set(asked.map(({ variantId }) => variantId)).size,
    },
    given: {
      tests: given.map(({ body }) => testText(body)),
      passedBy: given.length === 0 ? written.length : candidates.length,
    },
    confidence,
    parting: first && second ? partingOf(solved, first.id, second.id) : null,
    cost,
    matrix: {
      programs: written.map(({ code, origins }) => ({ code: withoutMethodAdapter(code), votes: origins.length })),
      tests: [
        ...given.map(({ body }) => ({ code: testText(body), votes: 1, given: true })),
        ...tests.map(({ body, origins }) => ({ code: testText(body), votes: origins.length, given: false })),
      ],
      verdicts: written.map(({ id }, at) => {
        const row = rowOf.get(id);
        const own = row === undefined ? tests.map(() => 'not-run' as const) : (matrix.verdicts[row] ?? []);
        return [...(required?.matrix.verdicts[at] ?? []), ...own];
      }),
    },
  };
}

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
