import type { Rng } from '../core/random.ts';
import { cohenKappa } from '../statistics/cohen-kappa.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { fleissKappa } from '../statistics/fleiss-kappa.ts';
import { krippendorffAlpha, nominalDistance } from '../statistics/krippendorff-alpha.ts';
import { masiDistance } from '../statistics/masi-distance.ts';
import { resampledInterval } from '../statistics/resampled-interval.ts';
import type { MergedLabels } from './merge-ratings.ts';

/** Agreement of two raters on the items that both labelled. */
export interface PairAgreement {
  readonly raters: readonly [string, string];
  readonly items: number;
  /** Share of items with the same labels; null without items. */
  readonly same: number | null;
  /** Cohen's kappa; where items may have several labels, of whole sets. */
  readonly kappa: Estimate | null;
}

/** Agreement on whether one label holds. */
export interface LabelAgreement {
  readonly label: string;
  /** How often it was given. */
  readonly given: number;
  readonly alpha: Estimate | null;
  /** Fleiss' kappa of items that all raters labelled. */
  readonly fleiss: Estimate | null;
}

/** How far raters agree beyond chance, with 95 % bootstrap intervals over items; null where a figure is undefined. */
export interface RaterAgreement {
  readonly raters: readonly string[];
  /** Items with labels of at least two raters, of which all raters labelled `complete`. */
  readonly items: number;
  readonly complete: number;
  /** Krippendorff's alpha; `distance` says how labels were compared. */
  readonly alpha: Estimate | null;
  readonly distance: 'nominal' | 'masi';
  /** Fleiss' kappa of items that all raters labelled; where items may have several labels, of whole sets. */
  readonly fleiss: Estimate | null;
  readonly pairs: readonly PairAgreement[];
  readonly labels: readonly LabelAgreement[];
}

type Items = readonly Pick<MergedLabels, 'id' | 'votes'>[];

/** Sets of labels as numbers, equal for equal sets, with their distances. */
function setCodes(items: Items) {
  const codes = new Map<string, number>();
  const sets: ReadonlySet<string>[] = [];
  const codeOf = (labels: readonly string[]) => {
    const key = JSON.stringify([...labels].sort());
    const known = codes.get(key) ?? sets.length;
    if (known === sets.length) {
      codes.set(key, known);
      sets.push(new Set(labels));
    }
    return known;
  };
  const units = items.map(({ votes }) => new Map(votes.map(({ rater, labels }) => [rater, codeOf(labels)])));
  const table = sets.map((first) => sets.map((second) => masiDistance(first, second)));
  return { units, masi: (first: number, second: number) => table[first]?.[second] ?? 1 };
}

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
    same: both.length === 0 ? null : both.filter(([first, second]) => first === second).length / both.length,
    kappa: resampledInterval(both, kappa, { rng }),
  };
}

function labelAgreement(items: Items, raters: number, label: string, rng: Rng): LabelAgreement {
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
 * Agreement of all raters, of each two, and on each label. Where items may have several labels, alpha compares sets by
 * MASI and each label by whether it was given.
 */
export function raterAgreement(
  merged: Items,
  { labels, several, rng }: { readonly labels: readonly string[]; readonly several: boolean; readonly rng: Rng },
): RaterAgreement {
  const raters = [...new Set(merged.flatMap(({ votes }) => votes.map(({ rater }) => rater)))];
  const items = merged.filter(({ votes }) => votes.length > 1);
  const { units, masi } = setCodes(items);
  const rows = units.map((unit) => [...unit.values()]);
  const complete = rows.filter(({ length }) => length === raters.length);
  const distance = several ? masi : nominalDistance;
  const pairs = raters.flatMap((first, at) => raters.slice(at + 1).map((second) => [first, second] as const));
  return {
    raters,
    items: items.length,
    complete: complete.length,
    alpha: resampledInterval(rows, (drawn) => krippendorffAlpha(drawn, distance), { rng: rng.fork('alpha') }),
    distance: several ? 'masi' : 'nominal',
    fleiss: raters.length < 2 ? null : resampledInterval(complete, fleissKappa, { rng: rng.fork('fleiss') }),
    pairs: pairs.map((pair) => pairAgreement(units, pair, rng.fork('pair', ...pair))),
    labels:
      raters.length < 2
        ? []
        : labels.map((label) => labelAgreement(items, raters.length, label, rng.fork('label', label))),
  };
}
