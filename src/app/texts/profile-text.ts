import type { FigureName, TaskSetProfile } from '../../profile/profile-tasks.ts';
import { table } from '../../reporters/columns.ts';
import { dlBenchFigures } from '../../reporters/published/dl-bench-figures.ts';
import { type DatasetProfile, FIGURES } from '../profile-tasks.ts';

const TITLES: Readonly<Record<FigureName, string>> = {
  promptTokens: 'prompt, tokens',
  promptLines: 'prompt, lines',
  deepLearningShare: 'deep-learning words, %',
  tests: 'official tests',
  referenceTokens: 'reference, tokens',
  referenceLines: 'reference, lines',
  referenceCodeLines: 'reference, code lines',
  referenceDeepLearningShare: 'its deep-learning words, %',
  cyclomatic: 'cyclomatic complexity',
  cognitive: 'cognitive complexity',
};

const shown = (name: FigureName, value: number) => (/share$/i.test(name) ? 100 * value : value).toFixed(1);

/** @param beside what somebody published, as one more column */
function profileTable(
  { tasks, figures, labels }: TaskSetProfile,
  beside: Partial<Record<FigureName, string>> | null = null,
): string {
  const rows = FIGURES.map((name) => {
    const own = figures[name];
    const theirs = beside ? [beside[name] ?? ''] : [];
    if (!own) return [TITLES[name], `0/${tasks}`, '-', '-', '-', '-', ...theirs];
    const { mean, standardDeviation, median, max } = own;
    return [
      TITLES[name],
      `${own.tasks}/${tasks}`,
      ...[mean, standardDeviation, median, max].map((value) => shown(name, value)),
      ...theirs,
    ];
  });
  const counted = Object.entries(labels).sort(([, a], [, b]) => b - a);
  const labelled = counted.map(([label, count]) => `  ${label}: ${count}/${tasks} tasks\n`).join('');
  const head = ['', 'tasks', 'mean', 'sd', 'median', 'max', ...(beside ? ['DL-Bench paper'] : [])];
  return `${table([head, ...rows])}${labelled}`;
}

/** What the DL-Bench paper says of its 520 tasks, by the figures of a profile; its list of deep-learning tokens is not ours. */
function publishedFigures(): Partial<Record<FigureName, string>> {
  const { deepLearningTokenRatio, linesWithoutDocstring, testsPerTask } = dlBenchFigures().profile;
  return {
    tests: String(testsPerTask),
    referenceCodeLines: String(linesWithoutDocstring),
    referenceDeepLearningShare: `ratio ${deepLearningTokenRatio}`,
  };
}

/** From here on two prompts are worth looking at. */
const ALIKE = 0.5;
const SHOWN_PAIRS = 3;

function neighbourLines(
  of: readonly { readonly id: string; readonly otherId: string; readonly cosine: number }[],
): string {
  const lines = of
    .slice(0, SHOWN_PAIRS)
    .map(({ id, otherId, cosine }) => `  ${cosine.toFixed(2)}  ${id}  ~  ${otherId}\n`);
  const near = of.filter(({ cosine }) => cosine >= ALIKE).length;
  return `${near}/${of.length} tasks; nearest:\n${lines.join('')}`;
}

/** Another set beside the first: its figures, how far both differ, and which prompts are alike. */
function comparisonText(
  other: NonNullable<DatasetProfile['against']>,
  comparison: NonNullable<DatasetProfile['comparison']>,
): string {
  const { cohensD, fisherRatio, neighbours, codeNeighbours } = comparison;
  const cell = (value: number | null) => (value === null ? '-' : value.toFixed(2));
  const rows = FIGURES.map((name) => [TITLES[name], cell(cohensD[name]), cell(fisherRatio[name])]);
  const codes =
    codeNeighbours.length > 0
      ? `references with a neighbour of cosine ${ALIKE} or more there: ${neighbourLines(codeNeighbours)}`
      : '';
  return [
    `\n${other.dataset}: ${other.tasks} tasks\n${profileTable(other)}`,
    `\nfirst set against second\n${table([['', "Cohen's d", "Fisher's ratio"], ...rows])}`,
    `\nprompts with a neighbour of cosine ${ALIKE} or more in the second set: ${neighbourLines(neighbours)}`,
    codes,
  ].join('');
}

function ranksText({ models, spearman, cohensD, fisherRatio }: NonNullable<DatasetProfile['modelRanks']>): string {
  const value = spearman
    ? `${spearman.value.toFixed(2)} [${spearman.low.toFixed(2)}, ${spearman.high.toFixed(2)}]`
    : 'undefined';
  const figure = (of: number | null) => (of === null ? 'undefined' : of.toFixed(2));
  return (
    `\nSpearman's correlation of the models' pass rates, ${models} models in both: ${value}\n` +
    `Over the models' pass rates: Cohen's d ${figure(cohensD)}, Fisher's ratio ${figure(fisherRatio)}\n`
  );
}

/**
 * What a task set is made of, alone or beside another one, for people.
 *
 * @param published with the figures of DL-Bench's paper
 */
export function profileText(own: DatasetProfile, published = false): string {
  const { against, comparison, modelRanks } = own;
  const beside = published || own.format.startsWith('dl-bench') ? publishedFigures() : null;
  return [
    `${own.dataset}: ${own.tasks} tasks\n${profileTable(own, beside)}`,
    against && comparison ? comparisonText(against, comparison) : '',
    modelRanks ? ranksText(modelRanks) : '',
  ].join('');
}
