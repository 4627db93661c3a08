import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { html, type Markup, trusted } from './markup.ts';

const readAsset = (name: string) => readFileSync(join(packageRoot(), 'src/reporters/html', name), 'utf8');

let script: string | null = null;
let styles: string | null = null;

/** The report's script; the same text every time, so that the page's policy can name its hash. */
export function clientScript(): string {
  script ??= readAsset('client/report.mjs');
  return script;
}

/** The style sheet of every page. */
export function reportStyles(): string {
  styles ??= readAsset('page.css');
  return styles;
}

/** The parts that differ between our pages. */
interface HtmlDocument {
  /** Without the program's name, which is appended. */
  readonly title: string;
  /** Style sheet. */
  readonly styles: string;
  /** Content-Security-Policy of a file; a page that a server sends has it in its response. */
  readonly policy?: string;
  readonly body: Markup;
}

/** A whole page: its head, and the body as it is. */
export function htmlDocument({ title, styles, policy, body }: HtmlDocument): Markup {
  const meta =
    policy === undefined
      ? ''
      : html`<meta http-equiv="Content-Security-Policy" content="${policy}">
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
