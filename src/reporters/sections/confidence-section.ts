import { armConfidence } from '../../analysis/calibration/confidence-results.ts';
import { adaptiveSaving } from '../../analysis/cost/arm-replies.ts';
import type { Study } from '../../records/study.ts';
import { answeredFigures, calibrationFigures, curvePoints, savingFigures } from '../confidence-figures.ts';
import { type Block, type Section, tableBlock, text, texts } from '../document.ts';
import { namedRuns, prefixed } from '../names.ts';
import { numberCell, type TableCell } from '../tables/table.ts';

/** Calibration of the picks' confidence, and the saving of adaptive rounds; null if neither is known. */
export function confidenceSection(study: Study): Section | null {
  const blocks = namedRuns(study).flatMap(({ name, record }): Block[] => {
    const saving = adaptiveSaving(record);
    const arms = armConfidence(record);
    if (arms.length === 0) return texts([saving && prefixed(name, `${savingFigures(saving)}.`)]);
    return [
      ...texts([saving && prefixed(name, `${savingFigures(saving)}.`)]),
      ...arms.flatMap((arm) => [
        text(prefixed(name, `${arm.arm}, ${calibrationFigures(arm)}.`)),
        ...texts([answeredFigures(arm)].map((figures) => figures && `${figures}.`)),
      ]),
      tableBlock({
        id: 'coverage',
        caption: prefixed(name, 'Right picks among the most confident'),
        note: 'Share of right picks, in percent, if only the most confident picks are answered.',
        head: ['arm', 'tasks answered', 'tasks', 'picks right', 'confidence from'],
        rows: arms.flatMap(({ arm, curve, picks }) =>
          curvePoints(curve).map(({ coverage, precision, threshold }): TableCell[] => [
            arm,
            numberCell(coverage, 'percent'),
            `${Math.round(coverage * picks)}/${picks}`,
            numberCell(precision, 'percent'),
            numberCell(threshold, 'number'),
          ]),
        ),
      }),
    ];
  });
  if (blocks.length === 0) return null;
  const intro =
    'The probability that a pick is right, from agreement alone; its level was fitted on other models, and is checked here.';
  return { id: 'confidence', title: 'Confidence', blocks: [text(intro, 'quiet'), ...blocks] };
}
