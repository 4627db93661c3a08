import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pickConfidence } from '../../../agreement/confidence.ts';
import { type ExecutionMatrix, type Scorer, separatingTests } from '../../core/matrix.ts';
import { plural } from '../../core/plural.ts';
import { createRng } from '../../core/random.ts';
import type { TreeTarget } from '../../core/repository.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import type { PatchGroup, PatchSelection } from '../../records/patch-selection.ts';
import type { Context } from '../context.ts';
import { ranksOf } from '../selection/explain-task.ts';
import type { CheckedOf } from '../settings/check-settings.ts';
import type { patchSettings } from '../settings/verb-settings.ts';
import type { PatchedTree } from './apply-patch.ts';
import type { TestFiles, TestNode } from './find-nodes.ts';
import { type NodeVerdicts, runTree, type TestRuns } from './run-tests.ts';

/** Applied patches with the tests that judge them. */
export interface PatchQuestion {
  readonly root: string;
  readonly trees: readonly PatchedTree[];
  readonly refused: PatchSelection['refused'];
  readonly tests: TestFiles;
  readonly regression: TestFiles;
  readonly scorer: Scorer;
  readonly settings: CheckedOf<typeof patchSettings>;
}

/** The column that distinguishes the pick from another row, preferably one that the pick passes. */
function distinguishing(matrix: ExecutionMatrix, pick: number, other: number): number | null {
  const columns = separatingTests(matrix, pick, other);
  return columns.find((column) => matrix.verdicts[pick]?.[column] === 'pass') ?? columns[0] ?? null;
}

/**
 * Ranks patches by a rule over their matrix. Among those that the rule holds for equal, the one with most votes comes
 * first, then a draw by the seed; votes alone decide if no patch passes any test.
 *
 * @returns rows, the best first; ranks by row, without those that pass nothing; the next row that passes other tests than
 * the first, and the column that distinguishes them
 */
function rankPatches(matrix: ExecutionMatrix, scorer: Scorer, seed: number) {
  const ranking = scorer.rank(matrix);
  const ranks = ranksOf(ranking.sets);
  const order = matrix.candidates
    .map(({ id, weight }, row) => ({
      row,
      rank: ranks.get(row)?.rank ?? Number.POSITIVE_INFINITY,
      weight,
      draw: createRng(seed).fork('patches', id).next(),
    }))
    .sort((a, b) => (a.rank === b.rank ? b.weight - a.weight || a.draw - b.draw : a.rank - b.rank))
    .map(({ row }) => row);
  const [pick = -1, ...others] = order;
  const [runnerUp = null] = others.flatMap((row) => {
    const column = distinguishing(matrix, pick, row);
    return column === null ? [] : [{ row, column }];
  });
  const isByVotes = ranking.sets.length === 0;
  const confidence = isByVotes ? null : pickConfidence(matrix, ranking, scorer.name);
  return { order, ranks, rule: isByVotes ? 'votes' : scorer.name, confidence, runnerUp };
}

/** A test that depends on chance or time shows it in three runs, or it does not matter much. */
const BASE_RUNS = 3;

/** Runs the tree's own tests on it as it is, three times, and those that pass each time on every patched tree. */
async function runRegressions(runs: TestRuns, trees: readonly PatchedTree[], advance: () => void) {
  const nodes = runs.tests.nodes.map(({ node }) => node);
  if (nodes.length === 0) return { passing: [], flaky: [], failing: [], broken: new Map() };
  const bases: Awaited<ReturnType<typeof runTree>>[] = [];
  for (let run = 0; run < BASE_RUNS; run++) {
    bases.push(await runTree(runs, new Map(), nodes));
    advance();
  }
  const passed = (node: string) => bases.filter(({ verdicts }) => verdicts.get(node)?.verdict === 'pass').length;
  const passing = nodes.filter((node) => passed(node) === BASE_RUNS);
  const costs = bases[0]?.costs ?? new Map();
  const broken = await Promise.all(
    trees.map(async ({ id, files }) => {
      const { verdicts } = await runTree(runs, files, passing, { costs, together: true });
      advance();
      const failed = [...verdicts].filter(([, { verdict }]) => verdict !== 'pass');
      return [id, new Map(failed.map(([node, { detail }]) => [node, detail]))] as const;
    }),
  );
  const failing = nodes.filter((node) => passed(node) === 0);
  const flaky = nodes.filter((node) => !passing.includes(node) && !failing.includes(node));
  return { passing, flaky, failing, broken: new Map(broken) };
}

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
    // Options that projects add to every run (coverage, workers, reports) need plugins and do not affect verdicts.
    pytestArgs: ['-o', 'addopts=', ...settings.pytestArgs],
    importFrom: [...folders].filter((folder) => folder !== null && folder !== '.').sort() as string[],
  };
}

