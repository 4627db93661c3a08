import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

export interface Guard {
  /** The key of clients; null allows anyone on this machine. */
  readonly apiKey: string | null;
  /** Whether only this machine can reach the server. */
  readonly isLocal: boolean;
  port(): number;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Rejects pages of other origins, other host names (DNS rebinding) and wrong keys. @throws ApiError 400, 401, 403 */
export function guardRequest(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  { apiKey, isLocal, port }: Guard,
): void {
  const { host = '', origin, authorization = '' } = headers;
  // Node keeps the first alone; a proxy may have looked at another.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1) {
    throw new ApiError(400, 'the request names several hosts', { code: 'request-invalid' });
  }
  if (isLocal && !LOCAL_NAMES.some((name) => host === `${name}:${port()}`)) {
    throw new ApiError(403, 'this server answers to 127.0.0.1 and localhost alone', { code: 'host-refused' });
  }
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  if (isForeign || headers['sec-fetch-site'] === 'cross-site') {
    throw new ApiError(403, 'pages of other origins may not use this server', { code: 'origin-refused' });
  }
  if (apiKey === null) return;
  const given = /^Bearer (.*)$/i.exec(authorization)?.[1] ?? '';
  if (!timingSafeEqual(digest(given), digest(apiKey))) {
    throw new ApiError(401, 'the API key is missing or wrong: send it as "Authorization: Bearer KEY"', {
      code: 'invalid_api_key',
    });
  }
}
