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
import { type Context, type UseOptions, withContext } from './context.ts';
import { projectPython } from './repository/project-python.ts';
import { type CheckedOf, checkSettings } from './settings/check-settings.ts';
import type { SettingsOf } from './settings/setting.ts';
import { collectSettings } from './settings/verb-settings.ts';

/** A repository, and what of it may become a task. */
export type CollectSettings = SettingsOf<typeof collectSettings>;

type Checked = CheckedOf<typeof collectSettings>;

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

function subjectWords(subject: string): ReadonlySet<string> | null {
  if (subject === 'any') return null;
  if (subject === 'deep-learning') return DEEP_LEARNING_WORDS;
  return new Set(subject.toLowerCase().split(/[,\s]+/));
}

async function originOf(root: string, settings: Checked): Promise<TaskOrigin> {
  const facts = await packageFacts(root, settings.package ?? null);
  const name = settings.package ?? facts.name;
  const version = settings.version ?? facts.version;
  if (name === null || version === null) {
    const lacking = name === null ? 'its name' : 'its version';
    throw new ConfigError('collect-package', `${settings.source} does not say ${lacking}`, {
      hint: 'Name the package and its version.',
    });
  }
  const { install, pytestArgs, root: kind } = settings;
  return { ...facts, name, version, root: kind, install, pytestArgs };
}

/** So many of a list, evenly: the first files of a repository are not all of it. */
function evenly<T>(list: readonly T[], limit: number | undefined): readonly T[] {
  if (limit === undefined || list.length <= limit) return list;
  return Array.from({ length: limit }, (_, at) => list[Math.floor((at * list.length) / limit)] as T);
}

async function runAll(candidates: readonly Candidate[], root: string, settings: Checked, context: Context) {
  const probe = await bubblewrapSandbox.probe();
  if (!probe.available) {
    throw new ConfigError('collect-sandbox', `tests of a repository run in bubblewrap alone: ${probe.detail}`, {
      hint: 'Collect without running tests: the tasks are then marked as not verified.',
    });
  }
  const { jobs, mostSeconds, pytestArgs, leastTests, out: work } = settings;
  const sandbox = await openFolderSandbox(root, { jobs, python: await projectPython(root, settings.python) });
  try {
    const wholeRoot = settings.root === 'sdist';
    const how = { root, wholeRoot, pytestArgs, leastTests, mostSeconds, work, jobs };
    return await verifyCandidates(candidates, how, { sandbox, context });
  } finally {
    await sandbox.close();
  }
}

/** The line of a function's head, with its decorators. */
const signatureOf = (stub: string) => stub.replace(/\n\s*raise NotImplementedError\n$/, '');

async function describe(
  candidates: readonly Candidate[],
  root: string,
  verified: ReadonlyMap<string, Verification>,
  settings: Checked,
  context: Context,
): Promise<FoundTask[]> {
  const known = await readKnownTasks(settings.known);
  const lifted = [];
  for (const candidate of candidates) {
    const source = await readFile(join(root, candidate.path), 'utf8');
    const found = liftFunction(source, candidate.functionName, candidate.className);
    if (found) lifted.push({ candidate, ...found });
  }
  const note = ({ message }: { message: string }) => context.progress.note(`no prompt from the model: ${message}`);
  const drafts =
    settings.model === undefined
      ? new Map<string, string>()
      : await draftPrompts(lifted, {
          model: await openJudge({ model: settings.model, baseUrl: settings.baseUrl }, context, note),
          work: settings.out,
          context,
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
export async function collectTasks(given: CollectSettings, options: UseOptions = {}): Promise<CollectedTasks> {
  return withContext(options, async (context) => {
    const out = resolve(given.out);
    const settings = checkSettings(collectSettings, { ...given, out }, { verb: 'collect' });
    await claimFolder(out, 'collected tasks');
    const root = await sourceRoot(settings.source, out);
    const origin = await originOf(root, settings);
    const modules = await readRepository(root, { only: settings.only ?? [], work: out }, context);
    const { funnel, candidates, tests, links } = findCandidates(new Project(modules), {
      ...settings,
      subject: subjectWords(settings.subject),
    });
    const chosen = evenly(candidates, settings.limit);
    const results = settings.verify ? await runAll(chosen, root, settings, context) : [];
    const verified = new Map(results.map((each) => [each.target, each]));
    const refused = results.flatMap(({ target, problem }) => (problem === null ? [] : [{ target, problem }]));
    const refusedTargets = new Set(refused.map(({ target }) => target));
    const kept = chosen.filter(({ target }) => !refusedTargets.has(target));
    const found = await describe(kept, root, verified, settings, context);
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
    const live = found.map((task) => liveRecord(task, origin));
    const dlBench = found.map((task) => dlBenchRecord(task, origin));
    await writeLines(join(out, 'tasks.jsonl'), live, 'ours');
    await writeText(join(out, 'dl-bench.json'), `${JSON.stringify(dlBench, null, 1)}\n`, 'ours');
    await writeLines(join(out, 'refused.jsonl'), refused, 'ours');
    await writeText(join(out, 'funnel.json'), `${JSON.stringify(outcome, null, 2)}\n`, 'ours');
    return outcome;
  });
}
