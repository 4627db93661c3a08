import type { TaskLabel } from '../../analysis/attribution/task-label.ts';
import { LABEL_AXIS_NAMES } from '../axis-names.ts';
import { html, type Markup } from './markup.ts';

/** One coloured cell; null where there is nothing to say. */
export interface HeatCell {
  /** Such as `+2.5`. */
  readonly text: string;
  /** Interval, unit and denominator, in words. */
  readonly detail: string;
  /** From -1 (worst) to 1 (best); only colours. */
  readonly heat: number;
  /** Whether a corrected test found it. */
  readonly certain?: boolean;
}

export interface HeatRow {
  readonly name: string;
  /** Rows of one group follow one another under its name. */
  readonly group: string | null;
  readonly cells: readonly (HeatCell | null)[];
}

/** The strongest tint keeps text at 4.5 : 1 on it. */
const STRONGEST_PERCENT = 42;

function cellMarkup(cell: HeatCell | null): Markup {
  if (!cell) return html`<td class="none"><span aria-hidden="true">–</span><span class="sr-only">no figure</span></td>`;
  const strength = Math.round(Math.min(1, Math.abs(cell.heat)) * STRONGEST_PERCENT);
  const direction = cell.heat > 0 ? 'up' : cell.heat < 0 ? 'down' : 'even';
  return html`<td class="${direction}${cell.certain === true ? ' certain' : ''}" style="--heat:${strength}%" title="${cell.detail}">${cell.text}${cell.certain === true && html`<span class="sr-only"> (certain)</span>`}<span class="ci">${cell.detail}</span></td>`;
}

/** Neighbouring labels of the same axis share a heading. */
function axisHeads(labels: readonly TaskLabel[]): Markup[] {
  const groups: { axis: TaskLabel['axis']; width: number }[] = [];
  for (const { axis } of labels) {
    const last = groups.at(-1);
    if (last?.axis === axis) last.width++;
    else groups.push({ axis, width: 1 });
  }
  return groups.map(({ axis, width }) => html`<th scope="colgroup" colspan="${width}">${LABEL_AXIS_NAMES[axis]}</th>`);
}

/** A table whose cells are tinted by their value; the numbers stand in them, so that colour says nothing alone. */
export function heatMap(labels: readonly TaskLabel[], rows: readonly HeatRow[], caption: string): Markup {
  const body = rows.map(({ name, group, cells }, at) => {
    const isNewGroup = group !== null && group !== rows[at - 1]?.group;
    const head =
      isNewGroup &&
      html`<tr><th class="family" scope="colgroup" colspan="${labels.length + 1}">${group}</th></tr>
`;
    return html`${head}<tr><th scope="row">${name}</th>${cells.map(cellMarkup)}</tr>
`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="heat">
<caption class="sr-only">${caption}</caption>
<thead><tr class="axis"><td></td>${axisHeads(labels)}</tr>
<tr><th scope="col">rewrite</th>${labels.map(({ value }) => html`<th scope="col">${value}</th>`)}</tr></thead>
<tbody>
${body}</tbody></table></div>`;
}
