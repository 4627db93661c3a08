import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Candidate, type FunnelStep, findCandidates } from '../collect/candidates.ts';
import { Project } from '../collect/project.ts';
import { ConfigError } from '../core/errors.ts';
import { DEEP_LEARNING_WORDS } from '../profile/deep-learning-words.ts';
import { liftFunction } from '../python-source/replies/stub-program.ts';
import { bubblewrapSandbox } from '../sandbox/native/bubblewrap-sandbox.ts';
import { openFolderSandbox } from '../sandbox/repositories/bubblewrap-repositories.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { writeLines, writeText } from '../store/write-lines.ts';
import { openJudge } from './assembly/open-judge.ts';
import { draftPrompts, promptOfDocstring } from './collecting/draft-prompts.ts';
import { readKnownTasks, resembling } from './collecting/known-tasks.ts';
import { packageFacts } from './collecting/package-facts.ts';
import { readRepository, sourceRoot } from './collecting/read-source.ts';
import { dlBenchRecord, type FoundTask, liveRecord, type TaskOrigin } from './collecting/task-records.ts';
import { type Verification, verifyCandidates } from './collecting/verify-candidates.ts';
import { projectPython } from './repository/project-python.ts';
import { inUse, type Surroundings, type UseOptions } from './surroundings.ts';

