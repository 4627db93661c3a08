/** The endpoint as error texts may show it; the key is here only to be removed from them. */
export interface Endpoint {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
}

const LONGEST_EXCERPT = 300;
/** Shapes of keys that are not ours to know but that an endpoint may quote back. */
const KEY_LIKE = /\b(?:sk|pk|hf|gsk|xai|key)[-_][A-Za-z0-9_*.-]{8,}|\bBearer\s+\S+/gi;

/** A short quotation of an endpoint's answer, on one line and without any key. */
export function excerpt(text: string, { apiKey }: Pick<Endpoint, 'apiKey'>): string {
  const withoutKey = apiKey ? text.replaceAll(apiKey, '[key]') : text;
  const line = withoutKey.replace(KEY_LIKE, '[key]').replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)}…` : line;
}

/** The address as messages show it: user and password of a URL are secrets too. */
export function addressOf({ baseUrl }: Pick<Endpoint, 'baseUrl'>): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/$/, '');
}

/** Seconds, or a date by the endpoint's own clock where it tells it; undefined where the header says nothing. */
export function readRetryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const milliseconds = headers?.get('retry-after-ms');
  if (milliseconds && Number.isFinite(Number(milliseconds))) return Math.max(0, Number(milliseconds));
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  if (Number.isFinite(Number(value))) return Math.max(0, Number(value) * 1000);
  const date = Date.parse(value);
  const theirs = Date.parse(headers?.get('date') ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(theirs) ? nowMs : theirs));
}
