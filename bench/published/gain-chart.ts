import { cellGain, cellResult } from '../../src/analysis/draws/gain.ts';
import { ONE, SPREAD } from '../../src/records/draws.ts';
import type { Study } from '../../src/records/study.ts';
import type { Markup } from '../../src/reporters/html/markup.ts';
import { runNames } from '../../src/reporters/run-names.ts';
import { type GainPoint, gainScatter } from './gain-scatter.ts';

/** The gain of several wordings over one, of every run, against what its model does with one. */
export function gainChart(study: Study): Markup | null {
  const names = runNames(study);
  const points = study.runs.flatMap((record, at): GainPoint[] => {
    const one = cellResult([record], ONE);
    const gain = cellGain([record], SPREAD, ONE);
    return one && gain ? [{ name: names[at] ?? '', at: one.value.value, gain: gain.difference }] : [];
  });
  return gainScatter(points, {
    axis: 'pass@1 of one wording',
    caption:
      'Points gained by several wordings over one, at the same number of programs, with 95 % intervals over tasks.',
  });
}
