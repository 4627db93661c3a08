import { percent, pointsWithInterval } from '../../src/reporters/figures.ts';
import { html, type Markup } from '../../src/reporters/html/markup.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';

/** One model or run: what it does without the change, and what the change gains, both as fractions. */
export interface GainPoint {
  readonly name: string;
  readonly at: number;
  readonly gain: Estimate;
}

export interface GainScatterText {
  /** What the lower axis is, such as `pass@1 of one wording`. */
  readonly axis: string;
  /** What a gain is, as a sentence. */
  readonly caption: string;
}

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 56;
const RIGHT = 16;
const BOTTOM = 44;
const TOP = 16;
/** Above and below the intervals, for the numbers. */
const ROOM = 0.08;
/** Beside the first and the last point, as a fraction. */
const SIDE = 0.03;

/** Round steps of an axis that holds about five of them. */
function ticks(low: number, high: number): readonly number[] {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((size) => (high - low) / size <= 6) ?? 1;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step);
}

/** Gains with their intervals over what there was without them; the points are numbered, and named below. */
export function gainScatter(points: readonly GainPoint[], { axis, caption }: GainScatterText): Markup | null {
  if (points.length < 2) return null;
  const ends = [0, ...points.flatMap(({ gain }) => [gain.low, gain.high])];
  const room = (Math.max(...ends) - Math.min(...ends)) * ROOM;
  const low = Math.min(...ends) - room;
  const high = Math.max(...ends) + room;
  const left = Math.min(...points.map((point) => point.at)) - SIDE;
  const right = Math.max(...points.map((point) => point.at)) + SIDE;
  const x = (value: number) => (LEFT + ((value - left) / (right - left)) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (value: number) => (TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const label = points.map(({ name, at, gain }) => `${name}: ${percent(at)}, gain ${pointsWithInterval(gain)}`);
  // Neighbours have their numbers above and below in turn.
  const order = [...points.keys()].sort((a, b) => (points[a]?.at ?? 0) - (points[b]?.at ?? 0));
  const isAbove = (index: number) => order.indexOf(index) % 2 === 0;
  return html`<figure tabindex="0"><svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Gain by ${axis}. ${label.join('; ')}">
${ticks(low, high).map((tick) => html`<line class="grid" stroke-opacity="0.5" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="${LEFT - 8}" y="${y(tick)}" text-anchor="end" dominant-baseline="middle">${(100 * tick).toFixed(0)}</text>`)}
<line class="grid" stroke-dasharray="4 3" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(0)}" y2="${y(0)}"/>
${ticks(left, Math.min(1, right)).map((tick) => html`<text class="tick" x="${x(tick)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${(100 * tick).toFixed(0)}</text>`)}
<text class="tick" x="${WIDTH / 2}" y="${HEIGHT - 6}" text-anchor="middle">${axis}, %</text>
${points.map(({ at, gain }, index) => html`<g class="mutation-ensemble"><title>${label[index] ?? ''}</title><line class="interval" x1="${x(at)}" x2="${x(at)}" y1="${y(gain.low)}" y2="${y(gain.high)}"/><circle class="dot" cx="${x(at)}" cy="${y(gain.value)}" r="5"/><text class="name" font-size="12" x="${x(at)}" y="${y(isAbove(index) ? gain.high : gain.low)}" dy="${isAbove(index) ? -7 : 16}" text-anchor="middle">${index + 1}</text></g>`)}
</svg><figcaption>${caption} ${points.map(({ name }, index) => `${index + 1} ${name}`).join('; ')}.</figcaption></figure>`;
}
