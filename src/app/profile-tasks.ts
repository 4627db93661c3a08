import { readDataset } from '../datasets/read-dataset.ts';
import type { ProfiledTask } from '../profile/measure-task.ts';
import { compareProfiles, profileTasks, type TaskSetProfile } from '../profile/profile-tasks.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { spearman } from '../statistics/spearman.ts';
import { readModelRates } from './profiling/read-model-rates.ts';
import { inUse, type UseOptions } from './surroundings.ts';

export { FIGURES } from '../profile/profile-tasks.ts';

/** A task set, and another one to lay beside it. */
export interface ProfileSettings {
  /** Bundled set (`starter`) or a task file. */
  readonly dataset: string;
  readonly against?: string | undefined;
  /** Published outcomes on the first set: model and status per line. */
  readonly outcomes?: string | undefined;
  readonly againstOutcomes?: string | undefined;
}

/** What a task set is made of. */
export interface DatasetProfile extends TaskSetProfile {
  readonly dataset: string;
  readonly against?: TaskSetProfile & { readonly dataset: string };
  readonly comparison?: ReturnType<typeof compareProfiles>;
  readonly modelRanks?: { readonly models: number; readonly spearman: Estimate | null };
}

/** The tasks of a set, with what is right where the file tells it. @throws DatasetError */
async function readProfiled(nameOrPath: string): Promise<ProfiledTask[]> {
  const { tasks, records, oracles } = await readDataset(nameOrPath);
  return tasks.map(({ id, prompt, labels }, at) => {
    const given = records[at]?.['reference'];
    const known = oracles.has(id) ? oracles.open(id).reference : undefined;
    return {
      id,
      prompt: prompt.text,
      reference: known ?? (typeof given === 'string' ? given : null),
      labels: Object.entries(labels).map(([axis, label]) => `${axis}: ${label}`),
    };
  });
}

/** Rank correlation over the models that both outcome files hold. */
async function modelRanks(flags: ProfileSettings): Promise<{ models: number; spearman: Estimate | null } | null> {
  if (flags.outcomes === undefined || flags.againstOutcomes === undefined) return null;
  const [own, other] = [await readModelRates(flags.outcomes), await readModelRates(flags.againstOutcomes)];
  const models = [...own.keys()].filter((model) => other.has(model));
  const rates = (of: ReadonlyMap<string, number>) => models.map((model) => of.get(model) ?? 0);
  return { models: models.length, spearman: spearman(rates(own), rates(other)) };
}

/**
 * What a task set is made of, alone or beside another one.
 *
 * @throws DatasetError, InterruptedError
 */
export async function profile(settings: ProfileSettings, options: UseOptions = {}): Promise<DatasetProfile> {
  return inUse(options, async ({ signal }) => {
    const { dataset, against } = settings;
    const tasks = await readProfiled(dataset);
    signal.throwIfAborted();
    const own = profileTasks(tasks);
    const others = against === undefined ? null : await readProfiled(against);
    signal.throwIfAborted();
    const ranks = await modelRanks(settings);
    return {
      dataset,
      ...own,
      ...(against !== undefined && others
        ? { against: { dataset: against, ...profileTasks(others) }, comparison: compareProfiles(tasks, others) }
        : {}),
      ...(ranks ? { modelRanks: ranks } : {}),
    };
  });
}
