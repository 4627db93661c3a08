import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TreeTarget } from '../../core/repository.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import type { PatchSelection } from '../../records/patch-selection.ts';
import type { Context } from '../context.ts';
import { describeSelection } from './describe-selection.ts';
import type { TestFiles, TestNode } from './find-nodes.ts';
import type { PatchedTree } from './merge-patches.ts';
import type { PatchQuestion } from './patch-question.ts';
import { patchMatrix, rankPatches } from './rank-patches.ts';
import { type RegressionOutcome, runRegressions } from './regressions.ts';
import { type NodeVerdicts, runBase, runPatched, type TestRuns, treeCode } from './run-tests.ts';

/** The folder that the package of a changed file lies in, relative to the root; null for a file of no package. */
function packageFolder(root: string, path: string): string | null {
  const isPackage = (folder: string) => existsSync(join(root, folder, '__init__.py'));
  let folder = dirname(path);
  if (!path.endsWith('.py') || !isPackage(folder)) return null;
  while (folder !== '.' && isPackage(folder)) folder = dirname(folder);
  return folder;
}

function targetOf({ root, trees, settings }: PatchQuestion): Omit<TreeTarget, 'files'> {
  const packages = trees.flatMap(({ files }) => [...files.keys()].map((path) => packageFolder(root, path)));
  const folders = new Set([...packages, existsSync(join(root, 'src')) ? 'src' : null]);
  return {
    image: { kind: 'folder', path: root },
    wholeRoot: true,
    // What projects add to every run (coverage, workers, reports) needs plugins and judges nothing.
    pytestArgs: ['-o', 'addopts=', ...settings.pytestArgs],
    importFrom: [...folders].filter((folder) => folder !== null && folder !== '.').sort() as string[],
  };
}

/** Those that break the fewest regression tests. */
function treesIn(trees: readonly PatchedTree[], { broken }: RegressionOutcome): readonly PatchedTree[] {
  const count = ({ id }: PatchedTree) => broken.get(id)?.size ?? 0;
  const fewest = Math.min(...trees.map(count));
  return trees.filter((tree) => count(tree) === fewest);
}

const fileOf = ({ node }: TestNode) => node.split('::')[0] ?? '';

/** Files whose tests end in an error on every tree, such as one that cannot be imported, with the reason. */
function uselessFiles(nodes: readonly TestNode[], rows: readonly NodeVerdicts[]): ReadonlyMap<string, string> {
  const useful = nodes.filter(({ node }) => rows.some((row) => row.get(node)?.verdict !== 'error'));
  const files = new Set(useful.map(fileOf));
  const useless = nodes.filter((each) => !files.has(fileOf(each)));
  return new Map(useless.map((each) => [fileOf(each), rows[0]?.get(each.node)?.detail ?? 'no reason']));
}

/** Runs every patch on every test and picks one. @throws SandboxError, InterruptedError */
export async function judgePatches(
  question: PatchQuestion,
  sandbox: Sandbox,
  { progress, signal }: Pick<Context, 'progress' | 'signal'>,
): Promise<Omit<PatchSelection, 'applied'>> {
  const { trees, tests, regression, scorer, settings } = question;
  const { timeoutMs, memoryMib } = settings;
  const common = { sandbox, target: targetOf(question), timeoutMs, memoryMib, signal };
  const runsOf = (files: TestFiles): TestRuns => ({ ...common, tests: files });
  if (regression.nodes.length > 0) progress.start('regression', trees.length + 3);
  const regressions = await runRegressions(runsOf(regression), trees, () => progress.advance());
  const kept = treesIn(trees, regressions);
  progress.start('execute', kept.length + 1);
  const base = await runBase(runsOf(tests));
  progress.advance();
  const all = tests.nodes.map(({ node }) => node);
  const rows = await Promise.all(
    kept.map(async ({ files }) => {
      const row = await runPatched(runsOf(tests), treeCode(files), { nodes: all, costs: base.costs, together: false });
      progress.advance();
      return row;
    }),
  );
  const useless = uselessFiles(tests.nodes, [base.verdicts, ...rows]);
  const nodes = tests.nodes.filter((each) => !useless.has(fileOf(each)));
  const verdicts = rows.map((row) => nodes.map(({ node }) => row.get(node)?.verdict ?? 'not-run'));
  const matrix = patchMatrix(
    kept,
    nodes.map(({ node }) => node),
    verdicts,
  );
  const ranking = rankPatches(matrix, scorer, settings.seed);
  return describeSelection(question, { regressions, kept, rows, nodes, useless, before: base.verdicts, ranking });
}
