import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import type { Section } from '../document.ts';
import { html, type Markup, trusted } from './markup.ts';
import { pageSection } from './section-markup.ts';

const readAsset = (name: string) => readFileSync(join(packageRoot(), 'src/reporters/html', name), 'utf8');

/** The report's script; the same text every time, so that the page's policy can name its hash. */
export const clientScript = (): string => readAsset('client/report.mjs');

/** The style sheet of every page. */
export const reportStyles = (): string => readAsset('page.css');

/** The parts that differ between our pages. */
interface HtmlDocument {
  /** Without the program's name, which is appended. */
  readonly title: string;
  readonly styles?: string;
  /** Content-Security-Policy of a file; a page that a server sends has it in its response. */
  readonly policy?: string;
  readonly body: Markup;
}

/** A whole page: its head, and the body as it is. */
export function htmlDocument({ title, styles = reportStyles(), policy, body }: HtmlDocument): Markup {
  const meta =
    policy !== undefined &&
    html`<meta http-equiv="Content-Security-Policy" content="${policy}">
`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${meta}<meta name="color-scheme" content="light dark">
<meta name="generator" content="mutagree">
<title>${title}: mutagree</title>
<style>${trusted(styles)}</style>
</head>
<body>
${body}</body>
</html>
`;
}

/** Allows nothing active. */
export const PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Sections as a page of their own, without scripts. */
export function plainPage(title: string, heading: string, sections: readonly Section[]): string {
  const body = html`<header class="page"><div><p class="brand">mutagree</p><h1>${heading}</h1></div></header>
<main id="main" class="plain"><div id="report">
${sections.map((section) => pageSection(section).markup)}</div></main>
`;
  return htmlDocument({ title, policy: PLAIN_POLICY, body }).markup;
}
