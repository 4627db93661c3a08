import { SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { type ChangedFiles, filesOfNodes, type TreeTarget } from '../../core/repository.ts';
import { type Sandbox, type SandboxResult, suiteOf, type Verdict } from '../../core/sandbox.ts';
import type { PatchedFile } from './apply-patch.ts';
import type { TestFiles } from './find-nodes.ts';

/** A verdict with its reason. */
export interface NodeVerdict {
  readonly verdict: Verdict;
  readonly detail: string | null;
}

/** Verdicts by node. */
export type NodeVerdicts = ReadonlyMap<string, NodeVerdict>;

/** State shared by the pytest runs on one tree. */
export interface TestRuns {
  readonly sandbox: Sandbox;
  readonly target: Omit<TreeTarget, 'files'>;
  readonly tests: TestFiles;
  /** CPU milliseconds per test function. */
  readonly timeoutMs: number;
  readonly memoryMib: number;
  readonly signal: AbortSignal;
}

/** CPU milliseconds for starting pytest and importing a tree, until a run has measured them. */
const START_MS = 20_000;

const base64 = (files: ReadonlyMap<string, Buffer | null>): ChangedFiles =>
  Object.fromEntries([...files].map(([path, content]) => [path, content === null ? null : content.toString('base64')]));

/** A candidate's code, as sandboxes of trees take it; nothing changed for the tree as it is. */
export function treeCode(files: ReadonlyMap<string, PatchedFile> = new Map()): string {
  return JSON.stringify(base64(new Map([...files].map(([path, { content }]) => [path, content]))));
}

/** Nodes that may time out by themselves before the others are given up on: a patch that hangs costs that, no more. */
const MOST_TIMEOUTS = 2;

/** Runs pytest on some nodes, in one process, which gets `startMs` beyond the limit of a test. */
function runTogether(runs: TestRuns, code: string, nodes: readonly string[], startMs: number): Promise<SandboxResult> {
  const { sandbox, target, tests, timeoutMs, memoryMib, signal } = runs;
  const suite = suiteOf({
    tests: nodes.map((node) => ({ id: hashOf(node), body: { kind: 'pytest', node } })),
    entryPoint: null,
    tree: { ...target, files: base64(tests.files) },
  });
  const limits = { timeoutMs: startMs + timeoutMs, memoryMib };
  return sandbox.run({ id: nodes[0] ?? '', code, suite, limits }, signal);
}

const byFile = (nodes: readonly string[]) =>
  filesOfNodes(nodes).map((file) => nodes.filter((node) => node.split('::')[0] === file));

/** pytest's message for a node that it does not find, after which it runs none. */
const NODE_MISSING = /^ERROR: (?:not found|found no collectors)/;

/** Smaller parts, if the run gave no verdict of single tests: a file each; then, if it was not for the file, a node each. */
function partsOf(
  nodes: readonly string[],
  { counts, problem, details }: SandboxResult,
): readonly (readonly string[])[] {
  if (counts?.ran !== 0 || nodes.length === 1) return [];
  const files = byFile(nodes);
  if (files.length > 1) return files;
  const isForFile = problem === 'collection-error' && !NODE_MISSING.test(details[0] ?? '');
  return isForFile ? [] : nodes.map((node) => [node]);
}

/** The result of running one candidate on some nodes, and the CPU time of the first of them. */
interface RunOutcome {
  readonly verdicts: NodeVerdicts;
  readonly cpuMs: number;
}

function givenUp(nodes: readonly string[]): RunOutcome {
  const detail = `not run after ${MOST_TIMEOUTS} that reached a limit`;
  return { verdicts: new Map(nodes.map((node) => [node, { verdict: 'not-run', detail }])), cpuMs: 0 };
}

async function runParts(runs: TestRuns, code: string, nodes: readonly string[], startMs: number): Promise<RunOutcome> {
  const result = await runTogether(runs, code, nodes, startMs);
  const parts = partsOf(nodes, result);
  const { cpuMs } = result;
  if (parts.length > 0) {
    const verdicts = new Map<string, NodeVerdict>();
    for (const part of parts) {
      const timeouts = [...verdicts.values()].filter(({ verdict }) => verdict === 'timeout').length;
      const outcome = timeouts < MOST_TIMEOUTS ? await runParts(runs, code, part, startMs) : givenUp(part);
      for (const [node, found] of outcome.verdicts) verdicts.set(node, found);
    }
    return { verdicts, cpuMs };
  }
  const { verdicts, details } = result;
  const entries = nodes.map((node, at): [string, NodeVerdict] => [
    node,
    { verdict: verdicts[at] ?? 'not-run', detail: details[at] ?? null },
  ]);
  return { verdicts: new Map(entries), cpuMs };
}

/**
 * The tree as it is: each file in a process of its own, so that one that cannot be imported costs its own tests alone.
 *
 * @returns also CPU milliseconds by file, by which the patches' runs are limited
 * @throws SandboxError if pytest cannot be started there at all
 */
export async function runBase(
  runs: TestRuns,
): Promise<{ readonly verdicts: NodeVerdicts; readonly costs: ReadonlyMap<string, number> }> {
  const parts = byFile(runs.tests.nodes.map(({ node }) => node));
  const outcomes = await Promise.all(
    parts.map(async (nodes) => {
      const outcome = await runParts(runs, treeCode(), nodes, START_MS + runs.timeoutMs * (nodes.length - 1));
      return { ...outcome, file: filesOfNodes(nodes)[0] ?? '' };
    }),
  );
  const details = outcomes.flatMap(({ verdicts }) => [...verdicts.values()].map(({ detail }) => detail ?? ''));
  const missing = details.find((detail) => /No module named '?_?pytest/.test(detail));
  if (missing !== undefined && details.every((detail) => detail === missing)) {
    throw new SandboxError('pytest-missing', `pytest does not start: ${missing}`, {
      hint: 'Name an interpreter that has it (--python), or an image (--image).',
    });
  }
  return {
    verdicts: new Map(outcomes.flatMap(({ verdicts }) => [...verdicts])),
    costs: new Map(outcomes.map(({ file, cpuMs }) => [file, cpuMs])),
  };
}

/**
 * A patched tree on some nodes.
 *
 * @param together all of them in one process, while that gives verdicts; else a process for each file
 */
export async function runPatched(
  runs: TestRuns,
  code: string,
  { nodes, costs, together }: { nodes: readonly string[]; costs: ReadonlyMap<string, number>; together: boolean },
): Promise<NodeVerdicts> {
  // Twice the time of the unchanged tree, as a patch may import more; at least the start of pytest.
  const startOf = (part: readonly string[]) =>
    2000 + 2 * filesOfNodes(part).reduce((sum, file) => sum + Math.min(START_MS, costs.get(file) ?? START_MS), 0);
  const parts = together ? [nodes] : byFile(nodes);
  const outcomes = await Promise.all(
    parts.filter((part) => part.length > 0).map((part) => runParts(runs, code, part, startOf(part))),
  );
  return new Map(outcomes.flatMap(({ verdicts }) => [...verdicts]));
}
