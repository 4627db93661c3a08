import type { Study } from '../../records/study.ts';
import { datasetTitle } from '../run-names.ts';
import { attributionTables } from './attribution-tables.ts';
import { drawTables } from './draw-tables.ts';
import { modelsTable, varianceTable } from './models-table.ts';
import { robustnessTables, taxonomyTables } from './mutation-tables.ts';
import { dateTables, labelTables, monthTables, overallTable, varianceTables } from './pass-rate-tables.ts';
import { publishedTables } from './published-tables.ts';
import type { Table } from './table.ts';

/** Every table of a study that its data can fill, in the order of a paper. */
export function studyTables(study: Study): readonly Table[] {
  const { arms } = study.runs[0].manifest;
  const sideBySide = modelsTable(study);
  const variance = varianceTable(study);
  return [
    ...(sideBySide ? [sideBySide] : []),
    overallTable(study),
    ...drawTables(study),
    ...(variance ? [variance] : []),
    ...arms.flatMap((arm) => labelTables(study, arm)),
    ...arms.flatMap((arm) => dateTables(study, arm)),
    ...arms.flatMap((arm) => monthTables(study, arm)),
    ...varianceTables(study),
    ...robustnessTables(study),
    ...taxonomyTables(study),
    ...attributionTables(study),
    ...publishedTables(study),
  ];
}

/** Such as `starter: 2 models`, unless the study was given a title. */
export function studyName({ runs, heading }: Study): string {
  if (heading?.title !== undefined) return heading.title;
  const models = [...new Set(runs.map(({ manifest }) => manifest.model.id))];
  return `${datasetTitle(runs[0].manifest.dataset.name)}: ${models.length === 1 ? models[0] : `${models.length} models`}`;
}