/** A repository, and what of it may become a task. */
export interface CollectSettings {
  /** Checkout, unpacked package, folder of installed packages, or source distribution (.tar.gz). */
  readonly source: string;
  /** Folder for tasks and for what is kept between runs. */
  readonly out: string;
  /** Folders below the source; all by default. */
  readonly only?: readonly string[] | undefined;
  /** Distribution name and version, where the source does not say. */
  readonly package?: string | undefined;
  readonly version?: string | undefined;
  /** Whether the source is a repository (`sdist`, the default) or a folder of installed packages. */
  readonly root?: 'sdist' | 'site-packages' | undefined;
  /** Requirements that the tests need, for the set-up of the tasks. */
  readonly install?: readonly string[] | undefined;
  readonly pytestArgs?: readonly string[] | undefined;
  /** 3, as DL-Bench has it. */
  readonly leastTests?: number | undefined;
  /** Words of a docstring; 10. */
  readonly leastWords?: number | undefined;
  /** Statements of a body; 3. */
  readonly leastStatements?: number | undefined;
  /** Functions between a test and what it tests, at most, plus one; 2. */
  readonly distance?: number | undefined;
  /** `any` (the default), `deep-learning`, or words of which two must occur. */
  readonly subject?: string | undefined;
  /** Whether tests are run: the reference three times, and a stub. */
  readonly verify?: boolean | undefined;
  /** Interpreter with all that the tests need; the project's own environment by default. */
  readonly python?: string | undefined;
  /** CPU seconds that one run of a function's tests may take; 60. */
  readonly mostSeconds?: number | undefined;
  readonly jobs?: number | undefined;
  /** At most so many candidates are run, drawn evenly over the list. */
  readonly limit?: number | undefined;
  /** Task files whose tasks are marked where they turn up again. */
  readonly known?: readonly string[] | undefined;
  /** A model that drafts prompts; docstrings without one. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** What was found. */
export interface CollectedTasks {
  readonly funnel: readonly FunnelStep[];
  readonly files: number;
  readonly tests: number;
  readonly links: number;
  readonly tasks: number;
  readonly resembling: number;
  /** Candidates that were run and are not tasks, with the reason. */
  readonly refused: readonly { readonly target: string; readonly problem: string }[];
}

const LEAST_TESTS = 3;
const LEAST_WORDS = 10;
const LEAST_STATEMENTS = 3;
const DISTANCE = 2;
const MOST_SECONDS = 60;

function subjectWords(subject: string | undefined): ReadonlySet<string> | null {
  if (subject === undefined || subject === 'any') return null;
  if (subject === 'deep-learning') return DEEP_LEARNING_WORDS;
  return new Set(subject.toLowerCase().split(/[,\s]+/));
}

async function originOf(root: string, settings: CollectSettings): Promise<TaskOrigin> {
  const facts = await packageFacts(root, settings.package ?? null);
  const name = settings.package ?? facts.name;
  const version = settings.version ?? facts.version;
  if (name === null || version === null) {
    throw new ConfigError(
      'collect-package',
      `${settings.source} does not say ${name === null ? 'its name' : 'its version'}`,
      {
        mend: 'Name the package and its version.',
      },
    );
  }
  const { install = [], pytestArgs = [], root: kind = 'sdist' } = settings;
  return { ...facts, name, version, root: kind, install: [...install], pytestArgs: [...pytestArgs] };
}

/** So many of a list, evenly: the first files of a repository are not all of it. */
function evenly<T>(list: readonly T[], limit: number | undefined): readonly T[] {
  if (limit === undefined || list.length <= limit) return list;
  return Array.from({ length: limit }, (_, at) => list[Math.floor((at * list.length) / limit)] as T);
}

async function runAll(candidates: readonly Candidate[], root: string, settings: CollectSettings, around: Surroundings) {
  const probe = await bubblewrapSandbox.probe();
  if (!probe.available) {
    throw new ConfigError('collect-sandbox', `tests of a repository run in bubblewrap alone: ${probe.detail}`, {
      mend: 'Collect without running tests: the tasks are then marked as not verified.',
    });
  }
  const { jobs = 1, mostSeconds = MOST_SECONDS } = settings;
  const sandbox = await openFolderSandbox(root, {
    jobs,
    python: await projectPython(root, settings.python),
  });
  try {
    const { pytestArgs = [], leastTests = LEAST_TESTS, root: kind = 'sdist', out: work } = settings;
    const how = { root, wholeRoot: kind === 'sdist', pytestArgs, leastTests, mostSeconds, work, jobs };
    return await verifyCandidates(candidates, how, { sandbox, around });
  } finally {
    await sandbox.close();
  }
}

/** The line of a function's head, with its decorators. */
const signatureOf = (stub: string) => stub.replace(/\n\s*raise NotImplementedError\n$/, '');

async function describe(
  candidates: readonly Candidate[],
  root: string,
  {
    verified,
    settings,
    around,
  }: { verified: ReadonlyMap<string, Verification>; settings: CollectSettings; around: Surroundings },
): Promise<FoundTask[]> {
  const known = await readKnownTasks(settings.known ?? []);
  const lifted = [];
  for (const candidate of candidates) {
    const source = await readFile(join(root, candidate.path), 'utf8');
    const found = liftFunction(source, candidate.functionName, candidate.className);
    if (found) lifted.push({ candidate, ...found });
  }
  const note = ({ message }: { message: string }) => around.progress.note(`no prompt from the model: ${message}`);
  const drafts =
    settings.model === undefined
      ? new Map<string, string>()
      : await draftPrompts(lifted, {
          model: await openJudge({ model: settings.model, baseUrl: settings.baseUrl }, around, note),
          work: settings.out,
          around,
        });
  return lifted.map(({ candidate, reference, stub, classDocstring }) => {
    const draft = drafts.get(candidate.target);
    return {
      candidate,
      reference,
      prompt: draft ?? promptOfDocstring(candidate, signatureOf(stub), classDocstring),
      promptBy: draft === undefined ? 'docstring' : (settings.model as string),
      verified: verified.get(candidate.target) ?? null,
      resembles: resembling(candidate, reference, known),
    };
  });
}

/**
 * Makes tasks of a repository's functions and its own tests: `tasks.jsonl` (live format), `dl-bench.json`, `funnel.json`
 * and `refused.jsonl` in the folder `out`. Asks no network beyond a model that is named; the same call goes on where it
 * was stopped.
 *
 * @throws ConfigError, DatasetError, SandboxError, ModelError, StoreError, InterruptedError
 */
export async function collectTasks(settings: CollectSettings, options: UseOptions = {}): Promise<CollectedTasks> {
  return inUse(options, async (around) => {
    const out = resolve(settings.out);
    await claimFolder(out, 'collected tasks');
    const root = await sourceRoot(settings.source, out);
    const origin = await originOf(root, settings);
    const modules = await readRepository(root, { only: settings.only ?? [], work: out }, around);
    const { funnel, candidates, tests, links } = findCandidates(new Project(modules), {
      leastTests: settings.leastTests ?? LEAST_TESTS,
      leastWords: settings.leastWords ?? LEAST_WORDS,
      leastStatements: settings.leastStatements ?? LEAST_STATEMENTS,
      distance: settings.distance ?? DISTANCE,
      subject: subjectWords(settings.subject),
    });
    const chosen = evenly(candidates, settings.limit);
    const results = settings.verify ? await runAll(chosen, root, { ...settings, out }, around) : [];
    const verified = new Map(results.map((each) => [each.target, each]));
    const refused = results.flatMap(({ target, problem }) => (problem === null ? [] : [{ target, problem }]));
    const refusedTargets = new Set(refused.map(({ target }) => target));
    const kept = chosen.filter(({ target }) => !refusedTargets.has(target));
    const found = await describe(kept, root, { verified, settings: { ...settings, out }, around });
    const steps = [
      ...funnel,
      ...(chosen.length < candidates.length ? [{ step: 'drawn by the limit', functions: chosen.length }] : []),
      ...(settings.verify ? [{ step: 'reference passes three times, a stub fails', functions: kept.length }] : []),
    ];
    const outcome: CollectedTasks = {
      funnel: steps,
      files: modules.length,
      tests,
      links,
      tasks: found.length,
      resembling: found.filter(({ resembles }) => resembles.length > 0).length,
      refused,
    };
    await writeLines(
      join(out, 'tasks.jsonl'),
      found.map((task) => liveRecord(task, origin)),
      'ours',
    );
    await writeText(
      join(out, 'dl-bench.json'),
      `${JSON.stringify(
        found.map((task) => dlBenchRecord(task, origin)),
        null,
        1,
      )}\n`,
      'ours',
    );
    await writeLines(join(out, 'refused.jsonl'), refused, 'ours');
    await writeText(join(out, 'funnel.json'), `${JSON.stringify(outcome, null, 2)}\n`, 'ours');
    return outcome;
  });
}
