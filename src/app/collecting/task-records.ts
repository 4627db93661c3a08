import type { Candidate } from '../../collect/candidates.ts';
import type { PackageFacts } from './package-facts.ts';
import type { Verification } from './verify-candidates.ts';

/** A candidate with all that a task says. */
export interface FoundTask {
  readonly candidate: Candidate;
  readonly reference: string;
  readonly prompt: string;
  /** Who wrote the prompt: `docstring`, or a model. */
  readonly promptBy: string;
  /** Null where nothing was run. */
  readonly verified: Verification | null;
  /** Known tasks that it is nearly the same as. */
  readonly resembles: readonly string[];
}

/** What all tasks of a package share. */
export interface TaskOrigin extends PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly root: 'sdist' | 'site-packages';
  readonly install: readonly string[];
  readonly pytestArgs: readonly string[];
}

const plain = (text: string) => text.replace(/[^\p{L}\p{N}_.-]+/gu, '_');
const idOf = (origin: TaskOrigin, { target }: Candidate) =>
  plain(`${origin.name}_${target.replace(/\.py::/, '.').replaceAll('/', '.')}`);

/** A record of mutagree's live DL-Bench format, which `run` and `evaluate` take as it is. */
export function liveRecord(task: FoundTask, origin: TaskOrigin): Record<string, unknown> {
  const { candidate, verified } = task;
  const { name, version, licence, commit, root, install, pytestArgs } = origin;
  return {
    id: idOf(origin, candidate),
    package: name,
    version,
    path: candidate.path,
    class: candidate.className ?? '',
    function: candidate.functionName,
    prompt: task.prompt,
    prompt_by: task.promptBy,
    installed_source: task.reference,
    tests: verified?.nodes ?? candidate.nodes,
    ...(verified ? { seconds: Math.max(0.1, Math.round(10 * verified.seconds) / 10) } : {}),
    verified: verified !== null,
    setup: { install, root, pytest_args: pytestArgs },
    licence,
    commit,
    ...(task.resembles.length > 0 ? { resembles: task.resembles } : {}),
  };
}

/** A record as DL-Bench's own harness reads them. */
export function dlBenchRecord(task: FoundTask, origin: TaskOrigin): Record<string, unknown> {
  const { candidate, verified, prompt } = task;
  return {
    id: idOf(origin, candidate),
    repo: origin.name,
    function_name: candidate.functionName,
    class: candidate.className ?? '',
    ground_truth: candidate.path,
    test: verified?.nodes ?? candidate.nodes,
    prompt,
    commit: origin.commit,
    licence: origin.licence,
  };
}
