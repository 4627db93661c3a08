import { FIGURES, type ProfileSettings, profile } from '../../app/profile-tasks.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { FigureName, TaskSetProfile } from '../../profile/profile-tasks.ts';
import { table } from '../../reporters/columns.ts';
import { dlBenchFigures } from '../../reporters/published/dl-bench-figures.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';

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

/** `mutagree profile`: what a task set is made of, alone or beside another one. */
export async function profileScreen(
  { json, published, ...settings }: ProfileSettings & { readonly json?: true; readonly published?: true },
  io: Io,
): Promise<ExitCode> {
  const own = await profile(settings, listen(io).use);
  if (json) {
    printJson(io, own);
    return EXIT.done;
  }
  const { against: other, comparison, modelRanks: ranks, map } = own;
  const beside = published || own.format.startsWith('dl-bench') ? publishedFigures() : null;
  io.stdout(`${own.dataset}: ${own.tasks} tasks\n${profileTable(own, beside)}`);
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
    const pairs = (of: typeof comparison.neighbours) => {
      for (const { id, otherId, cosine } of of.slice(0, SHOWN_PAIRS))
        io.stdout(`  ${cosine.toFixed(2)}  ${id}  ~  ${otherId}\n`);
    };
    pairs(comparison.neighbours);
    const { codeNeighbours } = comparison;
    if (codeNeighbours.length > 0) {
      const near = codeNeighbours.filter(({ cosine }) => cosine >= ALIKE).length;
      io.stdout(
        `references with a neighbour of cosine ${ALIKE} or more there: ${near}/${codeNeighbours.length} tasks; nearest:\n`,
      );
      pairs(codeNeighbours);
    }
  }
  if (ranks) {
    const { models, spearman: found } = ranks;
    const value = found ? `${found.value.toFixed(2)} [${found.low.toFixed(2)}, ${found.high.toFixed(2)}]` : 'undefined';
    io.stdout(`\nSpearman's correlation of the models' pass rates, ${models} models in both: ${value}\n`);
    const figure = (of: number | null) => (of === null ? 'undefined' : of.toFixed(2));
    io.stdout(
      `Over the models' pass rates: Cohen's d ${figure(ranks.cohensD)}, Fisher's ratio ${figure(ranks.fisherRatio)}\n`,
    );
  }
  if (map) {
    const shown = (100 * map.shown).toFixed(1);
    io.stdout(`\n${settings.picture}: both sets in two dimensions, which show ${shown} % of the variance\n`);
  }
  return EXIT.done;
}