const fileOf = ({ node }: TestNode) => node.split('::')[0] ?? '';

/** Files whose tests end in an error on every tree, such as one that cannot be imported, with the reason. */
function uselessFiles(nodes: readonly TestNode[], rows: readonly NodeVerdicts[]): ReadonlyMap<string, string> {
  const useful = nodes.filter(({ node }) => rows.some((row) => row.get(node)?.verdict !== 'error'));
  const files = new Set(useful.map(fileOf));
  const useless = nodes.filter((each) => !files.has(fileOf(each)));
  return new Map(useless.map((each) => [fileOf(each), rows[0]?.get(each.node)?.detail ?? 'no reason']));
}

/** Runs every patch on every test and ranks them. @throws SandboxError, InterruptedError */
export async function judgePatches(
  question: PatchQuestion,
  sandbox: Sandbox,
  { progress, signal }: Pick<Context, 'progress' | 'signal'>,
) {
  const { trees, tests, regression, scorer, settings } = question;
  const { timeoutMs, memoryMib, seed } = settings;
  const advance = () => progress.advance();
  const common = { sandbox, target: targetOf(question), timeoutMs, memoryMib, signal };
  if (regression.nodes.length > 0) progress.start('regression', trees.length + BASE_RUNS);
  const regressions = await runRegressions({ ...common, tests: regression }, trees, advance);
  const breaks = ({ id }: PatchedTree) => regressions.broken.get(id)?.size ?? 0;
  const fewest = Math.min(...trees.map(breaks));
  const kept = trees.filter((tree) => breaks(tree) === fewest);
  progress.start('execute', kept.length + 1);
  const runs = { ...common, tests };
  const all = tests.nodes.map(({ node }) => node);
  const { verdicts: before, costs } = await runTree(runs, new Map(), all);
  advance();
  const running = kept.map(({ files }) => runTree(runs, files, all, { costs }).finally(advance));
  const rows = (await Promise.all(running)).map(({ verdicts }) => verdicts);
  const useless = uselessFiles(tests.nodes, [before, ...rows]);
  const nodes = tests.nodes.filter((each) => !useless.has(fileOf(each)));
  let sample = 0;
  const matrix = {
    taskId: 'patches',
    candidates: kept.map(({ id, patches }) => {
      const origins = patches.map(() => ({ variantId: 'patches', sample: sample++ }));
      return { id, weight: patches.length, origins };
    }),
    tests: nodes.map(({ node: id }, at) => ({ id, weight: 1, origins: [{ variantId: 'tests', sample: at }] })),
    verdicts: rows.map((row) => nodes.map(({ node }) => row.get(node)?.verdict ?? 'not-run')),
  };
  /** `kept`: the trees that are in, with their `rows`; `useless`: files of tests that judge nothing, with the reason. */
  return { regressions, kept, rows, nodes, useless, before, ranking: rankPatches(matrix, scorer, seed) };
}

type JudgedPatches = Awaited<ReturnType<typeof judgePatches>>;

const LONGEST_REASON = 300;

/** The exception of a pytest traceback; for other text, its first line. */
function shortReason(detail: string): string {
  const lines = detail.split('\n');
  const raised = lines.filter((line) => /^E\s/.test(line)).at(-1);
  return (raised?.replace(/^E\s+/, '') ?? lines[0] ?? '').slice(0, LONGEST_REASON);
}

