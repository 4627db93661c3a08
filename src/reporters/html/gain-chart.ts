import { summariseArms } from '../../analysis/arms/arm-results.ts';
import { cellGain, cellResult } from '../../analysis/crossed/gain.ts';
import { ONE, SPREAD } from '../../records/crossed.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { runNames } from '../run-names.ts';
import { type GainPoint, gainScatter } from './gain-scatter.ts';
import type { Markup } from './markup.ts';

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

/** The last comparison of a run's arms, and the pass@1 of the arm that it is made against. */
function lastGain(record: RunRecord, name: string): GainPoint | null {
  const { arms, comparisons } = summariseArms(record);
  const last = comparisons.at(-1);
  const base = arms.find(({ arm }) => arm === last?.against)?.passAtK['1'];
  return last && base ? { name, at: base.value, gain: last.difference } : null;
}

/** What the last arm of every run gains over the one before, against what that one does; null for fewer than two. */
export function armGainChart(study: Study): Markup | null {
  const names = runNames(study);
  const points = study.runs.flatMap((record, at) => lastGain(record, names[at] ?? '') ?? []);
  const last = summariseArms(study.runs[0]).comparisons.at(-1);
  if (!last) return null;
  return gainScatter(points, {
    axis: `pass@1 of ${last.against}`,
    caption: `Points gained by ${last.arm} over ${last.against}, with 95 % intervals over tasks.`,
  });
}
