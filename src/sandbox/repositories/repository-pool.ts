import { SandboxError } from '../../core/errors.ts';
import { filesOfNodes, imageKey, type RepositoryTarget } from '../../core/repository.ts';
import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import type { RunnerPipes } from '../framed-process.ts';
import { SandboxPool, type SandboxWorker } from '../pool/sandbox-pool.ts';
import { type AskRunner, judgeCandidate, judgeTreeCandidate } from './judge-repository-candidate.ts';
import { type ReadAnswer, RepositoryRunner } from './repository-runner.ts';

const targetOf = ({ suite }: Pick<SandboxJob, 'suite'>): RepositoryTarget => {
  if (suite.repository) return suite.repository;
  throw new SandboxError('repository-missing', 'a job for a repository names none');
};

/** Files and folders of tests that no program of the job may see, whether they are run or not. */
function testsOf({ suite }: SandboxJob): readonly string[] {
  const nodes = suite.tests.flatMap(({ body }) => (body.kind === 'pytest' ? [body.node] : []));
  return filesOfNodes([...(targetOf({ suite }).testFiles ?? []), ...nodes]);
}

/** Nothing of a tree is hidden from those who change it. */
const NOTHING_READ: ReadAnswer = { content: '', tests: {}, places: [] };

function keyOf(job: SandboxJob): string {
  if (job.suite.tree) return imageKey(job.suite.tree.image);
  const { image, path } = targetOf(job);
  return JSON.stringify([imageKey(image), path, testsOf(job)]);
}

/** Where a runner finds a folder that is mounted, and lays its copies. */
export const ORIGINAL = '/repository';
export const OVERLAY = '/overlay';
export const OVERLAY_BYTES = 512 * 1024 * 1024;
/** Test runs start pools of their own. */
export const MOST_PROCESSES = 256;

/** What a runner has to know of a target before it starts. */
export type RepositoryPlace = Pick<RepositoryTarget, 'image' | 'wholeRoot'>;

/** How to start the runner at a repository, and the name of that place. */
export interface RepositoryLaunch {
  /** Of the sandbox, such as `docker`. */
  readonly name: string;
  /**
   * Starts `runner/repository_main.py` for the target's repository.
   *
   * @param covered absolute files and folders (these with a slash at the end), by the runner's names, that are
   * unreadable inside
   * @throws SandboxError
   */
  start(target: RepositoryPlace, covered: readonly string[]): Promise<RunnerPipes>;
}

/** A runner for the jobs of one key, which hides the files that they must not see. */
class KeyWorker extends RepositoryRunner implements SandboxWorker {
  readonly #file: ReadAnswer;

  constructor(process: RunnerPipes, file: ReadAnswer) {
    super(process);
    this.#file = file;
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    const ask: AskRunner = (request) => this.request(job.id, request);
    const { tree } = job.suite;
    if (tree) return judgeTreeCandidate(job, tree, ask);
    return judgeCandidate(job, targetOf(job), this.#file, ask);
  }
}

/**
 * A sandbox of programs that take the place of a function in a repository, and of sets of changed files.
 *
 * @param size how many runners work at once
 */
export function openRepositoryPool(launch: RepositoryLaunch, size: number): Sandbox {
  const files = new Map<string, Promise<ReadAnswer>>();

  /** By a runner that never runs a program and sees all, more than the size allows, for as long as it reads. */
  async function read(job: SandboxJob): Promise<ReadAnswer> {
    const target = targetOf(job);
    const worker = new RepositoryRunner(await launch.start(target, []));
    try {
      return await worker.request(job.id, { op: 'read', path: target.path, tests: testsOf(job) });
    } finally {
      await worker.close();
    }
  }

  /** Read once for each key. */
  function originals(job: SandboxJob): Promise<ReadAnswer> {
    if (job.suite.tree) return Promise.resolve(NOTHING_READ);
    const key = keyOf(job);
    const asked = files.get(key) ?? read(job);
    files.set(key, asked);
    asked.catch(() => files.delete(key));
    return asked;
  }

  return new SandboxPool({
    name: launch.name,
    size,
    keyOf,
    startWorker: async (job) => {
      const file = await originals(job);
      const target = job.suite.tree ?? targetOf(job);
      return new KeyWorker(await launch.start(target, file.places), file);
    },
    canary: async (_sandbox, _signal, job) => {
      if (job.suite.tree) return;
      await read(job).catch((cause: unknown) => {
        throw new SandboxError(
          'sandbox-worker-died',
          `the ${launch.name} sandbox ended twice while it ran ${job.id}, and cannot read ${targetOf(job).path} again`,
          { hint: 'See whether the machine (or Docker) has enough memory, and try --jobs 1.', cause },
        );
      });
    },
  });
}
