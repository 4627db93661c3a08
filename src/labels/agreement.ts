import type { Rng } from '../core/random.ts';
import {
  cohenKappa,
  fleissKappa,
  krippendorffAlpha,
  masiDistance,
  nominalDistance,
} from '../statistics/rater-agreement.ts';
import { resampledInterval } from '../statistics/resampled-interval.ts';
import type { MergedLabels } from './ratings.ts';

type Items = readonly Pick<MergedLabels, 'id' | 'votes'>[];

/** Sets of labels as numbers, equal for equal sets, with their distances. */
function setCodes(items: Items) {
  const keyOf = (labels: readonly string[]) => JSON.stringify([...labels].sort());
  const keys = [...new Set(items.flatMap(({ votes }) => votes.map(({ labels }) => keyOf(labels))))];
  const sets = keys.map((key) => new Set<string>(JSON.parse(key)));
  const codeOf = (labels: readonly string[]) => keys.indexOf(keyOf(labels));
  const units = items.map(({ votes }) => new Map(votes.map(({ rater, labels }) => [rater, codeOf(labels)])));
  const table = sets.map((first) => sets.map((second) => masiDistance(first, second)));
  return { units, masi: (first: number, second: number) => table[first]?.[second] ?? 1 };
}

/** Agreement of two raters on the items that both labelled; of whole sets if items may have several labels. */
function pairAgreement(units: readonly ReadonlyMap<string, number>[], raters: readonly [string, string], rng: Rng) {
  const both = units.flatMap((unit): [number, number][] => {
    const [first, second] = [unit.get(raters[0]), unit.get(raters[1])];
    return first === undefined || second === undefined ? [] : [[first, second]];
  });
  const kappa = (pairs: readonly (readonly [number, number])[]) =>
    cohenKappa(
      pairs.map(([first]) => first),
      pairs.map(([, second]) => second),
    );
  return {
    raters,
    items: both.length,
    /** Share of items with the same labels; null without items. */
    same: both.length === 0 ? null : both.filter(([first, second]) => first === second).length / both.length,
    kappa: resampledInterval(both, kappa, { rng }),
  };
}

function labelAgreement(items: Items, raters: number, label: string, rng: Rng) {
  const units = items.map(({ votes }) => votes.map(({ labels }) => (labels.includes(label) ? 1 : 0)));
  const complete = units.filter(({ length }) => length === raters);
  return {
    label,
    given: units.flat().filter((holds) => holds === 1).length,
    alpha: resampledInterval(units, krippendorffAlpha, { rng: rng.fork('alpha') }),
    fleiss: resampledInterval(complete, fleissKappa, { rng: rng.fork('fleiss') }),
  };
}

/**
 * How far raters agree beyond chance: all, each two, and on each label; with 95 % bootstrap intervals over items, null if a
 * figure is undefined. If items may have several labels, alpha compares sets by MASI and each label by whether it was
 * given. Fleiss' kappa is over the `complete` items, which all raters labelled.
 */
export function raterAgreement(
  merged: Items,
  { labels, several, rng }: { readonly labels: readonly string[]; readonly several: boolean; readonly rng: Rng },
) {
  const raters = [...new Set(merged.flatMap(({ votes }) => votes.map(({ rater }) => rater)))];
  const items = merged.filter(({ votes }) => votes.length > 1);
  const { units, masi } = setCodes(items);
  const rows = units.map((unit) => [...unit.values()]);
  const complete = rows.filter(({ length }) => length === raters.length);
  const distance = several ? masi : nominalDistance;
  const pairs = raters.flatMap((first, at) => raters.slice(at + 1).map((second) => [first, second] as const));
  const isAlone = raters.length < 2;
  return {
    raters,
    items: items.length,
    complete: complete.length,
    alpha: resampledInterval(rows, (drawn) => krippendorffAlpha(drawn, distance), { rng: rng.fork('alpha') }),
    distance: several ? ('masi' as const) : ('nominal' as const),
    fleiss: isAlone ? null : resampledInterval(complete, fleissKappa, { rng: rng.fork('fleiss') }),
    pairs: pairs.map((pair) => pairAgreement(units, pair, rng.fork('pair', ...pair))),
    labels: isAlone ? [] : labels.map((label) => labelAgreement(items, raters.length, label, rng.fork('label', label))),
  };
}

export type RaterAgreement = ReturnType<typeof raterAgreement>;
