import type { DatasetProfile } from '../../app/profile-tasks.ts';
import { profileSettings } from '../../app/settings/verb-settings.ts';
import type { FigureName } from '../../profile/measure-task.ts';
import type { TaskSetProfile } from '../../profile/profile-tasks.ts';
import { table } from '../../reporters/columns.ts';
import { cellText, numberCell } from '../../reporters/tables/table.ts';
import { useVerb } from '../verb.ts';

const TITLES: Readonly<Record<FigureName, string>> = {
  promptTokens: 'prompt, tokens',
  promptLines: 'prompt, lines',
  deepLearningShare: 'deep-learning words, %',
  tests: 'official tests',
  referenceTokens: 'reference, tokens',
  referenceLines: 'reference, lines',
  referenceCodeLines: 'reference, code lines',
  referenceDeepLearningShare: 'its deep-learning words, %',
};
const FIGURES = Object.keys(TITLES) as readonly FigureName[];

const shown = (name: FigureName, value: number) => (/share$/i.test(name) ? 100 * value : value).toFixed(1);

function profileTable({ tasks, figures, labels }: TaskSetProfile): string {
  const rows = FIGURES.map((name) => {
    const own = figures[name];
    const values = own ? [own.mean, own.standardDeviation, own.median, own.max].map((value) => shown(name, value)) : [];
    return [TITLES[name], ...(own ? [`${own.tasks}/${tasks}`, ...values] : [`0/${tasks}`, '-', '-', '-', '-'])];
  });
  const counted = Object.entries(labels).sort(([, a], [, b]) => b - a);
  const labelled = counted.map(([label, count]) => `  ${label}: ${count}/${tasks} tasks\n`).join('');
  return `${table([['', 'tasks', 'mean', 'sd', 'median', 'max'], ...rows])}${labelled}`;
}

/** From here on two prompts are worth looking at. */
const ALIKE = 0.5;
const SHOWN_PAIRS = 3;

function neighbourLines(of: NonNullable<DatasetProfile['comparison']>['neighbours']): string {
  const lines = of
    .slice(0, SHOWN_PAIRS)
    .map(({ id, otherId, cosine }) => `  ${cosine.toFixed(2)}  ${id}  ~  ${otherId}\n`);
  const near = of.filter(({ cosine }) => cosine >= ALIKE).length;
  return `${near}/${of.length} tasks; nearest:\n${lines.join('')}`;
}

const figure = (value: number | null) => cellText(numberCell(value, 'number'));

/** Another set next to the first: its figures, how far both differ, and which prompts are alike. */
function comparisonText(
  other: NonNullable<DatasetProfile['against']>,
  { cohensD, fisherRatio, neighbours, codeNeighbours }: NonNullable<DatasetProfile['comparison']>,
): string {
  const rows = FIGURES.map((name) => [TITLES[name], figure(cohensD[name]), figure(fisherRatio[name])]);
  return [
    `\n${other.dataset}: ${other.tasks} tasks\n${profileTable(other)}`,
    `\nfirst set against second\n${table([['', "Cohen's d", "Fisher's ratio"], ...rows])}`,
    `\nprompts with a neighbour of cosine ${ALIKE} or more in the second set: ${neighbourLines(neighbours)}`,
    codeNeighbours.length > 0
      ? `references with a neighbour of cosine ${ALIKE} or more there: ${neighbourLines(codeNeighbours)}`
      : '',
  ].join('');
}

function ranksText({ models, spearman, cohensD, fisherRatio }: NonNullable<DatasetProfile['modelRanks']>): string {
  const value = cellText(spearman && { ...spearman, unit: 'number' });
  return (
    `\nSpearman's correlation of the models' pass rates, ${models} models in both: ${value}\n` +
    `Over the models' pass rates: Cohen's d ${figure(cohensD)}, Fisher's ratio ${figure(fisherRatio)}\n`
  );
}

export const profileVerb = useVerb({
  name: 'profile',
  summary: 'Describe a task set, or compare it with another',
  settings: profileSettings,
  examples: ['mutagree profile --dataset starter', 'mutagree profile --dataset a.jsonl --against b.jsonl'],
  use: async () => (await import('../../app/profile-tasks.ts')).profile,
  text: (found) => {
    const { dataset, tasks, against, comparison, modelRanks } = found;
    return [
      `${dataset}: ${tasks} tasks\n${profileTable(found)}`,
      against && comparison ? comparisonText(against, comparison) : '',
      modelRanks ? ranksText(modelRanks) : '',
    ].join('');
  },
});
