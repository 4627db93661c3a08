import { FIGURES, type ProfileSettings, profile } from '../../app/profile-tasks.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { FigureName, TaskSetProfile } from '../../profile/profile-tasks.ts';
import { table } from '../../reporters/columns.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';

const TITLES: Readonly<Record<FigureName, string>> = {
  promptTokens: 'prompt, tokens',
  promptLines: 'prompt, lines',
  deepLearningShare: 'deep-learning words, %',
  referenceTokens: 'reference, tokens',
  referenceLines: 'reference, lines',
  cyclomatic: 'cyclomatic complexity',
  cognitive: 'cognitive complexity',
};

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

/** From here on two prompts are worth looking at. */
const ALIKE = 0.5;
const SHOWN_PAIRS = 3;

/** `mutagree profile`: what a task set is made of, alone or beside another one. */
export async function profileScreen(
  { json, ...settings }: ProfileSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const own = await profile(settings, listen(io).use);
  if (json) {
    printJson(io, own);
    return EXIT.done;
  }
  const { against: other, comparison, modelRanks: ranks } = own;
  io.stdout(`${own.dataset}: ${own.tasks} tasks\n${profileTable(own)}`);
  if (other && comparison) {
    io.stdout(`\n${other.dataset}: ${other.tasks} tasks\n${profileTable(other)}`);
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
