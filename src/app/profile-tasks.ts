import { z } from 'zod';
import { groupBy } from '../core/group-by.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { parseRecords } from '../datasets/reading/read-records.ts';
import type { ProfiledTask } from '../profile/measure-task.ts';
import { compareProfiles, profileTasks } from '../profile/profile-tasks.ts';
import { spearman } from '../statistics/spearman.ts';
import { cohensD, fisherRatio } from '../statistics/two-samples.ts';
import { useOf } from './settings/check-settings.ts';
import { profileSettings } from './settings/verb-settings.ts';

const outcome = z.object({ model: z.string(), status: z.string() });

/** Model -> share of its records that passed, of a file with `model` and `status` per line. @throws DatasetError */
async function readModelRates(file: string): Promise<ReadonlyMap<string, number>> {
  const byModel = groupBy(await parseRecords(file, outcome), ({ model }) => model);
  const passed = (own: readonly { readonly status: string }[]) => own.filter(({ status }) => status === 'pass').length;
  return new Map([...byModel].map(([model, own]) => [model, passed(own) / own.length]));
}

/** How many official tests a task has: listed ones, or the assertions in their text. */
function testsOf(tests: readonly { readonly body: { readonly kind: string } }[]): number {
  const counts = tests.map(({ body }) => {
    if ('count' in body && typeof body.count === 'number') return body.count;
    const code = 'code' in body && typeof body.code === 'string' ? body.code : '';
    return Math.max(1, code.match(/^[ \t]*assert\b/gm)?.length ?? 0);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Reads the tasks of a set, with their references if the file has them. @throws DatasetError */
async function readProfiled(nameOrPath: string): Promise<{ format: string; tasks: ProfiledTask[] }> {
  const { format, tasks, references, oracles } = await readDataset(nameOrPath);
  const profiled = tasks.map(({ id, prompt, labels }) => ({
    id,
    prompt: prompt.text,
    reference: references.get(id) ?? null,
    tests: oracles.has(id) ? testsOf(oracles.open(id).tests) : null,
    labels: Object.entries(labels).map(([axis, label]) => `${axis}: ${label}`),
  }));
  return { format, tasks: profiled };
}

/**
 * Models that both outcome files hold: the agreement of their rankings, and the distance of their pass rates, first set
 * minus second, n - 1; null for fewer than two models.
 */
async function modelRanks(outcomes: string, againstOutcomes: string) {
  const [own, other] = [await readModelRates(outcomes), await readModelRates(againstOutcomes)];
  const models = [...own.keys()].filter((model) => other.has(model));
  const rates = (of: ReadonlyMap<string, number>) => models.map((model) => of.get(model) ?? 0);
  const [first, second] = [rates(own), rates(other)];
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    models: models.length,
    spearman: spearman(first, second),
    cohensD: models.length < 2 ? null : finite(cohensD(first, second)),
    fisherRatio: models.length < 2 ? null : finite(fisherRatio(first, second)),
  };
}

/** What a task set is made of, alone or beside another one. @throws ConfigError, DatasetError, InterruptedError */
export const profile = useOf('profile', profileSettings, async (settings, { signal }) => {
  const { dataset, against, outcomes, againstOutcomes } = settings;
  const { format, tasks } = await readProfiled(dataset);
  signal.throwIfAborted();
  const own = profileTasks(tasks);
  const others = against === undefined ? null : (await readProfiled(against)).tasks;
  signal.throwIfAborted();
  return {
    dataset,
    format,
    ...own,
    ...(against !== undefined && others
      ? { against: { dataset: against, ...profileTasks(others) }, comparison: compareProfiles(tasks, others) }
      : {}),
    ...(outcomes !== undefined && againstOutcomes !== undefined
      ? { modelRanks: await modelRanks(outcomes, againstOutcomes) }
      : {}),
  };
});

/** The composition of a task set. */
export type DatasetProfile = Awaited<ReturnType<typeof profile>>;
