import { SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { filesOfNodes, type TreeTarget } from '../../core/repository.ts';
import { type Sandbox, type SandboxResult, suiteOf, type Verdict } from '../../core/sandbox.ts';
import type { PatchedFile } from './apply-patch.ts';
import type { TestFiles } from './find-nodes.ts';

/** Verdicts with their reasons, by node. */
export type NodeVerdicts = ReadonlyMap<string, { readonly verdict: Verdict; readonly detail: string | null }>;

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
/** Twice the time of the unchanged tree, as a patch may import more; at least the start of pytest. */
const startLimit = (measuredMs: number): number => 2000 + 2 * measuredMs;
/** Nodes that may time out by themselves before the others are given up on: a patch that hangs costs that, no more. */
const MOST_TIMEOUTS = 2;
/** pytest's message for a node that it does not find, after which it runs none. */
const NODE_MISSING = /^ERROR: (?:not found|found no collectors)/;

const base64 = (files: ReadonlyMap<string, Buffer | null>) =>
  Object.fromEntries([...files].map(([path, content]) => [path, content?.toString('base64') ?? null]));

const byFile = (nodes: readonly string[]) =>
  filesOfNodes(nodes).map((file) => nodes.filter((node) => node.split('::')[0] === file));

/** Smaller parts, if the run gave no verdict of single tests: a file each; then, if it was not for the file, a node each. */
function partsOf(nodes: readonly string[], { counts, problem, details }: SandboxResult) {
  if (counts?.ran !== 0 || nodes.length === 1) return [];
  const files = byFile(nodes);
  if (files.length > 1) return files;
  const isForFile = problem === 'collection-error' && !NODE_MISSING.test(details[0] ?? '');
  return isForFile ? [] : nodes.map((node) => [node]);
}

/** Runs some nodes in one process, which gets `startMs` beyond the limit of a test; in smaller parts if that fails. */
async function runNodes(runs: TestRuns, code: string, nodes: readonly string[], startMs: number) {
  const { sandbox, target, tests, timeoutMs, memoryMib, signal } = runs;
  const suite = suiteOf({
    tests: nodes.map((node) => ({ id: hashOf(node), body: { kind: 'pytest', node } })),
    entryPoint: null,
    tree: { ...target, files: base64(tests.files) },
  });
  const limits = { timeoutMs: startMs + timeoutMs, memoryMib };
  const result = await sandbox.run({ id: nodes[0] ?? '', code, suite, limits }, signal);
  const { cpuMs, details } = result;
  const parts = partsOf(nodes, result);
  const own = nodes.map((node, at) => {
    return [node, { verdict: result.verdicts[at] ?? 'not-run', detail: details[at] ?? null }] as const;
  });
  if (parts.length === 0) return { verdicts: new Map(own), cpuMs };
  const verdicts = new Map<string, { verdict: Verdict; detail: string | null }>();
  const isOneFile = filesOfNodes(nodes).length === 1;
  let partMs = 0;
  for (const part of parts) {
    const isGivenUp = [...verdicts.values()].filter(({ verdict }) => verdict === 'timeout').length >= MOST_TIMEOUTS;
    const partStart = isOneFile && partMs > 0 ? Math.min(startMs, startLimit(partMs)) : startMs;
    const outcome = isGivenUp ? null : await runNodes(runs, code, part, partStart);
    const found = outcome?.verdicts;
    // A test that hangs before any patch does not lengthen the limit of patches.
    const hasEnded = part.every((node) => found?.get(node)?.verdict !== 'timeout');
    if (outcome && hasEnded) partMs = Math.max(partMs, outcome.cpuMs);
    const detail = `not run after ${MOST_TIMEOUTS} that reached a limit`;
    for (const node of part) verdicts.set(node, found?.get(node) ?? { verdict: 'not-run', detail });
  }
  return { verdicts, cpuMs: partMs };
}

/**
 * Runs nodes on the tree with a patch's files, each file of tests in a process of its own.
 *
 * @param costs CPU milliseconds by file on the tree as it is, which limit a patch's runs; without them this is that tree
 * @param together all nodes in one process, while that gives verdicts
 * @throws SandboxError if pytest cannot be started there at all
 */
export async function runTree(
  runs: TestRuns,
  files: ReadonlyMap<string, PatchedFile>,
  nodes: readonly string[],
  { costs, together = false }: { readonly costs?: ReadonlyMap<string, number>; readonly together?: boolean } = {},
) {
  const startOf = (part: readonly string[]) =>
    costs === undefined
      ? START_MS + runs.timeoutMs * (part.length - 1)
      : startLimit(filesOfNodes(part).reduce((sum, file) => sum + Math.min(START_MS, costs.get(file) ?? START_MS), 0));
  const code = JSON.stringify(base64(new Map([...files].map(([path, { content }]) => [path, content]))));
  const parts = (together ? [nodes] : byFile(nodes)).filter((part) => part.length > 0);
  const outcomes = await Promise.all(parts.map((part) => runNodes(runs, code, part, startOf(part))));
  const verdicts: NodeVerdicts = new Map(outcomes.flatMap((outcome) => [...outcome.verdicts]));
  const [first, ...others] = new Set([...verdicts.values()].map(({ detail }) => detail ?? ''));
  if (costs === undefined && others.length === 0 && /No module named '?_?pytest/.test(first ?? '')) {
    throw new SandboxError('pytest-missing', `pytest does not start: ${first}`, {
      hint: 'Name an interpreter that has it (--python), or an image (--image).',
    });
  }
  return { verdicts, costs: new Map(outcomes.map(({ cpuMs }, at) => [filesOfNodes(parts[at] ?? [])[0] ?? '', cpuMs])) };
}
