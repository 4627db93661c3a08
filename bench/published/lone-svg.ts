import type { Markup } from '../../src/reporters/html/markup.ts';

const STYLE =
  'svg{background:#fff;font:14px system-ui,sans-serif;fill:#1d2430}.grid{stroke:#c9ced6}.tick{fill:#596273;font-size:12px}.value{fill:#596273}' +
  '.interval{stroke:#3b6fb6;stroke-width:4;stroke-linecap:round;opacity:.5}.dot{fill:#3b6fb6}polyline{stroke:#3b6fb6}';

/** The first picture of a part of a page, with the colours that the page would give it, as a file of its own. */
export function loneSvg({ markup }: Markup): string | null {
  const svg = /<svg[\s\S]*?<\/svg>/.exec(markup)?.[0];
  if (!svg) return null;
  return svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ').replace('>', `><style>${STYLE}</style>`);
}
