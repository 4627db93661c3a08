import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Candidate } from '../../collect/candidates.ts';
import { allOrAbort } from '../../core/all-or-abort.ts';
import { hashOf } from '../../core/hash.ts';
import { filesOfNodes, type RepositoryTarget } from '../../core/repository.ts';
import type { Sandbox, SandboxResult, SandboxTest } from '../../core/sandbox.ts';
import { liftFunction } from '../../python-source/replies/replace-function.ts';
import { openLog } from '../../store/jsonl-log.ts';
import type { Context } from '../context.ts';
import { projectJob } from '../repository/function-place.ts';
import type { CheckedOf } from '../settings/check-settings.ts';
import type { collectSettings } from '../settings/verb-settings.ts';

/** The functions as programs; those that a file defines several times are none. */
export function lift(candidates: readonly Candidate[], sources: ReadonlyMap<string, string>) {
  return candidates.flatMap((candidate) => {
    /** The text of its file. */
    const source = sources.get(candidate.path) ?? '';
    /** The function as a program of its own, and the same without a body. */
    const found = liftFunction(source, candidate.functionName, candidate.className);
    return found ? [{ ...candidate, source, ...found }] : [];
  });
}

/** A candidate with what its file holds of it. */
export type LiftedCandidate = ReturnType<typeof lift>[number];

const verification = z.object({
  key: z.string(),
  target: z.string(),
  /** Tests that pass with the reference each time and not with a stub. */
  nodes: z.array(z.string()),
  /** Tests that passed with the reference each time. */
  passing: z.number(),
  /** CPU seconds of one run of the reference. */
  seconds: z.number(),
  /** Why it is not a task; null where it is one. */
  problem: z.string().nullable(),
});
export type Verification = z.output<typeof verification>;

/** How candidates are run: CPU seconds are of one run of a candidate's tests; asleep it gets twice that. */
export type VerifySettings = Pick<CheckedOf<typeof collectSettings>, 'pytestArgs' | 'leastTests' | 'mostSeconds'> & {
  readonly root: string;
  readonly wholeRoot: boolean;
};

/** The reference must pass each time: tests that depend on chance or time are left out. */
const REPEATS = 3;
const MEMORY_MIB = 3072;
const MOST_NODES = 40;

const passedIn = ({ verdicts }: SandboxResult, nodes: readonly string[]) =>
  nodes.filter((_, at) => verdicts[at] === 'pass');

async function verify(candidate: LiftedCandidate, settings: VerifySettings, sandbox: Sandbox, signal: AbortSignal) {
  const none = { nodes: [], passing: 0, seconds: 0 };
  const { path, functionName, className } = candidate;
  const { root, wholeRoot, pytestArgs } = settings;
  const image = { kind: 'folder', path: root } as const;
  const place = { image, path, functionName, className, wholeRoot, pytestArgs };
  const target: RepositoryTarget = { ...place, plugin: null, testFiles: filesOfNodes(candidate.nodes) };
  const limits = { timeoutMs: 1000 * settings.mostSeconds, memoryMib: MEMORY_MIB };
  const run = (code: string, wanted: readonly string[]) => {
    const tests = wanted.map((node): SandboxTest => ({ id: hashOf(node), body: { kind: 'pytest', node } }));
    return sandbox.run(projectJob(target, code, tests, limits), signal);
  };
  let nodes = candidate.nodes.slice(0, MOST_NODES);
  let seconds = 0;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const result = await run(candidate.reference, nodes);
    seconds = result.cpuMs / 1000;
    nodes = passedIn(result, nodes);
    if (nodes.length < settings.leastTests) {
      const detail = result.details.find((each) => each !== null) ?? result.problem ?? '';
      const problem = `the reference passes ${nodes.length} tests: ${detail}`.slice(0, 300);
      return { ...none, passing: nodes.length, seconds, problem };
    }
  }
  const stubbed = new Set(passedIn(await run(candidate.stub, nodes), nodes));
  const telling = nodes.filter((node) => !stubbed.has(node));
  const problem = telling.length < settings.leastTests ? `a stub fails only ${telling.length} tests` : null;
  return { nodes: telling, passing: nodes.length, seconds, problem };
}

/**
 * Runs every candidate's tests on the function as it is, three times, and on a stub; `jobs` candidates at once. Earlier
 * results are reused while the file and its tests are unchanged.
 */
export async function verifyCandidates(
  candidates: readonly LiftedCandidate[],
  settings: VerifySettings & { readonly out: string; readonly jobs: number },
  sandbox: Sandbox,
  { progress, signal }: Context,
): Promise<Verification[]> {
  const { out, jobs, pytestArgs, leastTests, mostSeconds } = settings;
  const log = await openLog(join(out, 'verified.jsonl'), { schema: verification, keyOf: ({ key }) => key });
  progress.start('candidates', candidates.length);
  const one = async (candidate: LiftedCandidate): Promise<Verification> => {
    signal.throwIfAborted();
    // Work under way when another candidate fails is still kept.
    const { source, target, nodes } = candidate;
    const key = hashOf(source, target, nodes, pytestArgs, leastTests, mostSeconds);
    const known = log.get(key);
    const found = known ?? { key, target, ...(await verify(candidate, settings, sandbox, signal)) };
    if (!known) await log.append(found);
    progress.advance();
    return found;
  };
  try {
    const works = candidates.map((candidate) => () => one(candidate));
    return await allOrAbort(signal, works, pLimit(jobs));
  } finally {
    await log.close();
  }
}
