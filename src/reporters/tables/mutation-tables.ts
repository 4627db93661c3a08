import { type RobustnessCell, type RobustnessResult, robustness } from '../../analysis/robustness/robustness.ts';
import { type TaxonomyCell, taxonomy } from '../../analysis/taxonomy/taxonomy.ts';
import type { Study } from '../../records/study.ts';
import { conditionNames } from '../axis-names.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

const METRICS: readonly (readonly [name: (cell: RobustnessCell) => string, of: (cell: RobustnessCell) => TableCell])[] =
  [
    [() => 'nominal pass@1', ({ nominal }) => percentCell(nominal)],
    [() => 'pass@1 of a variant', ({ variant }) => percentCell(variant)],
    [({ s }) => `RobustPass_${s}@1`, ({ robustPass }) => percentCell(robustPass)],
    [() => '... by resampling alone', ({ resampled }) => numberCell(resampled, 'percent')],
    [({ s }) => `RobustDrop_${s}@1`, ({ robustDrop }) => robustDrop && percentCell(robustDrop)],
    [({ s }) => `RobustRelative_${s}@1`, ({ robustRelative }) => percentCell(robustRelative)],
  ];

const keyOf = ({ group, s }: RobustnessCell) => `${group.kind} ${group.name} ${s}`;

function overAllTasks({ cells }: RobustnessResult): RobustnessCell[] {
  return cells.filter(({ label, k }) => label.axis === 'all' && k === 1);
}

/** ReCode's tables: each family and all variants, the metrics below each other, one column per model. */
export function robustnessTables(study: Study): Table[] {
  const results = robustness(study);
  const cells = results.map(overAllTasks);
  const head = (first: string) => [first, 'metric', 'tasks', ...conditionNames(results)];
  const note =
    'Percent with 95 % intervals over tasks in brackets. RobustPass: right under each of s variants; RobustDrop: the ' +
    'share of the nominal pass rate that is lost; RobustRelative: flips in either direction (ReCode, arXiv 2212.10264). ' +
    '"By resampling alone" is RobustPass of s samples of the original prompt: only what lies below it is due to the variants.';
  const tableOf = (id: string, caption: string, kinds: readonly string[], first: string): Table[] => {
    const wanted = (cells[0] ?? []).filter(({ group }) => kinds.includes(group.kind));
    if (wanted.length === 0) return [];
    const rows = wanted.flatMap((cell) => {
      const perModel = cells.map((own) => own.find((other) => keyOf(other) === keyOf(cell)));
      return METRICS.map(([name, of], at): TableCell[] => [
        at === 0 ? cell.group.name : '',
        name(cell),
        at === 0 ? perModel.map((own) => own?.tasks ?? 0).join(', ') : '',
        ...perModel.map((own) => (own ? of(own) : null)),
      ]);
    });
    return [{ id, caption, note, head: head(first), rows }];
  };
  return [
    ...tableOf('robustness-by-family', 'Robustness by family of mutation', ['all', 'family'], 'family'),
    ...tableOf('robustness-by-mutator', 'Robustness by mutation', ['mutator'], 'mutation'),
  ];
}

function taxonomyRow(name: string, cell: TaxonomyCell): TableCell[] {
  const { mutator, label, tasks, applicable, difference, effectSize, better, worse, adjustedP, effect } = cell;
  return [
    name,
    mutator,
    label.value,
    `${applicable}/${tasks}`,
    { ...difference, unit: 'points' },
    numberCell(effectSize, 'number'),
    `${better}:${worse}`,
    numberCell(adjustedP, 'p'),
    effect === 'too-few-tasks' ? 'too few tasks' : effect,
  ];
}

/** What each mutator does on all tasks, and every label on which an effect is shown. */
export function taxonomyTables(study: Study): Table[] {
  const results = taxonomy(study);
  const names = conditionNames(results);
  const rows = results.flatMap(({ cells }, at) =>
    cells
      .filter(({ label, effect }) => label.axis === 'all' || effect === 'helps' || effect === 'harms')
      .map((cell) => taxonomyRow(names[at] ?? '', cell)),
  );
  if (rows.length === 0) return [];
  const contributions = results.flatMap((result, at) =>
    result.contributions.map((own): TableCell[] => [
      names[at] ?? '',
      own.mutator,
      `${own.applicable}/${own.tasks}`,
      `${own.contributed}/${own.consensusSets}`,
      numberCell(own.consensusSets === 0 ? null : own.contributed / own.consensusSets, 'percent'),
      String(own.contributedAlone),
      String(own.solved),
      String(own.uniqueSolves),
      numberCell(own.tokensPerSolve, 'count'),
    ]),
  );
  return [
    {
      id: 'mutation-taxonomy',
      caption: 'What mutations do',
      note:
        'Points of pass rate against the original prompt, mean over tasks, 95 % interval in brackets; d: mean over the ' +
        'standard deviation between tasks; better:worse counts tasks. p: exact paired tests over samples and over tasks, ' +
        `the larger of both, after Holm over all ${results[0]?.tested ?? 0} tested cells of mutation, label and model. ` +
        'Neutral: no effect shown. All tasks, and labels with an effect.',
      head: ['model', 'mutation', 'tasks with', 'applicable', 'difference', 'd', 'better:worse', 'p', 'effect'],
      rows,
    },
    {
      id: 'mutation-contribution',
      caption: 'What mutations contribute',
      note:
        'Picked: tasks of the mutation ensemble in which the picked program was written for this mutation (among ' +
        'others), of the tasks in which it had samples and agreement made a pick; alone: written for nothing else. ' +
        'Solved: tasks with a right program; only: with no right program under any other prompt. Tokens per solved task.',
      head: ['model', 'mutation', 'applicable', 'picked', 'share', 'alone', 'solved', 'only', 'tokens per solve'],
      rows: contributions,
    },
  ];
}
