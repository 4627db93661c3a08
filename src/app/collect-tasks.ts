import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Candidate, findCandidates } from '../collect/candidates.ts';
import { Project } from '../collect/project.ts';
import { readModule } from '../collect/read-module.ts';
import { ConfigError } from '../core/errors.ts';
import { DEEP_LEARNING_WORDS } from '../profile/measure-task.ts';
import { dedent } from '../python-source/syntax/indentation.ts';
import { bubblewrapSandbox } from '../sandbox/native/bubblewrap-sandbox.ts';
import { openFolderSandbox } from '../sandbox/repositories/repository-sandboxes.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { writeLines, writeText } from '../store/files.ts';
import { packageFacts, pythonFiles, sourceRoot } from './collecting/read-source.ts';
import { type LiftedCandidate, lift, type Verification, verifyCandidates } from './collecting/verify-candidates.ts';
import type { Context } from './context.ts';
import { projectPython } from './repository/function-place.ts';
import { type CheckedOf, useOf } from './settings/check-settings.ts';
import { collectSettings } from './settings/verb-settings.ts';

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

const idOf = ({ name }: { name: string }, { target }: Candidate) =>
  `${name}_${target.replace(/\.py::/, '.').replaceAll('/', '.')}`.replace(/[^\p{L}\p{N}_.-]+/gu, '_');

/** A record of mutagree's live DL-Bench format, which `run` and `evaluate` take as it is; `verified` null: nothing was run. */
function liveRecord(candidate: LiftedCandidate, verified: Verification | null, origin: PackageOrigin) {
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
function dlBenchRecord({ id, ...record }: ReturnType<typeof liveRecord>) {
  const { package: repo, function: name, class: owner, path, tests, prompt, commit, licence } = record;
  return { id, repo, function_name: name, class: owner, ground_truth: path, test: tests, prompt, commit, licence };
}

type Checked = CheckedOf<typeof collectSettings>;
type PackageOrigin = Awaited<ReturnType<typeof originOf>>;

/** Words of a subject, any two of which must occur; null: every function will do. */
const subjectWords = (subject: string): ReadonlySet<string> | null =>
  subject === 'any'
    ? null
    : subject === 'deep-learning'
      ? DEEP_LEARNING_WORDS
      : new Set(subject.toLowerCase().split(/[,\s]+/));

async function originOf(root: string, { source, version: given, ...settings }: Checked) {
  const facts = await packageFacts(root, settings.package ?? null);
  const { name } = facts;
  const version = given ?? facts.version;
  if (name === null || version === null) {
    const missing = name === null ? 'its name' : 'its version';
    throw new ConfigError('collect-package', `${source} does not say ${missing}`, {
      hint: 'Name the package (--package) and its version (--version-of-package).',
    });
  }
  const { install, pytestArgs, root: kind } = settings;
  return { ...facts, name, version, root: kind, install, pytestArgs };
}

/** Larger files are generated, and no one's functions. */
const MOST_BYTES = 2_000_000;

/** The texts of a repository's files, by path. */
async function readRepository(root: string, only: readonly string[], { progress, signal }: Context) {
  const files = await pythonFiles(root, only);
  progress.start('files', files.length);
  const sources = new Map<string, string>();
  for (const path of files) {
    signal.throwIfAborted();
    const source = await readFile(join(root, path));
    progress.advance();
    if (source.length <= MOST_BYTES) sources.set(path, source.toString('utf8'));
  }
  return sources;
}

/** So many of a list, evenly: the first files of a repository are not all of it. */
function evenly<T>(list: readonly T[], limit: number | undefined): readonly T[] {
  if (limit === undefined || list.length <= limit) return list;
  return Array.from({ length: limit }, (_, at) => list[Math.floor((at * list.length) / limit)] as T);
}

async function verify(candidates: readonly LiftedCandidate[], root: string, settings: Checked, context: Context) {
  if (!settings.verify) return [];
  const probe = await bubblewrapSandbox.probe();
  if (!probe.available) {
    throw new ConfigError('collect-sandbox', `tests of a repository run in bubblewrap alone: ${probe.detail}`, {
      hint: 'Collect without --verify: the tasks are then marked as not verified.',
    });
  }
  const { jobs, python } = settings;
  const sandbox = await openFolderSandbox(root, { jobs, python: await projectPython(root, python) });
  const how = { ...settings, root, wholeRoot: settings.root === 'sdist' };
  return verifyCandidates(candidates, how, sandbox, context).finally(() => sandbox.close());
}

/**
 * Makes tasks of a repository's functions and its own tests: `tasks.jsonl` (live format), `dl-bench.json`, `funnel.json`
 * and `refused.jsonl` in the folder `out`. Asks no network; with `verify`, the same call goes on where it was stopped.
 *
 * @throws ConfigError, SandboxError, StoreError, InterruptedError
 */
export const collectTasks = useOf('collect', collectSettings, async (given, context) => {
  const out = resolve(given.out);
  const settings = { ...given, out };
  await claimFolder(out, 'collected tasks');
  const root = await sourceRoot(settings.source, out);
  const origin = await originOf(root, settings);
  const sources = await readRepository(root, settings.only ?? [], context);
  const modules = [...sources].map(([path, source]) => readModule(path, source));
  const subject = subjectWords(settings.subject);
  const { funnel, candidates, tests, links } = findCandidates(new Project(modules), { ...settings, subject });
  const chosen = evenly(candidates, settings.limit);
  const lifted = lift(chosen, sources);
  const verified = new Map((await verify(lifted, root, settings, context)).map((each) => [each.target, each]));
  const targets = new Set(lifted.map(({ target }) => target));
  const refused = chosen.flatMap(({ target }) => {
    const several = targets.has(target) ? null : 'the file has the function several times';
    const problem = several ?? verified.get(target)?.problem ?? null;
    return problem === null ? [] : [{ target, problem }];
  });
  const kept = lifted.filter(({ target }) => !refused.some((each) => each.target === target));
  const outcome = {
    funnel: [
      ...funnel,
      ...(chosen.length < candidates.length ? [{ step: 'drawn by the limit', functions: chosen.length }] : []),
      ...(settings.verify ? [{ step: 'reference passes three times, a stub fails', functions: kept.length }] : []),
    ],
    files: modules.length,
    tests,
    links,
    tasks: kept.length,
    /** Candidates that are not tasks, with the reason. */
    refused,
  };
  const live = kept.map((task) => liveRecord(task, verified.get(task.target) ?? null, origin));
  await writeLines(join(out, 'tasks.jsonl'), live, 'ours');
  await writeText(join(out, 'dl-bench.json'), `${JSON.stringify(live.map(dlBenchRecord), null, 1)}\n`, 'ours');
  await writeLines(join(out, 'refused.jsonl'), refused, 'ours');
  await writeText(join(out, 'funnel.json'), `${JSON.stringify(outcome, null, 2)}\n`, 'ours');
  return outcome;
});
