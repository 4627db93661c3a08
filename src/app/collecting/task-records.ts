import type { Candidate } from '../../collect/candidates.ts';
import { dedent } from '../../python-source/syntax/dedent.ts';
import type { packageFacts } from './read-source.ts';
import type { LiftedCandidate, Verification } from './verify-candidates.ts';

/** Fields shared by all tasks of a package. */
export interface TaskOrigin extends Awaited<ReturnType<typeof packageFacts>> {
  readonly name: string;
  readonly version: string;
  readonly root: 'sdist' | 'site-packages';
  readonly install: readonly string[];
  readonly pytestArgs: readonly string[];
}

/** A docstring without the indentation of the lines below its first. */
function dedented(docstring: string): string {
  const [first = '', ...rest] = docstring.split('\n');
  return rest.length === 0 ? first : `${first}\n${dedent(rest.join('\n'))}`;
}

/** The prompt that a function's own documentation makes; what makes an object is mostly documented by its class. */
export function promptOf({ functionName, className, path, docstring, helpers, stub, classDocstring }: LiftedCandidate) {
  const method = `the method \`${functionName}\` of the class \`${className}\``;
  const isOfClass = functionName === '__init__' && classDocstring !== null;
  const named = helpers.map((name) => `\`${name}\``).join(', ');
  return [
    `Write ${className === null ? `a function \`${functionName}\`` : method} for the module \`${path}\`.`,
    `\`\`\`python\n${stub.replace(/\n\s*raise NotImplementedError\n$/, '')}\n\`\`\``,
    dedented(docstring),
    ...(isOfClass ? [`Of the class \`${className}\`:`, dedented(classDocstring)] : []),
    ...(helpers.length > 0 ? [`The module also defines ${named}, which it may call.`] : []),
  ].join('\n\n');
}

const idOf = ({ name }: TaskOrigin, { target }: Candidate) =>
  `${name}_${target.replace(/\.py::/, '.').replaceAll('/', '.')}`.replace(/[^\p{L}\p{N}_.-]+/gu, '_');

/** A record of mutagree's live DL-Bench format, which `run` and `evaluate` take as it is; `verified` null: nothing was run. */
export function liveRecord(candidate: LiftedCandidate, verified: Verification | null, origin: TaskOrigin) {
  const { name, version, licence, commit, root, install, pytestArgs } = origin;
  return {
    id: idOf(origin, candidate),
    package: name,
    version,
    path: candidate.path,
    class: candidate.className ?? '',
    function: candidate.functionName,
    prompt: promptOf(candidate),
    installed_source: candidate.reference,
    tests: verified?.nodes ?? candidate.nodes,
    ...(verified ? { seconds: Math.max(0.1, Math.round(10 * verified.seconds) / 10) } : {}),
    verified: verified !== null,
    setup: { install, root, pytest_args: pytestArgs },
    licence,
    commit,
  };
}

/** The same as DL-Bench's own harness reads it. */
export function dlBenchRecord({ id, ...record }: ReturnType<typeof liveRecord>) {
  const { package: repo, function: name, class: owner, path, tests, prompt, commit, licence } = record;
  return { id, repo, function_name: name, class: owner, ground_truth: path, test: tests, prompt, commit, licence };
}
