import type { ArmResult } from '../../records/report/run-schema.ts';
import { percent } from '../figures.ts';
import { passFigures, solvedFigures } from '../sentences.ts';
import { html, type Markup } from './markup.ts';

const WIDTH = 640;
const ROW = 50;
const GROUP = 30;
const LEFT = 8;
const RIGHT = 16;
const AXIS = 26;

/** The arms of one run; `name` is null where the study has a single one. */
export interface ArmGroup {
  readonly name: string | null;
  readonly arms: readonly ArmResult[];
}

/** A round end of the axis that leaves every interval inside, and the step of its grid. */
function axisOf(arms: readonly ArmResult[]): { end: number; step: number } {
  const highest = Math.max(0.05, ...arms.map((arm) => arm.passAtK['1']?.high ?? 0));
  const step = [0.02, 0.05, 0.1, 0.2].find((candidate) => highest / candidate <= 6) ?? 0.2;
  return { end: Math.min(1, Math.ceil(highest / step - 1e-9) * step), step };
}

/** Expected pass@1 of each arm as a dot with its 95 % interval; numbers stand beside it, so that colour says nothing. */
export function armsChart(groups: readonly ArmGroup[]): Markup {
  const all = groups.flatMap(({ arms }) => arms);
  const { end, step } = axisOf(all);
  const rows: Markup[] = [];
  let top = 0;
  const x = (fraction: number) => Number((LEFT + (fraction / end) * (WIDTH - LEFT - RIGHT)).toFixed(1));
  for (const { name, arms } of groups) {
    if (name !== null) {
      rows.push(html`<text class="group" x="${LEFT}" y="${top + 20}">${name}</text>
`);
      top += GROUP;
    }
    for (const arm of arms) {
      const { value, low, high } = arm.passAtK['1'] ?? { value: 0, low: 0, high: 1 };
      const y = top + 36;
      rows.push(html`<g class="arm ${arm.arm}"><title>${arm.arm}: ${percent(value)}, ${solvedFigures(arm)}</title>
<text class="name" x="${LEFT}" y="${y - 16}">${arm.arm}</text><text class="value" x="${WIDTH - RIGHT}" y="${y - 16}" text-anchor="end">${passFigures(arm, '1')}</text>
<line class="interval" x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}"/><circle class="dot" cx="${x(value)}" cy="${y}" r="6.5"/></g>
`);
      top += ROW;
    }
  }
  const height = top + AXIS;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, at) => at * step);
  const label = groups
    .map(
      ({ name, arms }) =>
        `${name ? `${name}: ` : ''}${arms.map((arm) => `${arm.arm} ${passFigures(arm, '1')}`).join('; ')}`,
    )
    .join('. ');
  return html`<svg class="arms" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Expected pass@1: ${label}">
${ticks.map(
  (tick) => html`<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="${height - AXIS + 4}"/>
<text class="tick" x="${x(tick)}" y="${height - 6}" text-anchor="${tick === 0 ? 'start' : tick >= end - 1e-9 ? 'end' : 'middle'}">${Math.round(tick * 100)} %</text>
`,
)}${rows}</svg>`;
}
