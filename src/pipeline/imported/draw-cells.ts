import { type DrawCell, ONE, SPREAD } from '../../records/draws.ts';

/** How a run draws arms out of samples that exist. */
export interface DrawPlan {
  readonly size: number;
  /** Draws where there are more ways to fill an arm. */
  readonly draws: number;
  /** SamplesByVariant of the ensemble; as many as its size allows by default. */
  readonly wordings?: number | undefined;
}

const ASIDE_DRAWS = 10;
/** Fewer wordings than the ensemble takes, at its size. */
const FEWER = [2, 3];
const LARGER = [2, 3, 4];

/** The arms, and what could explain their difference. `wordings` and `samples` are those of the task. */
export function drawCells({ size, draws, wordings: wanted }: DrawPlan, wordings: number, samples: number) {
  const most = Math.min(wordings, wanted ?? size, size);
  const cell = (name: string, of: number, more: Partial<DrawCell> = {}): DrawCell => ({
    name,
    wordings: of,
    size,
    draws,
    placebo: false,
    ...more,
  });
  const one = cell(ONE, 1);
  if (most < 2) return [one];
  const aside = { draws: Math.min(draws, ASIDE_DRAWS) };
  return [
    one,
    cell(SPREAD, most),
    cell('placebo-one', 1, { placebo: true }),
    cell('placebo-spread', most, { placebo: true }),
    ...FEWER.filter((fewer) => fewer < most).map((fewer) => cell(`spread-${fewer}`, fewer, aside)),
    ...LARGER.filter((factor) => factor * size < samples).map((factor) =>
      cell(`larger-${factor * size}`, Math.min(wordings, factor * size), { ...aside, size: factor * size }),
    ),
    cell('all', wordings, { ...aside, size: samples }),
  ];
}
