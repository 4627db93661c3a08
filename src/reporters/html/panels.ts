import { html, type Markup } from './markup.ts';

/** One choice of a select: what it is called and which panels it shows. */
export interface PanelChoice {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
}

/** A panel and the values of the selects that show it, in their order. */
export interface Panel {
  readonly values: readonly string[];
  readonly title: string;
  readonly markup: Markup;
}

/**
 * Panels of which selects show one at a time; all of them stand in the page, so that it prints whole and works without
 * script. A select with a single option is left out.
 */
export function panels(id: string, choices: readonly PanelChoice[], all: readonly Panel[]): Markup {
  const selects = choices.map(
    ({ label, options }) =>
      html`<label class="panel-choice"${options.length === 1 && html` hidden`}>${label} <select data-panels="${id}">${options.map(({ value, name }) => html`<option value="${value}">${name}</option>`)}</select></label> `,
  );
  return html`${selects}
${all.map(
  ({
    values,
    title,
    markup,
  }) => html`<div data-panel="${id}/${values.join('/')}">${title !== '' && html`<h3 class="panel-title">${title}</h3>`}
${markup}</div>
`,
)}`;
}
