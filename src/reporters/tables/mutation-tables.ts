import { robustness } from '../../analysis/robustness/robustness.ts';
import { type TaxonomyCell, taxonomy } from '../../analysis/taxonomy/taxonomy.ts';
import type { Study } from '../../records/study.ts';
import { conditionNames } from '../names.ts';
import { numberCell, percentCell, type Table, type TableCell } from './table.ts';

/** ReCode's metrics for each model: over all variants, by family and by mutation. */
export function robustnessTables(study: Study): Table[] {
  const results = robustness(study);
  const names = conditionNames(results);
  const rows = results.flatMap(({ cells }, at) =>
    cells
      .filter(({ label, k }) => label.axis === 'all' && k === 1)
      .map(({ group, s, tasks, nominal, variant, robustPass, resampled, robustDrop, robustRelative }): TableCell[] => [
        group.kind === 'family' ? `${group.name} (family)` : group.name,
        names[at] ?? '',
        String(s),
        String(tasks),
        percentCell(nominal),
        percentCell(variant),
        percentCell(robustPass),
        numberCell(resampled, 'percent'),
        robustDrop && percentCell(robustDrop),
        percentCell(robustRelative),
      ]),
  );
  if (rows.length === 0) return [];
  const figures = ['pass@1', 'of a variant', 'RobustPass', 'resampled', 'RobustDrop', 'RobustRelative'];
  return [
    {
      id: 'robustness',
      caption: 'Robustness by mutation',
      note:
        'Percent with 95 % intervals over tasks in brackets. RobustPass: right under each of s variants; RobustDrop: the ' +
        'share of pass@1 that is lost; RobustRelative: flips in either direction (ReCode, arXiv 2212.10264). Resampled: ' +
        'RobustPass of s samples of the original prompt; only the difference from it is due to the variants.',
      head: ['mutation', 'model', 's', 'tasks', ...figures],
      rows,
    },
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

/** The effect of each mutator on all tasks, and every label with a shown effect. */
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