function notesOf({ trees, settings }: PatchQuestion, judged: JudgedPatches): string[] {
  const { regressions, kept, nodes, useless, ranking } = judged;
  const { broken, flaky, failing, passing } = regressions;
  const fewest = Math.min(...kept.map(({ id }) => broken.get(id)?.size ?? 0));
  const notes: string[] = [];
  if (trees.length === 0) notes.push('no patch can be applied');
  else if (nodes.length === 0) notes.push('there is no test for the issue: votes decide');
  else if (ranking.rule === 'votes') notes.push('no patch passes any test: votes decide');
  if (kept.length > 0 && fewest > 0) {
    notes.push(`every patch breaks a regression test: those that break ${fewest} are in`);
  }
  if (flaky.length > 0) notes.push(`flaky before any patch, left out: ${flaky.join(', ')}`);
  if (failing.length > 0) {
    notes.push(`failing before any patch, left out: ${plural(failing.length, 'regression test')}`);
  }
  if (settings.regression.length > 0 && passing.length === 0) {
    notes.push('no regression test passes on the tree as it is, so that none is checked');
  }
  for (const [file, detail] of useless) notes.push(`${file} fails on every tree: ${shortReason(detail)}`);
  return notes;
}

/** @param row of the ranking; null for a tree that is out */
function groupOf(tree: PatchedTree, row: number | null, judged: JudgedPatches): PatchGroup {
  const { regressions, nodes, rows, ranking } = judged;
  const verdicts = nodes.flatMap(({ node }) => (row === null ? [] : (rows[row]?.get(node) ?? [])));
  const breaks = [...(regressions.broken.get(tree.id) ?? [])];
  return {
    id: tree.id,
    names: tree.patches.map(({ name }) => name),
    votes: tree.patches.length,
    paths: [...tree.files.keys()],
    rank: row === null ? null : (ranking.ranks.get(row)?.rank ?? null),
    passed: verdicts.filter(({ verdict }) => verdict === 'pass').length,
    breaks: Object.fromEntries(breaks.map(([node, detail]) => [node, shortReason(detail ?? '')])),
    out: row === null,
    verdicts: verdicts.map(({ verdict }) => verdict),
    details: verdicts.map(({ detail }) => (detail === null ? null : shortReason(detail))),
  };
}

/** The outcome of a choice: all patches in the order of the ranking, then those that are out, the fewest broken tests first. */
export function describeSelection(question: PatchQuestion, judged: JudgedPatches): Omit<PatchSelection, 'applied'> {
  const { kept, rows, nodes, before, ranking, regressions } = judged;
  const { root, refused, trees } = question;
  const { order, rule, confidence, runnerUp } = ranking;
  const [first = -1] = order;
  const pick = kept[first];
  const other = runnerUp && kept[runnerUp.row];
  const test = nodes[runnerUp?.column ?? -1]?.node;
  const broken = ({ breaks }: PatchGroup) => Object.keys(breaks).length;
  const out = trees.filter((tree) => !kept.includes(tree)).map((tree) => groupOf(tree, null, judged));
  const ranked = order.map((row) => groupOf(kept[row] as PatchedTree, row, judged));
  const passedByPick = rows[first]?.get(test ?? '')?.verdict === 'pass';
  return {
    root,
    picked: pick?.patches[0]
      ? { id: pick.id, name: pick.patches[0].name, votes: pick.patches.length, diff: pick.patches[0].diff.toString() }
      : null,
    rule,
    confidence,
    runnerUp:
      other && test !== undefined ? { id: other.id, name: other.patches[0]?.name ?? '', test, passedByPick } : null,
    groups: [...ranked, ...out.sort((a, b) => broken(a) - broken(b) || b.votes - a.votes)],
    refused,
    tests: nodes.map(({ node, source }) => ({ node, source, before: before.get(node)?.verdict ?? 'not-run' })),
    regression: { passing: regressions.passing.length, flaky: regressions.flaky, failing: regressions.failing },
    notes: notesOf(question, judged),
  };
}
