import { html, type Markup, trusted } from './markup.ts';

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
