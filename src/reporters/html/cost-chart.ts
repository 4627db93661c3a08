import { type ArmResult, summariseArms } from '../../analysis/arms/arm-results.ts';
import { type CostLine, costAccount } from '../../analysis/cost/cost-account.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { count, percent, usdText } from '../figures.ts';
import { passFigures } from '../sentences.ts';
import { html, type Markup } from './markup.ts';

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 64;
/** Where the names stand, one below the other, each at the end of a line from its dot. */
const RIGHT = 180;
const TOP = 16;
const BOTTOM = 44;
const NAMES = WIDTH - RIGHT + 24;
const LINE_HEIGHT = 18;

/** What an arm costs on its own and what it comes to. */
export interface CostPoint {
  readonly arm: ArmResult;
  /** Per task, in the unit of the picture. */
  readonly cost: number;
}

/** What the picture counts: money where every price is known, else tokens where they were counted, else calls. */
export type CostUnit = 'USD' | 'tokens' | 'calls';

interface CostPoints {
  readonly unit: CostUnit;
  readonly points: readonly CostPoint[];
}

const both = ({ paid, cached }: CostLine) => [paid, cached];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Arms by what they would cost alone, replayed replies at the price that they would have had. */
function costPoints(record: RunRecord): CostPoints {
  const { arms, tasks } = summariseArms(record);
  const lines = new Map(costAccount(record).byArm.map((line) => [line.name, line]));
  const own = arms.flatMap((arm) => {
    const line = lines.get(arm.arm);
    return line ? [{ arm, line }] : [];
  });
  const all = own.flatMap(({ line }) => both(line));
  const unit: CostUnit = all.every(({ usd, replies }) => replies === 0 || (usd !== null && usd > 0))
    ? 'USD'
    : all.every(({ uncounted }) => uncounted === 0)
      ? 'tokens'
      : 'calls';
  const costOf = (line: CostLine) => {
    if (unit === 'USD') return sum(both(line).map(({ usd }) => usd ?? 0));
    if (unit === 'tokens') return sum(both(line).map(({ inputTokens, outputTokens }) => inputTokens + outputTokens));
    return sum(both(line).map(({ replies }) => replies));
  };
  return { unit, points: own.map(({ arm, line }) => ({ arm, cost: costOf(line) / Math.max(1, tasks) })) };
}

/** The next round number of 1, 2 or 5. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** Places with the height of their names: in the order of the dots, so that no two lines cross more than they must. */
export function besideEachOther<T extends { readonly x: number; readonly y: number }>(places: readonly T[]) {
  // Of dots as high, the one to the right is nearer to the names and takes the upper one.
  const sorted = places.toSorted((a, b) => a.y - b.y || b.x - a.x);
  let lowest = Number.NEGATIVE_INFINITY;
  const down = sorted.map((place) => {
    lowest = Math.max(place.y, lowest + LINE_HEIGHT);
    return { ...place, at: lowest };
  });
  // What hangs out below moves up, and what is above it makes room.
  let highest = HEIGHT - BOTTOM + LINE_HEIGHT;
  return down.toReversed().map((place) => {
    highest = Math.min(place.at, highest - LINE_HEIGHT);
    return { ...place, at: highest };
  });
}

/** Arms as points: cost per task to the right, expected pass@1 upwards with its 95 % interval; names to the right. */
export function costChart(record: RunRecord): Markup | null {
  const { unit, points } = costPoints(record);
  const most = Math.max(0, ...points.map(({ cost }) => cost));
  if (points.length < 2 || most === 0) return null;
  const right = roundUp(most * 1.05);
  const of = ({ passAtK }: ArmResult) => passAtK['1'] ?? { value: 0, low: 0, high: 1 };
  const top = Math.min(1, Math.ceil(10 * Math.max(0.05, ...points.map(({ arm }) => of(arm).high))) / 10);
  const x = (cost: number) => Number((LEFT + (cost / right) * (WIDTH - LEFT - RIGHT)).toFixed(1));
  const y = (share: number) => Number((HEIGHT - BOTTOM - (share / top) * (HEIGHT - TOP - BOTTOM)).toFixed(1));
  const text = (cost: number) => (unit === 'USD' ? `${usdText(cost)} USD` : `${count(Math.round(cost))} ${unit}`);
  const label = points.map(({ arm, cost }) => `${arm.arm} ${passFigures(arm, '1')} for ${text(cost)}`).join('; ');
  const names = besideEachOther(points.map((point) => ({ ...point, x: x(point.cost), y: y(of(point.arm).value) })));
  return html`<figure tabindex="0"><svg class="arms cost" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Expected pass@1 against cost per task: ${label}">
${[0, 0.5, 1].map(
  (part) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(part * top)}" y2="${y(part * top)}"/>
<text class="tick" x="${LEFT - 6}" y="${y(part * top) + 4}" text-anchor="end">${percent(part * top)}</text><text class="tick" x="${x(part * right)}" y="${HEIGHT - 22}" text-anchor="${part === 1 ? 'end' : 'middle'}">${text(part * right)}</text>
`,
)}<text class="tick" x="${WIDTH - RIGHT}" y="${HEIGHT - 4}" text-anchor="end">cost per task, each arm on its own</text>
${names.map(({ arm, cost, x: across, y: up, at }) => {
  const { low, high } = of(arm);
  return html`<g class="arm ${arm.arm}"><title>${arm.arm}: ${passFigures(arm, '1')}, ${text(cost)} per task</title>
<line class="interval" x1="${across}" x2="${across}" y1="${y(low)}" y2="${y(high)}"/><line class="leader" x1="${across + 6}" x2="${NAMES - 4}" y1="${up}" y2="${at}"/><circle class="dot" cx="${across}" cy="${up}" r="6"/><text class="name" x="${NAMES}" y="${at + 4}">${arm.arm}</text></g>
`;
})}</svg><figcaption>Expected pass@1 against what an arm costs per task on its own. Dot: mean over tasks. Line: 95 % interval.</figcaption></figure>
`;
}
