import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { Estimate } from '../../core/statistics/estimate.ts';
import { spearman } from '../../core/statistics/spearman.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import type { ProfiledTask } from '../../profile/measure-task.ts';
import {
  compareProfiles,
  FIGURES,
  type FigureName,
  profileTasks,
  type TaskSetProfile,
} from '../../profile/profile-tasks.ts';
import { type Io, printJson } from '../io.ts';
import { readModelRates } from '../read-model-rates.ts';
import { table } from '../table.ts';

export interface ProfileFlags {
  readonly dataset: string;
  readonly against?: string;
  readonly outcomes?: string;
  readonly againstOutcomes?: string;
  readonly json?: true;
}

const TITLES: Readonly<Record<FigureName, string>> = {
  promptTokens: 'prompt, tokens',
  promptLines: 'prompt, lines',
  deepLearningShare: 'deep-learning words, %',
  referenceTokens: 'reference, tokens',
  referenceLines: 'reference, lines',
  cyclomatic: 'cyclomatic complexity',
  cognitive: 'cognitive complexity',
};

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

const shown = (name: FigureName, value: number) => (name === 'deepLearningShare' ? 100 * value : value).toFixed(1);

function profileTable({ tasks, figures, labels }: TaskSetProfile): string {
  const rows = FIGURES.map((name) => {
    const own = figures[name];
    if (!own) return [TITLES[name], `0/${tasks}`, '-', '-', '-', '-'];
    const { mean, standardDeviation, median, max } = own;
    return [
      TITLES[name],
      `${own.tasks}/${tasks}`,
      ...[mean, standardDeviation, median, max].map((value) => shown(name, value)),
    ];
  });
  const counted = Object.entries(labels).sort(([, a], [, b]) => b - a);
  const labelled = counted.map(([label, count]) => `  ${label}: ${count}/${tasks} tasks\n`).join('');
  return `${table([['', 'tasks', 'mean', 'sd', 'median', 'max'], ...rows])}${labelled}`;
}

/** Rank correlation over the models that both outcome files hold. */
async function modelRanks(flags: ProfileFlags): Promise<{ models: number; spearman: Estimate | null } | null> {
  if (flags.outcomes === undefined || flags.againstOutcomes === undefined) return null;
  const [own, other] = [await readModelRates(flags.outcomes), await readModelRates(flags.againstOutcomes)];
  const models = [...own.keys()].filter((model) => other.has(model));
  const rates = (of: ReadonlyMap<string, number>) => models.map((model) => of.get(model) ?? 0);
  return { models: models.length, spearman: spearman(rates(own), rates(other)) };
}

/** From here on two prompts are worth looking at. */
const ALIKE = 0.5;
const SHOWN_PAIRS = 3;

/** `mutagree profile`: what a task set is made of, alone or beside another one. */
export async function profile(flags: ProfileFlags, io: Io): Promise<ExitCode> {
  const tasks = await readProfiled(flags.dataset);
  const own = profileTasks(tasks);
  const others = flags.against === undefined ? null : await readProfiled(flags.against);
  const other = others && profileTasks(others);
  const comparison = others && compareProfiles(tasks, others);
  const ranks = await modelRanks(flags);
  if (flags.json) {
    printJson(io, {
      dataset: flags.dataset,
      ...own,
      ...(other ? { against: { dataset: flags.against, ...other }, comparison } : {}),
      ...(ranks ? { modelRanks: ranks } : {}),
    });
    return EXIT.done;
  }
  io.stdout(`${flags.dataset}: ${own.tasks} tasks\n${profileTable(own)}`);
  if (other && comparison) {
    io.stdout(`\n${flags.against}: ${other.tasks} tasks\n${profileTable(other)}`);
    const cell = (value: number | null) => (value === null ? '-' : value.toFixed(2));
    const rows = FIGURES.map((name) => [
      TITLES[name],
      cell(comparison.cohensD[name]),
      cell(comparison.fisherRatio[name]),
    ]);
    io.stdout(`\nfirst set against second\n${table([['', "Cohen's d", "Fisher's ratio"], ...rows])}`);
    const alike = comparison.neighbours.filter(({ cosine }) => cosine >= ALIKE).length;
    io.stdout(
      `\nprompts with a neighbour of cosine ${ALIKE} or more in the second set: ${alike}/${own.tasks} tasks; nearest:\n`,
    );
    for (const { id, otherId, cosine } of comparison.neighbours.slice(0, SHOWN_PAIRS))
      io.stdout(`  ${cosine.toFixed(2)}  ${id}  ~  ${otherId}\n`);
  }
  if (ranks) {
    const { models, spearman: found } = ranks;
    const value = found ? `${found.value.toFixed(2)} [${found.low.toFixed(2)}, ${found.high.toFixed(2)}]` : 'undefined';
    io.stdout(`\nSpearman's correlation of the models' pass rates, ${models} models in both: ${value}\n`);
  }
  return EXIT.done;
}
