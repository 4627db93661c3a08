import { html, type Markup } from '../../src/reporters/html/markup.ts';

/** One curve: values in [0, 1] by number of programs. */
export interface GrowthLine {
  readonly name: string;
  readonly points: readonly { readonly count: number; readonly value: number }[];
}

const WIDTH = 640;
const HEIGHT = 380;
const LEFT = 44;
/** For the names at the ends of the lines. */
const RIGHT = 184;
const BOTTOM = 44;
const TOP = 16;
const LINE_HEIGHT = 16;
/** From the end of a line to its name. */
const LEADER = 18;
const STEP = 0.05;

/** Places of names nearest to their lines' ends (least squares), at least so far apart, in the order of the ends. */
export function spread(places: readonly number[], least: number): readonly number[] {
  const order = [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  // Without the distances between them neighbours may be equal: pooling those that are out of order is the least change.
  const pools: { sum: number; size: number }[] = [];
  for (const [rank, at] of order.entries()) {
    let pool = { sum: (places[at] ?? 0) - rank * least, size: 1 };
    for (let last = pools.at(-1); last && last.sum / last.size > pool.sum / pool.size; last = pools.at(-1)) {
      pool = { sum: pool.sum + last.sum, size: pool.size + last.size };
      pools.pop();
    }
    pools.push(pool);
  }
  const pooled = pools.flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size));
  const found = [...places];
  for (const [rank, at] of order.entries()) found[at] = (pooled[rank] ?? 0) + rank * least;
  return found;
}

/** Curves over the number of programs, on a logarithmic axis, each named at its end. */
export function growthChart(
  lines: readonly GrowthLine[],
  { axis, caption }: { readonly axis: string; readonly caption: string },
): Markup | null {
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const counts = [...new Set(points.map(({ count }) => count))].sort((a, b) => a - b);
  const values = points.map(({ value }) => value);
  const low = Math.floor(Math.min(...values) / STEP) * STEP;
  const high = Math.min(1, Math.ceil(Math.max(...values) / STEP) * STEP);
  const most = Math.log(Math.max(...counts, 2));
  const x = (count: number) => (LEFT + (Math.log(count) / most) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const yOf = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const y = (value: number) => yOf(value).toFixed(1);
  const ticks = Array.from({ length: Math.round((high - low) / STEP) + 1 }, (_, at) => low + at * STEP);
  const ends = spread(
    lines.map(({ points: own }) => yOf(own.at(-1)?.value ?? 0)),
    LINE_HEIGHT,
  );
  const said = lines.map(
    ({ name, points: own }) =>
      `${name}: ${own.map(({ count, value }) => `${count} ${(100 * value).toFixed(1)}`).join(', ')}`,
  );
  return html`<figure><svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="pass@1 in percent by ${axis}. ${said.join('; ')}">
${ticks.map((tick) => html`<line class="grid" stroke-opacity="0.5" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="${LEFT - 8}" y="${y(tick)}" text-anchor="end" dominant-baseline="middle">${(100 * tick).toFixed(0)}</text>`)}
${counts.map((count) => html`<text class="tick" x="${x(count)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${count}</text>`)}
<text class="tick" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${axis}</text>
${lines.map(({ points: own }, at) => html`<g class="mutation-ensemble"><title>${said[at] ?? ''}</title><polyline fill="none" stroke-width="2" stroke-opacity="0.6" points="${own.map(({ count, value }) => `${x(count)},${y(value)}`).join(' ')}"/>${own.map(({ count, value }) => html`<circle class="dot" cx="${x(count)}" cy="${y(value)}" r="4"/>`)}<line class="grid" x1="${WIDTH - RIGHT + 5}" y1="${y(own.at(-1)?.value ?? 0)}" x2="${WIDTH - RIGHT + LEADER}" y2="${(ends[at] ?? 0).toFixed(1)}"/><text class="value" font-size="14" x="${WIDTH - RIGHT + LEADER + 4}" y="${(ends[at] ?? 0).toFixed(1)}" dominant-baseline="middle">${lines[at]?.name ?? ''}</text></g>`)}
</svg><figcaption>${caption}</figcaption></figure>`;
}
