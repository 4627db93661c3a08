import { deflateRawSync } from 'node:zlib';
import { html, type Markup, trusted } from './markup.ts';

/**
 * A script element that holds any JSON value packed (raw deflate, base64), which the page unpacks when it needs it. A
 * task of 30 variants and 20 programs takes about a tenth of its plain text, and no text of a model stands in the page.
 */
export function packedData(id: string, value: unknown): Markup {
  const packed = deflateRawSync(JSON.stringify(value), { level: 6 }).toString('base64');
  return html`<script type="application/octet-stream" id="${id}">${trusted(packed)}</script>
`;
}
