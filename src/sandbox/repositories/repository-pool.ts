import { SandboxError } from '../../core/errors.ts';
import { filesOfNodes, imageKey, type RepositoryTarget } from '../../core/repository.ts';
import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import { FramedProcess, type RunnerPipes } from '../framed-process.ts';
import { SandboxPool, type SandboxWorker } from '../pool/sandbox-pool.ts';
import {
  type AskRunner,
  judgeCandidate,
  judgeTreeCandidate,
  nodesOf,
  type Originals,
} from './judge-repository-candidate.ts';

/** Beyond every limit that the runner keeps itself: then it hangs, and is replaced. */
const PATIENCE_MS = 6 * 60 * 60_000;

const targetOf = ({ suite }: Pick<SandboxJob, 'suite'>): RepositoryTarget => {
  if (suite.repository) return suite.repository;
  throw new SandboxError('repository-missing', 'a job for a repository names none');
};

/** Files and folders of tests that no program of the job may see, whether they are run or not. */
function testsOf({ suite }: SandboxJob): readonly string[] {
  return filesOfNodes([...(targetOf({ suite }).testFiles ?? []), ...nodesOf(suite.tests)]);
}

/** Nothing of a tree is hidden from those who change it. */
const NOTHING_READ: Originals = { content: '', tests: {}, places: [] };

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

/**
 * Starts `runner/repository_main.py` for the target's repository.
 *
 * @param covered absolute files and folders (these with a slash at the end), by the runner's names, that are unreadable
 * inside
 * @throws SandboxError
 */
export type StartRunner = (target: RepositoryPlace, covered: readonly string[]) => Promise<RunnerPipes>;

/** The process of a repository's runner, which serves one request at a time; it hides the files that its jobs must not see. */
export class RepositoryRunner extends FramedProcess implements SandboxWorker {
  constructor(
    process: RunnerPipes,
    private readonly file: Originals = NOTHING_READ,
  ) {
    super(process);
  }

  /** @throws WorkerDied if the runner is gone, SandboxError `repository-mismatch` if the repository lacks a file. */
  async request<Answer = SandboxResult>(id: string, message: object): Promise<Answer> {
    const answer = await this.ask<{ readonly ok: Answer } | { readonly error: string }>(message, PATIENCE_MS);
    if ('ok' in answer) return answer.ok;
    throw new SandboxError('repository-mismatch', `${id}: ${answer.error}`, {
      hint: 'Check the path and the version of the package in the task file.',
    });
  }

  async run(job: SandboxJob): Promise<SandboxResult> {
    const ask: AskRunner = (message) => this.request(job.id, message);
    const { tree } = job.suite;
    return tree ? judgeTreeCandidate(job, tree, ask) : judgeCandidate(job, targetOf(job), this.file, ask);
  }
}

/** A sandbox of programs that take the place of a function in a repository, and of sets of changed files. */
export function openRepositoryPool(name: string, jobs: number, start: StartRunner): Sandbox {
  const files = new Map<string, Promise<Originals>>();

  /** By a runner that never runs a program and sees all, more than the size allows, for as long as it reads. */
  async function read(job: SandboxJob): Promise<Originals> {
    const target = targetOf(job);
    const worker = new RepositoryRunner(await start(target, []));
    try {
      return await worker.request(job.id, { op: 'read', path: target.path, tests: testsOf(job) });
    } finally {
      await worker.close();
    }
  }

  /** Read once for each key. */
  function originals(job: SandboxJob): Promise<Originals> {
    if (job.suite.tree) return Promise.resolve(NOTHING_READ);
    const key = keyOf(job);
    const asked = files.get(key) ?? read(job);
    files.set(key, asked);
    asked.catch(() => files.delete(key));
    return asked;
  }

  return new SandboxPool({
    name,
    size: jobs,
    keyOf,
    startWorker: async (job) => {
      const file = await originals(job);
      const target = job.suite.tree ?? targetOf(job);
      return new RepositoryRunner(await start(target, file.places), file);
    },
    canary: async (_sandbox, _signal, job) => {
      if (job.suite.tree) return;
      await read(job).catch((cause: unknown) => {
        throw new SandboxError(
          'sandbox-worker-died',
          `the ${name} sandbox ended twice while it ran ${job.id}, and cannot read ${targetOf(job).path} again`,
          { hint: 'See whether the machine (or Docker) has enough memory, and try --jobs 1.', cause },
        );
      });
    },
  });
}
