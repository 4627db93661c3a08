import type { Section } from '../document.ts';
import { htmlDocument, reportStyles } from './html-document.ts';
import { html } from './markup.ts';
import { pageSection } from './section-markup.ts';

/** Allows nothing active. */
export const PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Sections as a page of their own, without scripts. */
export function plainPage(title: string, heading: string, sections: readonly Section[]): string {
  return htmlDocument({
    title,
    styles: reportStyles(),
    policy: PLAIN_POLICY,
    body: html`<header class="page"><div><p class="brand">mutagree</p><h1>${heading}</h1></div></header>
<main id="main" class="plain"><div id="report">
${sections.map((section) => pageSection(section).markup)}</div></main>
`,
  }).markup;
}
