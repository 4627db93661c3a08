import { createHash } from 'node:crypto';

/** What a page of our own may do: run this script, and talk to the server that it came from. */
export function pagePolicy(script: string): string {
  const digest = createHash('sha256').update(script).digest('base64');
  return `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
