import type { PatchedTree } from './merge-patches.ts';
import { runBase, runPatched, type TestRuns, treeCode } from './run-tests.ts';

/** Tests of the tree's own, sorted by what they do before any patch. */
export interface RegressionOutcome {
  /** Nodes that pass each time. */
  readonly passing: readonly string[];
  /** Nodes that pass only sometimes; left out. */
  readonly flaky: readonly string[];
  /** Nodes that never pass; left out. */
  readonly failing: readonly string[];
  /** What each tree breaks: nodes with the reason, by the tree's id. */
  readonly broken: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
}

/** A test that depends on chance or time shows it in three runs, or it does not matter much. */
const RUNS = 3;

/** Runs the tree's own tests on it as it is, three times, and those that pass each time on every patched tree. */
export async function runRegressions(
  runs: TestRuns,
  trees: readonly PatchedTree[],
  advance: () => void,
): Promise<RegressionOutcome> {
  const nodes = runs.tests.nodes.map(({ node }) => node);
  if (nodes.length === 0) return { passing: [], flaky: [], failing: [], broken: new Map() };
  const bases: Awaited<ReturnType<typeof runBase>>[] = [];
  for (let run = 0; run < RUNS; run++) {
    bases.push(await runBase(runs));
    advance();
  }
  const timesPassed = (node: string) => bases.filter(({ verdicts }) => verdicts.get(node)?.verdict === 'pass').length;
  const passing = nodes.filter((node) => timesPassed(node) === RUNS);
  const costs = bases[0]?.costs ?? new Map();
  const broken = await Promise.all(
    trees.map(async ({ id, files }) => {
      const verdicts = await runPatched(runs, treeCode(files), { nodes: passing, costs, together: true });
      advance();
      const failed = [...verdicts].filter(([, { verdict }]) => verdict !== 'pass');
      return [id, new Map(failed.map(([node, { detail }]) => [node, detail]))] as const;
    }),
  );
  return {
    passing,
    flaky: nodes.filter((node) => timesPassed(node) > 0 && timesPassed(node) < RUNS),
    failing: nodes.filter((node) => timesPassed(node) === 0),
    broken: new Map(broken),
  };
}
