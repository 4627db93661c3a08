import { type TestBody, testText } from '../../core/program.ts';
import type { SolvedTask } from '../../pipeline/solve-task.ts';
import { withoutMethodAdapter } from '../../python-source/replies/method-adapter.ts';
import { type PythonNode, parsePython } from '../../python-source/syntax/python-tree.ts';
import type { Parting, Solution, SolutionCost, SolutionProblem, SolutionSet } from '../../records/solution.ts';

/** The first outermost call of the function in a test; the whole test where none is found. */
function inputOf(body: TestBody, entryPoint: string | null): string {
  if (body.kind === 'stdio') return body.stdin;
  const text = testText(body);
  if (entryPoint === null) return text;
  const isCall = ({ callee }: PythonNode) => callee?.text.split('.').includes(entryPoint) ?? false;
  return parsePython(text).root.findAll(isCall)[0]?.text ?? text;
}

/** The shortest input of tests and probes on which two programs give something else, or their verdicts part. */
function partingOf({ matrix, ...generated }: SolvedTask, first: string, second: string | null): Parting | null {
  const row = (id: string | null) => matrix.candidates.findIndex((candidate) => candidate.id === id);
  const [a, b] = [row(first), row(second)];
  if (a < 0 || b < 0) return null;
  const outputs = (at: number, column: number) => matrix.outputs?.[at]?.[column] ?? null;
  const onTests = generated.tests.flatMap((test, column) => {
    const [picked, other] = [outputs(a, column), outputs(b, column)];
    const [passes, otherPasses] = [a, b].map((at) => matrix.verdicts[at]?.[column] === 'pass');
    if (picked !== other) return [{ input: inputOf(test.body, generated.task.entryPoint), picked, other }];
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

function setsOf({ ranking, matrix, ...generated }: SolvedTask): { readonly ids: string; readonly set: SolutionSet }[] {
  const weights = new Map(matrix.candidates.map(({ id, weight }) => [id, weight]));
  const codes = new Map(generated.candidates.map(({ id, code }) => [id, code]));
  const votes = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (weights.get(id) ?? 0), 0);
  const heaviest = (ids: readonly string[]) =>
    [...ids].sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || (a < b ? -1 : 1))[0];
  const { pickedId } = ranking;
  if (pickedId === null) return [];
  const ranked = ranking.sets.length > 0 ? ranking.sets : [{ candidateIds: [pickedId], testIds: [], score: 0 }];
  // The pick was drawn among tied sets: its own comes first.
  const own = ranked.findIndex(({ candidateIds }) => candidateIds.includes(pickedId));
  const ordered = own > 0 ? [ranked[own], ...ranked.filter((_, at) => at !== own)] : ranked;
  return ordered.flatMap((set, at) => {
    const id = at === 0 ? pickedId : set && heaviest(set.candidateIds);
    const program = id && codes.get(id);
    if (!set || !id || program === undefined) return [];
    const counts = { votes: votes(set.candidateIds), tests: set.testIds.length, score: set.score };
    return [{ ids: id, set: { program: withoutMethodAdapter(program), ...counts } }];
  });
}

/** Distinct programs of before the required tests were run. */
const writtenIn = ({ required, candidates }: SolvedTask) => required?.candidates ?? candidates;

function problemOf(solved: SolvedTask, minConfidence: number | undefined): SolutionProblem | null {
  const { ranking, ...generated } = solved;
  if (writtenIn(solved).length === 0) return 'no-programs';
  if (generated.candidates.length === 0) return 'given-tests-failed';
  if (minConfidence !== undefined && (ranking.confidence ?? 0) < minConfidence) return 'below-confidence';
  return null;
}

/** The answer that a solved task gives. @param given tests that every program must pass */
export function solutionOf(
  solved: SolvedTask,
  given: readonly { readonly id: string; readonly body: TestBody }[],
  cost: SolutionCost,
  minConfidence: number | undefined,
): Solution {
  const { matrix, required, ranking, ...generated } = solved;
  const written = writtenIn(solved);
  const sets = setsOf(solved);
  const problem = problemOf(solved, minConfidence);
  const samples = (entries: readonly { readonly origins: readonly unknown[] }[]) =>
    entries.reduce((sum, { origins }) => sum + origins.length, 0);
  const asked = generated.arms[0]?.samples ?? [];
  const [first, second] = sets;
  // The matrix that is shown: the given tests, then the generated ones; programs that failed a given test have no more.
  const rowOf = new Map(matrix.candidates.map(({ id }, at) => [id, at]));
  return {
    program: problem === null ? (first?.set.program ?? null) : null,
    problem,
    entryPoint: generated.task.entryPoint,
    sets: sets.map(({ set }) => set),
    counts: {
      programs: written.length,
      programSamples: asked.length,
      tests: generated.tests.length,
      testSamples: samples(generated.tests),
      variants: new Set(asked.map(({ variantId }) => variantId)).size,
    },
    given: {
      tests: given.map(({ body }) => testText(body)),
      passedBy: given.length === 0 ? written.length : generated.candidates.length,
    },
    confidence: ranking.confidence ?? null,
    parting: first && second ? partingOf(solved, first.ids, second.ids) : null,
    cost,
    matrix: {
      programs: written.map(({ code, origins }) => ({ code: withoutMethodAdapter(code), votes: origins.length })),
      tests: [
        ...given.map(({ body }) => ({ code: testText(body), votes: 1, given: true })),
        ...generated.tests.map(({ body, origins }) => ({ code: testText(body), votes: origins.length, given: false })),
      ],
      verdicts: written.map(({ id }, at) => {
        const row = rowOf.get(id);
        const own = row === undefined ? generated.tests.map(() => 'not-run' as const) : (matrix.verdicts[row] ?? []);
        return [...(required?.matrix.verdicts[at] ?? []), ...own];
      }),
    },
  };
}
