import { html, type Markup } from '../../src/reporters/html/markup.ts';
import type { ExecutedPair } from './execute-pairs.ts';
import { allPicks, shareOf } from './executed-tables.ts';

const WIDTH = 640;
const LEFT = 180;
const RIGHT = 20;
const ROW = 34;
const TOP = 14;
const BOTTOM = 48;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The share of right picks of every rule, with its interval, beside the half that a draw gets. */
export function picksPicture(executed: readonly ExecutedPair[]): Markup {
  const rows = allPicks(executed).map((picks) => ({ name: picks.name, share: shareOf(executed, picks) }));
  const height = TOP + rows.length * ROW + BOTTOM;
  const x = (share: number) => (LEFT + share * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const percent = (share: number) => (100 * share).toFixed(1);
  const said = rows.map(
    ({ name, share }) => `${name}: ${percent(share.value)} [${percent(share.low)}, ${percent(share.high)}]`,
  );
  return html`<figure><svg class="curve" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Right picks, percent. ${said.join('; ')}">
${TICKS.map((tick) => html`<line class="grid" stroke-opacity="0.5"${tick === 0.5 && html` stroke-dasharray="4 3"`} x1="${x(tick)}" x2="${x(tick)}" y1="${TOP}" y2="${height - BOTTOM}"/><text class="tick" x="${x(tick)}" y="${height - BOTTOM + 18}" text-anchor="middle">${100 * tick}</text>`)}
<text class="tick" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${height - 6}" text-anchor="middle">right picks, %</text>
${rows.map(({ name, share }, at) => {
  const y = TOP + at * ROW + ROW / 2;
  return html`<g class="mutation-ensemble"><title>${said[at] ?? ''}</title><text class="name" font-size="14" x="${LEFT - 14}" y="${y}" text-anchor="end" dominant-baseline="middle">${name}</text><line class="interval" x1="${x(share.low)}" x2="${x(share.high)}" y1="${y}" y2="${y}"/><circle class="dot" cx="${x(share.value)}" cy="${y}" r="5"/></g>`;
})}
</svg><figcaption>Share of pairs in which the right one of two programs is picked, a task counting once, with 95 % intervals over tasks; the dashed line is a draw.</figcaption></figure>`;
}
